"""Pairs of a termbase to be decided, and the termbase with the decisions."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from diglot import formats
from diglot.annotate.layers.terms.decisions import Decision, apply_decisions
from diglot.annotate.layers.terms.files import (
    decision_on,
    languages_of,
    read_pairs_of_terms,
    term_items,
)
from diglot.annotate.options import Reading
from diglot.annotate.store import Store
from diglot.files.atomic import write_bytes
from diglot.files.text import read_bytes
from diglot.model import Skipped
from diglot.model.termbase import REJECTED

Languages = tuple[str | None, str | None]

REFUSED = "rejected.tsv"
"""End of the name of the table of refused pairs."""


def add_terms(store: Store, layer: str, path: Path, reading: Reading) -> Languages:
    """Add the pairs of a termbase to a new layer; return their languages.

    Raises:
        InputError: the file cannot be read, or has terms in one language only.
    """
    termbase = read_pairs_of_terms(path, reading)
    source, target = languages_of(path, termbase, reading)
    record = store.layers.add("terms", layer, settings={"source": source, "target": target})
    store.items.add_many(record.id, term_items(termbase, source, target))
    return source, target


def write_terms(
    store: Store,
    layer: str,
    original: Path,
    target: Path,
    reading: Reading,
) -> tuple[dict[str, int], tuple[Skipped, ...]]:
    """Write the termbase with what was decided; return what became of the pairs.

    A file of which nothing was touched is copied, byte for byte.

    Not every format keeps refused pairs, and none should be proposed again: they stand in a table
    in the folder of the review, too.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the target has a format that cannot be written.
    """
    decisions = list(_decisions(store, layer))
    termbase = apply_decisions(read_pairs_of_terms(original, reading), decisions)
    statuses = Counter(str(each.cells.get("status", "open")) for each in decisions)
    counts = {"pairs": len(decisions), **statuses}
    if not any(each.cells for each in decisions) and target.suffix == original.suffix:
        write_bytes(target, read_bytes(original))
        return counts, ()
    refused = [
        each for each in termbase.concepts if any(term.status == REJECTED for term in each.terms)
    ]
    if store.folder is not None and refused:
        path = store.folder / f"{target.stem}.{REFUSED}"
        formats.write_termbase(path, dataclasses.replace(termbase, concepts=tuple(refused)))
    return counts, formats.write_termbase(target, termbase)


def _decisions(store: Store, layer: str) -> Iterator[Decision]:
    owner = store.people.local_owner()
    for item in store.items.each(store.layers.get(layer).id):
        record = store.annotations.open(item.id, owner.id)
        yield decision_on(item, record.cells, owner.name, record.updated)
