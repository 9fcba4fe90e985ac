"""A page to look at an inferred lexicon: its figures, words and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import floor
from pathlib import Path
from typing import Any

from diglot.model import Lexicon, Signature, Translation
from diglot.pipeline.steps.lexicons.explanation import PROBABILITY, Explanation, measure_of
from diglot.plurals import count_of
from diglot.report.pages.base import Numbers, pack, write_page
from diglot.report.plots.word_graph import path_nodes, word_graph
from diglot.text.languages import direction, name

# Words on one page; thirty thousand with three paths a translation have about 7 MB.
LIMIT = 50_000

_SCRIPTS = (
    *("base/list.js", "base/search.js", "base/svg.js"),
    *(f"lexicon/{name}.js" for name in ("state", "list", "graph", "entry", "summary", "lexicon")),
)


def write_lexicon_page(
    path: Path | str,
    lexicon: Lexicon,
    *,
    tables: Sequence[Table] = (),
    facts: Sequence[tuple[str, str]] = (),
) -> None:
    """Write a single-file page of an inferred lexicon: figures, words, pictures, paths.

    Args:
        path: file to write; replaced as a whole or left as it was.
        lexicon: the translations; those of one word stand together.
        tables: figures to show after those of the lexicon, such as a table of reliability.
        facts: names and values for the foot of the page.

    Raises:
        InputError: the file cannot be written.
    """
    measure = measure_of(lexicon.signature)
    heads = [
        Explanation(word, language, other, tuple(those), measure=measure)
        for (word, language, other), those in groupby(
            lexicon.translations,
            key=lambda each: (each.source, each.source_language, each.target_language),
        )
    ]
    part = ""
    if len(heads) > LIMIT:
        part = f"first {LIMIT:,} of {len(heads):,} words"
    _write(
        path,
        heads[:LIMIT],
        title=_title(heads),
        tables=[*lexicon_figures(lexicon.translations, measure), *tables],
        facts=facts,
        notes=lexicon.notes,
        signature=lexicon.signature,
        part=part,
    )


def write_explanation_page(path: Path | str, explanations: Sequence[Explanation]) -> None:
    """Write a single-file page of a word, or of several, with pictures of their paths.

    Args:
        path: file to write; replaced as a whole or left as it was.
        explanations: see `pipeline.explaining.explain_word`.

    Raises:
        InputError: the file cannot be written.
    """
    _write(path, explanations, title=next((each.word for each in explanations), ""))


def _write(
    path: Path | str,
    heads: Sequence[Explanation],
    *,
    title: str,
    tables: Sequence[Table] = (),
    facts: Sequence[tuple[str, str]] = (),
    notes: Sequence[str] = (),
    signature: Signature | None = None,
    part: str = "",
) -> None:
    store = _Store.of(heads)
    streams = [store.packed(each) for each in heads]
    sets = [[store.dictionaries[name] for name in names] for names in store.sets]
    data = {
        "heads": streams,
        "told": {
            number: [each.why, list(each.direct)]
            for number, each in enumerate(heads)
            if each.why or each.direct
        },
        "words": [word for word, _ in store.words],
        "wordLanguages": pack(store.languages[language] for _, language in store.words),
        "languages": list(store.languages),
        "directions": [direction(language) for language in store.languages],
        "parts": list(store.parts),
        "reasons": list(store.reasons),
        "dictionaries": list(store.dictionaries),
        "sets": sets,
        "tables": [each.as_data() for each in tables],
        "facts": [list(each) for each in facts],
        "notes": list(notes),
        "measure": next((each.measure for each in heads if each.measure != PROBABILITY), ""),
        "signature": str(signature) if signature else "",
        "part": part,
    }
    write_page(
        path,
        title or "Lexicon",
        data,
        body="lexicon/lexicon.html",
        styles=["base/panes.css", "lexicon/graph.css", "lexicon/lexicon.css"],
        scripts=_SCRIPTS,
    )


def _title(heads: Sequence[Explanation]) -> str:
    pairs = dict.fromkeys((each.language, each.target_language) for each in heads)
    return ", ".join(f"{one}-{other}" for one, other in pairs)


@dataclass(slots=True)
class _Store:
    """What many words share, each thing with its number."""

    languages: Numbers[str] = field(default_factory=Numbers)
    words: Numbers[tuple[str, str]] = field(default_factory=Numbers)
    parts: Numbers[str] = field(default_factory=lambda: Numbers({"": 0}))
    reasons: Numbers[str] = field(default_factory=Numbers)
    dictionaries: Numbers[str] = field(default_factory=Numbers)
    sets: Numbers[tuple[str, ...]] = field(default_factory=Numbers)

    @classmethod
    def of(cls, heads: Sequence[Explanation]) -> _Store:
        """Return a store whose languages are ordered: sources, targets, pivots by frequency."""
        pivots: Counter[str] = Counter()
        sources = dict.fromkeys(each.language for each in heads)
        targets: dict[str, None] = {}
        for each in heads:
            targets[each.target_language] = None
            for translation in each.translations:
                targets[translation.target_language] = None
                for way in translation.paths:
                    pivots.update(way.languages[1:-1])
        ranked = sorted(pivots, key=lambda language: (-pivots[language], language))
        languages = dict.fromkeys((*sources, *targets, *ranked))
        return cls(Numbers({language: number for number, language in enumerate(languages)}))

    def packed(self, head: Explanation) -> str:
        """Return one word and its translations as the page's script expects it (see state.js)."""
        graph = word_graph(head.word, head.language, head.translations)
        places = Numbers({node: at for at, node in enumerate(graph.nodes)})
        drawn = len(head.translations) - graph.left
        tail = [self.languages[head.target_language], len(head.translations)]
        for each in head.translations:
            tail += [places[each.target, each.target_language], _thousandths(each.score)]
            tail += [self.parts[each.source_pos or each.target_pos or ""]]
            tail += [len(each.reasons), *(self.reasons[text] for text in each.reasons)]
            paths = path_nodes(each)
            tail.append(len(paths))
            for nodes, dictionaries in paths:
                tail += [len(nodes) - 2, *(places[node] for node in nodes[1:-1])]
                tail += [self.sets[names] for names in dictionaries]
        numbers = [int(head.measure != PROBABILITY), head.left, drawn, len(graph.columns)]
        for column in graph.columns:
            numbers += [len(column), *(self.words[node] for node in column)]
        extra = list(places)[len(graph.nodes) :]
        numbers += [len(extra), *(self.words[node] for node in extra)]
        return pack([*numbers, *tail])


def _thousandths(score: float | None) -> int:
    """Return a score in thousandths, rounded down, and 1; 0 for none."""
    return 0 if score is None else 1 + min(1000, floor(score * 1000 + 1e-6))


# Figures of an inferred lexicon: entries by probability, pivot languages, dictionaries.

_BANDS = (0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0)
_SLACK = 1e-9
_DICTIONARIES = 30


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page.

    Attributes:
        title: what it shows.
        head: names of the columns.
        rows: texts and numbers, one a column.
        hint: how to read it; may be empty.
        bar: number of the column that is drawn as a bar, too; None for none.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | float]]
    hint: str = ""
    bar: int | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the table as plain values."""
        found: dict[str, Any] = {
            "title": self.title,
            "head": list(self.head),
            "rows": [list(row) for row in self.rows],
        }
        if self.hint:
            found["hint"] = self.hint
        if self.bar is not None:
            found["bar"] = self.bar
        return found


def lexicon_figures(translations: Sequence[Translation], measure: str = PROBABILITY) -> list[Table]:
    """Return the figures of a lexicon; what it says nothing of has no table."""
    found = [_scores(translations, measure), _pivots(translations), _dictionaries(translations)]
    return [table for table in found if table.rows]


def _scores(translations: Sequence[Translation], measure: str) -> Table:
    counts: Counter[float] = Counter()
    for each in translations:
        score = each.score
        if score is not None:
            counts[next(band for band in _BANDS if score >= band - _SLACK or not band)] += 1
    rows = []
    total, above = 0, 1.0
    for band in _BANDS:
        if counts[band]:
            total += counts[band]
            rows.append((f"{band:.2f} to {above:.2f}", counts[band], total))
        above = band
    what = measure if measure == PROBABILITY else f"score of {measure}"
    return Table(
        f"Entries by {what}",
        (what, "entries", "from here up"),
        rows,
        hint="How many entries a threshold at the lower bound leaves.",
        bar=1,
    )


def _pivots(translations: Sequence[Translation]) -> Table:
    best: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for each in translations:
        every.update({code for path in each.paths for code in path.languages[1:-1]})
        best.update({code for path in each.paths[:1] for code in path.languages[1:-1]})
    ranked = sorted(every, key=lambda code: (-best[code], -every[code], code))
    return Table(
        "Pivot languages",
        ("language", "code", "on the best path", "on any path shown"),
        [(name(code), code, best[code], every[code]) for code in ranked],
        hint="Entries whose paths go through a language.",
        bar=2,
    )


def _dictionaries(translations: Sequence[Translation]) -> Table:
    best: Counter[str] = Counter()
    for each in translations:
        best.update(
            {said for path in each.paths[:1] for names in path.dictionaries for said in names}
        )
    ranked = sorted(best, key=lambda said: (-best[said], said))
    more = len(ranked) - _DICTIONARIES
    return Table(
        "Dictionaries",
        ("dictionary", "on the best path"),
        [(said, best[said]) for said in ranked[:_DICTIONARIES]],
        hint="Entries whose best path rests on a dictionary"
        + (f"; {count_of(more, 'further dictionary')} used less." if more > 0 else "."),
        bar=1,
    )
