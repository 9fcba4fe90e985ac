"""Bilingual dictionaries of Apertium (``.dix``, ``.metadix``).

``r="LR"`` and ``r="RL"`` become the direction of a translation. Marks of variants (``alt``, ``v``,
``vl``, ``vr``) and of defaults (``slr``, ``srl``) do not change what translates what and are passed
over; so are further tags, such as gender. A side without a tag takes that of the other.

Reference: Forcada et al. 2011, Apertium: a free/open-source platform for rule-based machine
translation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.binary import open_bounded_gzip
from diglot.files.xml import PROLOG, flat_text, iterparse, local_name, remove_illegal_characters
from diglot.formats.blocks import Skips, escape_text, quote
from diglot.formats.lexicons.sources import Reading, count_losses, name_of, reverse_translation
from diglot.formats.lexicons.tables import format_confidence
from diglot.formats.table_rows import number_of
from diglot.formats.termbases.data_categories import in_one_line
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD, Lexicon, Origin, Translation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from lxml import etree


ROOT = "dictionary"
OWN = "diglot"
# What diglot writes beside an entry: "score:0.87; sense:of a river".
COMMENT = re.compile(r"(?:score:(?P<score>[0-9.]+))?(?:; )?(?:sense:(?P<sense>.+))?", re.DOTALL)
REMARK = re.compile(r"<!--(.*?)-->", re.DOTALL)
LICENCE = re.compile(
    r"[^\n.;]*\b(?:General Public License|A?GPL|CC[ -]BY|Creative Commons|licen[cs]ed?)\b[^\n.;]*",
    re.IGNORECASE,
)


def read_translations(reading: Reading) -> Iterator[Translation]:
    """Give the translations of a dictionary one by one, as many an entry as its paradigms make.

    Left out are regular expressions and entries that are switched off; with ``skip_bad`` pairs that
    lack a side, too.

    Raises:
        FormatError: it is no such dictionary, or a pair lacks ``<l>`` or ``<r>``.
        UnsafeFileError: it declares entities or breaks a limit.
    """
    source_language, target_language = reading.languages
    paradigms: dict[str, tuple[Form, ...]] = {}
    tags = ("{*}e", "{*}pardef")
    for element in iterparse(
        reading.path, tags, encoding=reading.encoding, roots=(ROOT,), outermost=True
    ):
        if local_name(element) == "pardef":
            paradigms[element.get("n", "")] = paradigm_of(element, paradigms, reading)
            continue
        score, sense = _told(element)
        for form in forms_of(element, paradigms, reading):
            source, target = in_one_line(form.left), in_one_line(form.right)
            if not source.strip() or not target.strip():
                reading.skips.add("entry without a lemma on one side", source or target)
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
    """Return the name of a dictionary, and what the remarks above its first element say."""
    with open_bounded_gzip(path) as file:
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
        lexicon: translations; those of the first language pair are written, in either order.
        tags: parts of speech to the tags of the pair; what is not in there is taken as a tag.

    Raises:
        ConfigError: the tags are no table of names.
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


# Entries of Apertium dictionaries as pairs of lemmas, with their paradigms put in.
#
# An entry is a chain of parts: ``<p>`` with two sides, ``<i>`` for both, ``<par>`` for one of the
# forms of a paradigm. The lemma of a side is the text of all parts, its part of speech the first
# tag.

# An entry that chains paradigms has as many forms as their product.
MAX_FORMS = 500
RESTRICTIONS = {"LR": FORWARD, "RL": BACKWARD}
MARKS = frozenset({"a", "m", "prm", "sa"})  # of the generator; they hold no text


@dataclass(frozen=True, slots=True)
class Form:
    """One pair of sides: texts, first tags (empty without any), and which way it may be used."""

    left: str
    right: str
    left_tag: str
    right_tag: str
    direction: str


NOTHING = Form("", "", "", "", BOTH)


def forms_of(
    entry: etree._Element, paradigms: Mapping[str, tuple[Form, ...]], reading: Reading
) -> tuple[Form, ...]:
    """Return the pairs that an entry stands for, none if it is one to pass over.

    Args:
        entry: an ``<e>``.
        paradigms: the forms of each paradigm that is known so far.
        reading: takes pairs that lack a side, and collects what is left out.

    Raises:
        FormatError: a pair lacks a side.
    """
    skips = reading.skips
    if entry.get("i") == "yes":
        skips.add("entry that is switched off (i)", flat_text(entry))
        return ()
    direction = RESTRICTIONS.get(entry.get("r", ""), BOTH)
    if entry.get("r") and direction == BOTH:
        skips.add("restriction that is neither LR nor RL", entry.get("r", ""))
    forms: tuple[Form, ...] = (Form("", "", "", "", direction),)
    for part in entry:
        added = _forms_of_part(part, paradigms, reading)
        if len(forms) * len(added) > MAX_FORMS:
            skips.add("entry of too many forms", flat_text(entry))
            return ()
        forms = unite_forms(_joined(one, other) for one in forms for other in added)
        if not forms:
            excluded = "entry whose restrictions exclude each other"
            skips.add(excluded, flat_text(entry), int(bool(added)))
            return ()
    return forms


def _forms_of_part(
    part: etree._Element, paradigms: Mapping[str, tuple[Form, ...]], reading: Reading
) -> tuple[Form, ...]:
    """Return what a part adds to its entry; nothing at all if the entry cannot be listed."""
    name = local_name(part)
    if name == "p":
        pair = _pair(part, reading)
        return () if pair is None else (pair,)
    if name in {"i", "ig"}:
        text, tag = _side(part, reading.skips)
        return (Form(text, text, tag, tag, BOTH),)
    if name == "par":
        known = paradigms.get(part.get("n", ""))
        if known is not None:
            reading.skips.add("entry whose paradigm has no forms", count=int(not known))
            return known
        reading.skips.add("paradigm that the file does not hold", part.get("n", ""))
    elif name == "re":
        reading.skips.add("entry with a regular expression", part.text or "")
        return ()
    elif name:
        reading.skips.add(f"element <{name}> in an entry", flat_text(part))
    return (NOTHING,)


def paradigm_of(
    element: etree._Element, paradigms: Mapping[str, tuple[Form, ...]], reading: Reading
) -> tuple[Form, ...]:
    """Return the forms of a ``<pardef>``; those that are the same but for further tags are one."""
    forms = unite_forms(
        form
        for entry in element
        if local_name(entry) == "e"
        for form in forms_of(entry, paradigms, reading)
    )
    if len(forms) > MAX_FORMS:
        reading.skips.add(
            "paradigm of too many forms", element.get("n", ""), len(forms) - MAX_FORMS
        )
    return forms[:MAX_FORMS]


def unite_forms(forms: Iterable[Form | None]) -> tuple[Form, ...]:
    """Return forms without repetitions: what is there for both directions apart is for both."""
    found: dict[tuple[str, str, str, str], str] = {}
    for form in forms:
        if form is not None:
            key = (form.left, form.right, form.left_tag, form.right_tag)
            known = found.setdefault(key, form.direction)
            if known != form.direction:
                found[key] = BOTH
    return tuple(Form(*key, direction) for key, direction in found.items())


def _joined(one: Form, other: Form) -> Form | None:
    """Chain two parts; None if one goes only one way and the other only back."""
    if other.direction == BOTH or one.direction == other.direction:
        direction = one.direction
    elif one.direction == BOTH:
        direction = other.direction
    else:
        return None
    return Form(
        one.left + other.left,
        one.right + other.right,
        one.left_tag or other.left_tag,
        one.right_tag or other.right_tag,
        direction,
    )


def _pair(part: etree._Element, reading: Reading) -> Form | None:
    sides: dict[str, tuple[str, str]] = {}
    for side in part:
        name = local_name(side)
        if name in {"l", "r"}:
            sides[name] = _side(side, reading.skips)
        elif name:
            reading.skips.add(f"element <{name}> in a pair", flat_text(side))
    if len(sides) < 2:
        line: Any = part.sourceline  # the stubs do not know its type
        reading.bad("holds a pair without <l> or <r>", line, flat_text(part))
        return None
    (left, left_tag), (right, right_tag) = sides["l"], sides["r"]
    return Form(left, right, left_tag, right_tag, BOTH)


def _side(side: etree._Element, skips: Skips) -> tuple[str, str]:
    """Return text and first tag of a side; ``<g>`` only groups what is text anyway."""
    parts = [side.text or ""]
    tag = ""
    for child in side:
        name = local_name(child)
        if name == "b":
            parts.append(" ")
        elif name == "j":
            parts.append("+")
        elif name == "s":
            tag = tag or child.get("n", "")
        elif name == "g":
            text, its_tag = _side(child, skips)
            parts.append(text)
            tag = tag or its_tag
        elif name and name not in MARKS:
            skips.add(f"element <{name}> in a lemma", flat_text(child))
        parts.append(child.tail or "")
    return "".join(parts), tag


# Entries for Apertium dictionaries: drafts, since gender and paradigms are not known.

RESTRICTION_ATTRIBUTES = {FORWARD: ' r="LR"', BACKWARD: ' r="RL"', BOTH: ""}
# The name of a symbol is an XML ID.
NAME = re.compile(r"[^\W\d][\w.-]*")
NO_NAME = re.compile(r"[^\w.-]+")


def in_one_order(translations: Sequence[Translation], skips: Skips) -> Iterator[Translation]:
    """Give the translations of the first language pair, those of its reverse turned round."""
    if not translations:
        return
    first = (translations[0].source_language, translations[0].target_language)
    for each in translations:
        pair = (each.source_language, each.target_language)
        if pair == first:
            yield each
        elif pair == first[::-1]:
            yield reverse_translation(each)
        else:
            skips.add("translation of another language pair", "-".join(pair))


def tag_of(part: str | None, tags: Mapping[str, str], skips: Skips) -> str:
    """Return the tag of a part of speech, empty if there is none.

    Args:
        part: the part of speech as the translation has it.
        tags: parts of speech to tags; what is not in there is a tag already.
        skips: counts what must change to be the name of a symbol.
    """
    tag = tags.get(part, part) if part else ""
    if not tag or NAME.fullmatch(tag):
        return tag
    skips.add("part of speech that is not a name of a symbol, changed", tag)
    tag = NO_NAME.sub("_", tag)
    return tag if NAME.fullmatch(tag) else f"_{tag}"


def entry_of(each: Translation, left: str, right: str, skips: Skips) -> str | None:
    """Return the line of an entry, None if one of its lemmas has nothing that XML can hold.

    Args:
        each: the translation.
        left: tag of its source word.
        right: tag of its target word.
        skips: counts characters that XML forbids.
    """
    source, target = _lemma(each.source, skips), _lemma(each.target, skips)
    if not source or not target:
        skips.add("word that XML cannot hold", each.target if source else each.source)
        return None
    comment = [] if each.score is None else [f"score:{format_confidence(each.score)}"]
    if sense := _kept(each.sense or "", skips):
        comment.append(f"sense:{sense}")
    told = f" c={quote('; '.join(comment))}" if comment else ""
    sides = f"<l>{source}{_symbol(left)}</l><r>{target}{_symbol(right)}</r>"
    return f'    <e a="diglot"{told}{RESTRICTION_ATTRIBUTES[each.direction]}><p>{sides}</p></e>\n'


def _lemma(word: str, skips: Skips) -> str:
    text = _kept(word, skips)
    return escape_text(text).replace(" ", "<b/>") if text.strip() else ""


def _kept(text: str, skips: Skips) -> str:
    kept, removed = remove_illegal_characters(text)
    skips.add("character that XML forbids", text, removed)
    return in_one_line(kept)


def _symbol(tag: str) -> str:
    return f'<s n="{tag}"/>' if tag else ""
