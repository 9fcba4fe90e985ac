"""Dependency parses in CoNLL-U: the heads of the words of texts that are cut in another way.

Reference: Universal Dependencies, *CoNLL-U format*, version 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.lines import stream_lines

_NUMBER = re.compile(r"\d{1,9}")
_COLUMNS = 10
_ID, _FORM, _HEAD = 0, 1, 6
CURE = "give the parse of this text in CoNLL-U, as UDPipe, Stanza and spacy-conll write it"


def read_heads(path: Path, texts: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the place of the head of every token of texts that a parse cuts in its own way.

    Words of the parse may be longer or shorter than tokens, and a text may have several sentences:
    characters say what belongs together. The head of a token is that of its first word whose head
    stands in another token.

    Returns:
        Of each text the places of the heads of its tokens, -1 for none.

    Raises:
        InputError: the file cannot be read, is no CoNLL-U, or is the parse of other texts.
    """
    sentences = _sentences(path)
    found = []
    for number, tokens in enumerate(texts, 1):
        wanted = "".join(tokens).replace(" ", "")
        heads = [-1] * len(tokens)
        # The token that every character belongs to.
        of = [place for place, token in enumerate(tokens) for _ in token.replace(" ", "")]
        at = 0
        while at < len(wanted):
            words = next(sentences, None)
            if words is None:
                raise FormatError(
                    f"ends before text {number} of {len(texts)}", path=path, cure=CURE
                )
            begins = []
            for surface, _ in words:
                begins.append(at)
                if not wanted.startswith(surface, at):
                    raise FormatError(
                        f"has {surface!r} where text {number} goes on with "
                        f"{wanted[at : at + 20]!r}",
                        path=path,
                        cure=CURE,
                    )
                at += len(surface)
            _join(heads, of, begins, words)
        found.append(heads)
    if next(sentences, None) is not None:
        raise FormatError(f"goes on after the last of {len(texts)} texts", path=path, cure=CURE)
    return found


def _join(
    heads: list[int], of: Sequence[int], begins: Sequence[int], words: Sequence[tuple[str, int]]
) -> None:
    """Put the heads of the words of a sentence down as heads of the tokens that they stand in."""
    # A word of a contraction has no characters of its own: it stands where the contraction begins.
    last = len(of) - 1
    place = [of[min(begin, last)] for begin in begins]
    covering = 0
    for number, (surface, _) in enumerate(words):
        covering = place[number] if surface else covering
        place[number] = covering
    for number, (_, head) in enumerate(words):
        here = place[number]
        if head > 0 and heads[here] < 0 and place[head - 1] != here:
            heads[here] = place[head - 1]


def _sentences(path: Path) -> Iterator[list[tuple[str, int]]]:
    """Give the words of each sentence: characters and number of the head, from 1, 0 for none.

    The first word of a contraction has its characters, the others have none.
    """
    words: list[tuple[str, int]] = []
    contraction, until = "", 0
    for number, line in enumerate(stream_lines(path), 1):
        if not line.strip():
            if words:
                yield _checked(words, path, number)
            words, until = [], 0
            continue
        if line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != _COLUMNS:
            raise FormatError(
                f"has {len(cells)} columns of {_COLUMNS}", path=path, place=number, cure=CURE
            )
        if "." in cells[_ID]:  # an empty node: no word of the text
            continue
        form = "".join(cells[_FORM].split())
        begin, dash, end = cells[_ID].partition("-")
        if dash and _NUMBER.fullmatch(end):
            contraction, until = form, int(end)
            continue
        if begin != str(len(words) + 1) or not _NUMBER.fullmatch(cells[_HEAD]):
            raise FormatError(
                f"has no word {len(words) + 1} with a head", path=path, place=number, cure=CURE
            )
        if len(words) < until:
            form, contraction = contraction, ""
        words.append((form, int(cells[_HEAD])))
    if words:
        yield _checked(words, path, None)


def _checked(words: list[tuple[str, int]], path: Path, place: int | None) -> list[tuple[str, int]]:
    if any(head > len(words) for _, head in words):
        raise FormatError("names a head outside its sentence", path=path, place=place, cure=CURE)
    return words
