"""The judgements that Xu and Yvon released, taken into a project: all of them, and their faults."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from diglot.annotate.agreement import check_judgements
from diglot.annotate.exchange import export_layer, import_files
from diglot.annotate.options import ImportOptions
from diglot.annotate.store import Store
from diglot.formats import read_word_links


@pytest.fixture
def released(shared_data: Path) -> Path:
    return shared_data / "annotation"


@pytest.mark.slow
def test_1800_sentence_pairs_were_judged_by_two_each(store: Store, released: Path) -> None:
    files = sorted((released / "transread" / "dat" / "sconf").glob("*.txt"))
    files = [path for path in files if path.stem[0].isdigit()]
    imported = import_files(store, files)
    assert (imported.kind, imported.added, imported.judgements) == ("confidence", 1800, 3600)
    layer = store.layers.get("confidence")
    gold = Counter(str(each.cells["label"]) for each in store.judgements.gold(layer.id))
    # Same label, other words marked: such partial pairs are no gold before an adjudicator saw them.
    assert gold == {
        "sure": 1002,
        "partial": 153,
        "unperfect": 163,
        "erroneous": 244,
        "undecidable": 2,
    }


@pytest.mark.slow
def test_odd_labels_and_unequal_link_sets_are_listed(store: Store, released: Path) -> None:
    folder = released / "transread" / "dat" / "wconf" / "English_French" / "task_1_fr-en"
    imported = import_files(store, [folder])
    messages = [each.message for each in imported.listed]
    assert any(message.startswith('23 labels "possible"') for message in messages)
    odd = [message for message in messages if ' "unaligned"' in message]
    assert sum(int(message.split(" ")[0]) for message in odd) == 13
    lacking = [message for message in messages if "without a label" in message]
    assert [int(message.split(" ")[0]) for message in lacking] == [15, 14, 10]
    layer = store.layers.get("word_labels")
    labels = Counter(
        str(label)
        for each in store.judgements.all(layer.id)
        for cell, label in each.cells.items()
        if cell.startswith("l")
    )
    assert labels["unknown:possible"] == 23


@pytest.mark.slow
def test_trees_of_alibi_come_with_their_three_faults(
    store: Store, released: Path, tmp_path: Path
) -> None:
    files = sorted((released / "alibi" / "dat").glob("*.gz"))
    # Suggestions are tested with the rules of trees.
    imported = import_files(store, files, options=ImportOptions(suggestions=False))
    assert (imported.kind, imported.added, imported.judgements) == ("trees", 318, 318)
    empty = [each for each in imported.listed if "has no tree" in each.message]
    faults = [each for each in imported.listed if "trees.trim-nothing" in each.message]
    assert (len(empty), len(faults), len(imported.listed)) == (4, 3, 7)
    assert [each.problem.code for each in check_judgements(store, "trees")].count(
        "trees.trim-nothing"
    ) == 3
    layer = store.layers.get("trees")
    kinds = Counter(
        str(value[0])
        for each in store.judgements.all(layer.id)
        for cell, value in each.cells.items()
        if cell.startswith("n") and isinstance(value, list)
    )
    assert kinds == {"direct": 5802, "inverse": 440, "trim": 982, "leaf": 6560}
    out = tmp_path / "links.pharaoh"
    export_layer(store, "trees", out)
    assert read_word_links(out).pairs == 318
