"""Entries for Apertium dictionaries: drafts, since gender and paradigms are not known."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from diglot.files.xml import legal
from diglot.formats.lexicons.lexicon_tables import written_confidence
from diglot.formats.termbases.termbase import in_one_line
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.formats.blocks import Skips
    from diglot.model.lexicon import Translation

RESTRICTIONS = {FORWARD: ' r="LR"', BACKWARD: ' r="RL"', BOTH: ""}
TURNED = {FORWARD: BACKWARD, BACKWARD: FORWARD, BOTH: BOTH}
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
            yield replace(
                each,
                source=each.target,
                target=each.source,
                source_language=each.target_language,
                target_language=each.source_language,
                source_pos=each.target_pos,
                target_pos=each.source_pos,
                direction=TURNED[each.direction],
            )
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
    skips.add("part of speech that is no name of a symbol, changed", tag)
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
    comment = [] if each.score is None else [f"score:{written_confidence(each.score)}"]
    if sense := _kept(each.sense or "", skips):
        comment.append(f"sense:{sense}")
    told = f" c={quoteattr('; '.join(comment))}" if comment else ""
    sides = f"<l>{source}{_symbol(left)}</l><r>{target}{_symbol(right)}</r>"
    return f'    <e a="diglot"{told}{RESTRICTIONS[each.direction]}><p>{sides}</p></e>\n'


def _lemma(word: str, skips: Skips) -> str:
    text = _kept(word, skips)
    return escape(text).replace(" ", "<b/>") if text.strip() else ""


def _kept(text: str, skips: Skips) -> str:
    kept, removed = legal(text)
    skips.add("character that XML forbids", text, removed)
    return in_one_line(kept)


def _symbol(tag: str) -> str:
    return f'<s n="{tag}"/>' if tag else ""
