"""Bilingual dictionaries of Apertium (``.dix``, ``.metadix``).

``r="LR"`` and ``r="RL"`` become the direction of a translation. Marks of variants (``alt``, ``v``,
``vl``, ``vr``) and of defaults (``slr``, ``srl``) do not change what translates what and are passed
over; so are further tags, such as gender. A side without a tag takes that of the other.

Reference: Forcada et al. 2011, Apertium: a free/open-source platform for rule-based machine
translation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.gzip import open_bounded
from diglot.files.xml import PROLOG, iterparse, local
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.dix_read import Form, forms_of, paradigm_of
from diglot.formats.lexicons.dix_write import entry_of, in_one_order, tag_of
from diglot.formats.lexicons.lexicon_faults import Faults
from diglot.formats.lexicons.lexicon_losses import count_losses
from diglot.formats.lexicons.lexicon_names import languages_of, name_of
from diglot.formats.term_rows import number_of
from diglot.formats.termbases.termbase import in_one_line
from diglot.model.lexicon import Origin, Translation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lxml import etree

    from diglot.model.lexicon import Lexicon

ROOT = "dictionary"
OWN = "diglot"
# What diglot writes beside an entry: "score:0.87; sense:of a river".
COMMENT = re.compile(r"(?:score:(?P<score>[0-9.]+))?(?:; )?(?:sense:(?P<sense>.+))?", re.DOTALL)
REMARK = re.compile(r"<!--(.*?)-->", re.DOTALL)
LICENCE = re.compile(
    r"[^\n.;]*\b(?:General Public License|A?GPL|CC[ -]BY|Creative Commons|licen[cs]ed?)\b[^\n.;]*",
    re.IGNORECASE,
)


def read_translations(
    path: Path,
    *,
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
) -> Iterator[Translation]:
    """Give the translations of a dictionary one by one, as many an entry as its paradigms make.

    Args:
        path: the file, plain or gzip.
        languages: of the left and the right side; by default those in the name of the file.
        encoding: overrides what the file declares.
        skips: collects what is left out: regular expressions, entries that are switched off.
        skip_bad: leave out pairs that lack a side rather than stop at the first.

    Raises:
        FormatError: it is no such dictionary, or a pair lacks ``<l>`` or ``<r>``.
        UnsafeFileError: it declares entities or breaks a limit.
        InputError: it cannot be read.
    """
    faults = Faults(path, skips, skip_bad=skip_bad)
    source_language, target_language = languages or languages_of(path)
    paradigms: dict[str, tuple[Form, ...]] = {}
    elements = iterparse(
        path, ("{*}e", "{*}pardef"), encoding=encoding, roots=(ROOT,), outermost=True
    )
    for element in elements:
        if local(element) == "pardef":
            paradigms[element.get("n", "")] = paradigm_of(element, paradigms, faults)
            continue
        score, sense = _told(element)
        for form in forms_of(element, paradigms, faults):
            source, target = in_one_line(form.left), in_one_line(form.right)
            if not source.strip() or not target.strip():
                faults.skips.add("entry without a lemma on one side", source or target)
                continue
            yield Translation(
                source,
                target,
                source_language,
                target_language,
                form.left_tag or form.right_tag or None,
                form.right_tag or form.left_tag or None,
                form.direction,
                score,
                sense,
            )


def read_origin(path: Path) -> Origin:
    """Return the name of a dictionary, and what the remarks above its first element say.

    Raises:
        InputError: it cannot be read.
    """
    with open_bounded(path) as file:
        head = file.read(PROLOG).decode("utf-8", "replace")
    above = head[: found.start()] if (found := re.search(rf"<{ROOT}\b", head)) else ""
    remarks = "\n".join(remark.strip() for remark in REMARK.findall(above))
    licence = LICENCE.search(remarks)
    return Origin(
        name_of(path),
        statement=" ".join(remarks.split()),
        licence=" ".join(licence[0].split()) if licence else "",
    )


def write_lexicon(
    path: Path,
    lexicon: Lexicon,
    *,
    tags: Mapping[str, str] | None = None,
    skips: Skips | None = None,
) -> int:
    """Write a lexicon as a draft for the makers of a language pair; return the number of entries.

    Every entry names diglot as its author and its confidence in a comment, and has a restriction
    where the translation is for one direction only. Genders and paradigms are theirs to add.

    Args:
        path: the file.
        lexicon: translations; those of the first language pair are written, in either order.
        tags: parts of speech to the tags of the pair; what is not in there is taken as a tag.
        skips: collects what the format cannot carry.

    Raises:
        ConfigError: the tags are no table of names.
        InputError: the file cannot be written.
    """
    skips = skips if skips is not None else Skips()
    tags = tags or {}
    if not all(isinstance(tag, str) for tag in tags.values()):
        raise ConfigError("tags is a table of parts of speech and their tags")
    count_losses(lexicon.translations, ("paths", "reasons"), skips)
    lines: list[str] = []
    symbols: dict[str, None] = {}
    for each in in_one_order(lexicon.translations, skips):
        left, right = tag_of(each.source_pos, tags, skips), tag_of(each.target_pos, tags, skips)
        line = entry_of(each, left or right, right or left, skips)
        if line is None:
            continue
        lines.append(line)
        symbols.update(dict.fromkeys(filter(None, (left, right))))
    with atomic_open(path) as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<{ROOT}>\n  <alphabet/>\n')
        file.write("  <sdefs>\n")
        file.writelines(f'    <sdef n="{symbol}"/>\n' for symbol in sorted(symbols))
        file.write('  </sdefs>\n  <section id="main" type="standard">\n')
        file.writelines(lines)
        file.write(f"  </section>\n</{ROOT}>\n")
    return len(lines)


def _told(element: etree._Element) -> tuple[float | None, str | None]:
    """Return score and sense of an entry that diglot wrote; comments of others say neither."""
    found = COMMENT.fullmatch(element.get("c", "")) if element.get("a") == OWN else None
    if found is None:
        return None, None
    score = number_of(found["score"] or "")
    return score if score is not None and score <= 1 else None, found["sense"]
