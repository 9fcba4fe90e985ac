"""Long words that are written as one: their parts, and the forms that these are."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from diglot.consistency.matching.spelling import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from diglot.consistency.matching.encoding import Forms

COMPOUNDING = frozenset({"af", "da", "de", "lb", "nb", "nl", "nn", "no", "sv"})
"""Languages that write compounds as one word."""

_LINKS = ("", "s", "es", "n", "en", "er", "e", "ens")
_ENDINGS = ("", "e", "en", "er", "ern", "n", "s", "es")
_SHORTEST_WORD, _LONGEST_WORD = 8, 60
_SHORTEST_KNOWN, _SHORTEST_OTHER = 4, 4
_MOST_PARTS = 4


def parts(word: str, language: str | None, known: AbstractSet[str]) -> tuple[str, ...]:
    """Return the parts of a compound, in small letters; none if it is not made of words.

    At least one part is known; the others are words of a dictionary, where the language has one.
    Between parts may stand a linking element (``-s-``, ``-es-``, ``-n-``, ``-en-``, ``-er-``,
    ``-e-``), the first may lose its last ``e``, the last may be inflected; a hyphen always parts.

    >>> parts("Impfstoffhersteller", "de", {"impfstoff"})
    ('impfstoff', 'hersteller')

    Args:
        word: as written.
        language: code; None, or one that is not in `COMPOUNDING`, cuts at hyphens only.
        known: words in small letters, as `diglot.consistency.matching.spelling.folded` makes them.
    """
    plain = folded(word, language)
    if len(plain) > _LONGEST_WORD:
        return ()
    found: list[str] = []
    between = [each for each in plain.split("-") if each]
    for each in between:
        closed = _closed(each, language, known) if language in COMPOUNDING else ()
        found += closed or (_base(each, known) or each,)
    return tuple(found) if len(found) > 1 and any(part in known for part in found) else ()


def _closed(word: str, language: str | None, known: AbstractSet[str]) -> tuple[str, ...]:
    """Return the parts of a word without a hyphen: those known as long as can be, and few."""
    if len(word) < _SHORTEST_WORD or not word.isalpha() or not _holds(word, known):
        return ()
    is_word = _dictionary(language)

    @cache
    def cut(begin: int, left: int) -> tuple[int, tuple[str, ...]] | None:
        best: tuple[int, tuple[str, ...]] | None = None
        for end in range(begin + _SHORTEST_KNOWN, len(word) + 1):
            if begin == 0 and end == len(word):
                continue
            named = _part(word[begin:end], known, is_word, last=end == len(word))
            if named is None:
                continue
            cost = 1 if named in known else 1 + end - begin
            if end == len(word):
                rest: tuple[int, tuple[str, ...]] | None = (0, ())
            else:
                rest = _rest(end, left - 1)
            if rest is not None and (best is None or cost + rest[0] < best[0]):
                best = cost + rest[0], (named, *rest[1])
        return best

    def _rest(end: int, left: int) -> tuple[int, tuple[str, ...]] | None:
        if left == 0:
            return None
        ways = [
            cut(end + len(link), left)
            for link in _LINKS
            if word.startswith(link, end) and len(word) - end - len(link) >= _SHORTEST_KNOWN
        ]
        return min((way for way in ways if way is not None), default=None)

    found = cut(0, _MOST_PARTS)
    return found[1] if found and len(found[1]) > 1 and not known.isdisjoint(found[1]) else ()


def _holds(word: str, known: AbstractSet[str]) -> bool:
    """Return True if a known word may be a part: most words are none, and this is quick."""
    size = len(word)
    return any(
        word[begin:end] in known or (begin == 0 and word[begin:end] + "e" in known)
        for begin in range(size - _SHORTEST_KNOWN + 1)
        for end in range(begin + _SHORTEST_KNOWN, size + 1)
    )


def _part(
    piece: str, known: AbstractSet[str], is_word: Callable[[str], bool], *, last: bool
) -> str | None:
    """Return the word that a piece of a compound is, or None."""
    if piece in known:
        return piece
    if last:
        base = _base(piece, known)
        if base:
            return base
    elif piece + "e" in known:
        return piece + "e"
    return piece if len(piece) >= _SHORTEST_OTHER and is_word(piece) else None


def _base(piece: str, known: AbstractSet[str]) -> str | None:
    """Return the known word that a piece is, inflected or not."""
    for ending in _ENDINGS:
        base = piece.removesuffix(ending)
        if piece.endswith(ending) and len(base) >= _SHORTEST_KNOWN and base in known:
            return base
    return None


@cache
def _dictionary(language: str | None) -> Callable[[str], bool]:
    """Return what tells words of a language from others; nothing is a word without a dictionary."""
    import simplemma

    chosen = {"no": "nb"}.get(language or "", language or "")
    try:
        simplemma.is_known("a", lang=chosen)
    except ValueError:
        return lambda _: False
    return lambda word: (
        simplemma.is_known(word, lang=chosen) or simplemma.is_known(word.capitalize(), lang=chosen)
    )


class Compounds:
    """The compounds among the forms of a language that have words of terms as parts.

    Args:
        forms: of the language; grows by parts.
        terms: their words are what parts are known by.
    """

    def __init__(self, forms: Forms, terms: Sequence[str]) -> None:
        self._forms = forms
        self._known: dict[str, int] = {}
        for term in terms:
            for token in forms.tokens(term):
                key = folded(forms.written[token], forms.language)
                if len(key) >= _SHORTEST_KNOWN and key.isalpha():
                    self._known.setdefault(key, token)

    def forms_of(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the forms that are the parts of a form; none if it has none."""
        forms = self._forms
        found = parts(forms.written[number], forms.language, self._known.keys())
        return tuple(
            self._known[part] if part in self._known else forms.number(part) for part in found
        )
