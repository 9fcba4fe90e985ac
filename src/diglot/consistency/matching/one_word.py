"""Terms inside one word of a text: written without their blank, or as a part of a compound."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.matching.compounds import COMPOUNDING, Compounds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from diglot.consistency.matching.encoding import Forms

_SHORTEST_PART = 3  # letters of each part of a term that is also looked for as one word
SHORTEST_CLOSED = 7  # letters of such a word without a hyphen: "a part" is not "apart"


class OneWord:
    """What terms stand in single forms, found once for every form.

    Args:
        terms: texts of the terms; None for those that are found as they are written only.
        forms: words of the language; grows by parts of compounds.
        compounds: cut compounds, if the language has them.
        search: finds terms in sequences of forms: numbers of sequences, numbers of terms.
    """

    def __init__(
        self,
        terms: Sequence[str | None],
        forms: Forms,
        *,
        compounds: bool,
        search: Callable[[Sequence[Sequence[int]]], tuple[NDArray[np.int64], NDArray[np.int32]]],
    ) -> None:
        self._forms = forms
        self._search = search
        self._size = len(terms)
        self._squeezed = _squeezed(terms, forms)
        self._compounds = None
        if compounds and forms.language in COMPOUNDING:
            self._compounds = Compounds(forms, [term for term in terms if term])
        self._found = array("q")
        self._ends = array("q", [0])

    def forms(self) -> NDArray[np.bool_]:
        """Return which forms have terms in them, shape (forms,)."""
        self._learn()
        return np.diff(np.array(self._ends, np.int64)) > 0

    def find(self, tokens: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Find terms in the words of texts.

        Returns:
            Places in ``tokens``, and numbers of terms; the number of terms is added to those that
            are parts of compounds.
        """
        self._learn()
        if not self._found:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        ends = np.array(self._ends, np.int64)
        counts = np.diff(ends)[tokens]
        place = np.flatnonzero(counts)
        counts = counts[place]
        begins = ends[tokens[place]] - np.cumsum(counts) + counts
        found = np.array(self._found, np.int64)
        return (
            np.repeat(place, counts),
            found[np.repeat(begins, counts) + np.arange(counts.sum())],
        )

    def _learn(self) -> None:
        """Look for terms in the forms that are new."""
        first, last = len(self._ends) - 1, len(self._forms)
        if first == last:
            return
        of_form: list[set[int]] = [set() for _ in range(first, last)]
        tables, keys, known = self._forms.tables(), self._forms.keys, self._squeezed
        pairs = zip(
            tables.folded[first:last].tolist(), tables.lemma[first:last].tolist(), strict=True
        )
        for place, (folded, lemma) in enumerate(pairs) if known else ():
            for word in {keys[folded], keys[lemma]}:
                squeezed = word.replace("-", "")
                if squeezed in known and (
                    len(squeezed) < len(word) or len(squeezed) >= SHORTEST_CLOSED
                ):
                    of_form[place].update(known[squeezed])
        if self._compounds is not None:
            parts = [self._compounds.forms_of(number) for number in range(first, last)]
            for place, term in zip(*(each.tolist() for each in self._search(parts)), strict=True):
                of_form[place].add(term + self._size)
        for terms in of_form:
            self._found.extend(sorted(terms))
            self._ends.append(len(self._found))


def _squeezed(terms: Sequence[str | None], forms: Forms) -> dict[str, list[int]]:
    """Return the terms of two parts as one word, as they are and of lemmas, with their numbers."""
    parts = [
        (number, *map(forms.number, two_parts(term))) for number, term in enumerate(terms) if term
    ]
    tables, keys = forms.tables(), forms.keys
    found: dict[str, list[int]] = {}
    rows = tables.folded.tolist(), tables.lemma.tolist()
    for number, *both in parts:
        for word in {"".join(keys[row[each]] for each in both) for row in rows} if both else ():
            found.setdefault(word.replace("-", ""), []).append(number)
    return found


def two_parts(term: str) -> list[str]:
    """Return the two parts of a term with one blank or hyphen; none if it has no such parts."""
    parts = term.split(" ") if " " in term else term.split("-")
    usable = len(parts) == 2 and all(
        len(part) >= _SHORTEST_PART and part.isalpha() for part in parts
    )
    return parts if usable else []
