"""What a payload shows of a text: its characters, tokens, direction, and what stands around."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from diglot.annotate.layers.cells import Span
from diglot.errors import ConfigError
from diglot.model import Bitext, Document, Link
from diglot.text.languages import direction, normalise
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import tokenise, words

FORMS = ("exact", "case", "lemma")
"""Levels of matching, from the strictest on."""


def match_level(text: str, forms: Sequence[str], language: str | None) -> str | None:
    """The strictest level at which a text holds one of some forms as whole words, or None."""
    if any(_whole(text, form) for form in forms):
        return "exact"
    folded = text.casefold()
    if any(_whole(folded, form.casefold()) for form in forms):
        return "case"
    words = lemmas(text, language)
    if any(_within(lemmas(form, language), words) for form in forms):
        return "lemma"
    return None


def lemmas(text: str, language: str | None) -> list[str]:
    """Lemmas of the words of a text; the folded words where the language has none."""
    known = _lemmatiser(language)
    code = None if known is None else language
    if known is None:
        return [word.casefold() for word in words(text)]
    return [known.lemma(word) for word in words(text, code)]


def _whole(text: str, form: str) -> bool:
    """Whether a form stands in a text and no letter runs into it."""
    at = text.find(form) if form else -1
    while at >= 0:
        end = at + len(form)
        runs_in = at > 0 and text[at - 1].isalnum() and form[0].isalnum()
        runs_on = end < len(text) and text[end].isalnum() and form[-1].isalnum()
        if not (runs_in or runs_on) or not _spaced(form):
            return True
        at = text.find(form, at + 1)
    return False


def _spaced(form: str) -> bool:
    """Whether a form is of a script that sets spaces between words, as far as one can see."""
    return not any("\u0e00" <= sign <= "\u0eff" or "\u3040" <= sign <= "\u9fff" for sign in form)


def _within(part: list[str], whole: list[str]) -> bool:
    size = len(part)
    return size > 0 and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


@lru_cache(maxsize=16)
def _lemmatiser(language: str | None) -> Any:
    """The lemmatiser of a language, or None for one that nobody knows."""
    try:
        return Lemmatiser(language) if language else None
    except ConfigError:
        return None


AROUND = 2
"""Pairs shown before and after the one in question."""


@dataclass(frozen=True, slots=True)
class LinkedPair:
    """Two passages that a link joins.

    Attributes:
        number: of the link in its bitext.
        link: the link, with its score and reasons.
        source: characters of the source document.
        target: characters of the target document.
    """

    number: int
    link: Link
    source: Span
    target: Span


def known_language(language: str | None) -> str | None:
    """The code of a language, or None for one that nobody knows."""
    try:
        return normalise(language) if language else None
    except ConfigError:
        return None


def side(
    text: str, language: str | None, *, name: str = "", start: int = 0, tokens: bool = True
) -> dict[str, Any]:
    """A side of a payload.

    Args:
        text: what is shown.
        language: code or name; None if unknown.
        name: of the document.
        start: where the text stands in it.
        tokens: whether words are marked, too.
    """
    code = known_language(language)
    shown: dict[str, Any] = {
        "lang": code or "",
        "dir": direction(language) if language else "ltr",
        "text": text,
        "doc": name,
        "start": start,
    }
    if tokens:
        shown["tokens"] = [list(span) for span in tokenise(text, code)]
    return shown


def linked_pairs(bitext: Bitext) -> list[LinkedPair]:
    """The links of a bitext that have both sides."""
    return [
        LinkedPair(
            number,
            link,
            _characters(bitext.source, link.source),
            _characters(bitext.target, link.target),
        )
        for number, link in enumerate(bitext.links)
        if not link.is_null
    ]


def pair_payloads(bitext: Bitext) -> Iterator[tuple[LinkedPair, dict[str, Any]]]:
    """Every linked pair with its payload: both sides, context, score, reasons."""
    pairs = linked_pairs(bitext)
    texts = [_texts(bitext, pair) for pair in pairs]
    for at, pair in enumerate(pairs):
        near = [
            [*texts[number], pairs[number].link.score]
            for number in range(max(at - AROUND, 0), min(at + AROUND + 1, len(pairs)))
            if number != at
        ]
        before = min(at, AROUND)
        yield (
            pair,
            {
                "source": _side(bitext.source, pair.source),
                "target": _side(bitext.target, pair.target),
                "context": {"before": near[:before], "after": near[before:]},
                "score": pair.link.score,
                "reasons": list(pair.link.reasons),
                "pair": pair.number + 1,
            },
        )


def marks_in(text: str, form: str, language: str | None) -> list[list[int]]:
    """Where a text holds a form as whole words, in any case of letters; else by lemmas."""
    if not form.strip():
        return []
    begin = r"(?<!\w)" if form[0].isalnum() and form[0].isascii() else ""
    end = r"(?!\w)" if form[-1].isalnum() and form[-1].isascii() else ""
    pattern = begin + r"\s+".join(map(re.escape, form.split())) + end
    found = [list(match.span()) for match in re.finditer(pattern, text, re.IGNORECASE)]
    return found or _marks_of_lemmas(text, form, language)


def key_of(name: str, number: int) -> str:
    """The stable name of a numbered part of a document."""
    return f"{name}:{number}" if name else str(number)


def pair_name(bitext: Bitext) -> str:
    """What to call two documents."""
    names = dict.fromkeys(each.name for each in (bitext.source, bitext.target) if each.name)
    return "+".join(names)


def _marks_of_lemmas(text: str, form: str, language: str | None) -> list[list[int]]:
    code = known_language(language)
    wanted = lemmas(form, code)
    spans = tokenise(text, code)
    found = [lemma for begin, end in spans for lemma in [lemmas(text[begin:end], code)]]
    size = len(wanted)
    return [
        [spans[at][0], spans[at + size - 1][1]]
        for at in range(len(spans) - size + 1)
        if [lemma for each in found[at : at + size] for lemma in each] == wanted
    ]


def _characters(document: Document, indices: Sequence[int]) -> Span:
    return document.segments[indices[0]].start, document.segments[indices[-1]].end


def _texts(bitext: Bitext, pair: LinkedPair) -> tuple[str, str]:
    return bitext.source.text[slice(*pair.source)], bitext.target.text[slice(*pair.target)]


def _side(document: Document, span: Span) -> dict[str, Any]:
    text = document.text[slice(*span)]
    return side(text, document.language, name=document.name, start=span[0])
