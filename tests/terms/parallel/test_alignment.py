"""Terms aligned on parallel text."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.model import TermPair, WordLinks
from diglot.terms.extraction.candidates import Candidates, find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.parallel.alignment import ParallelChoices, align_parallel, default_ranker
from diglot.terms.parallel.correspondences import (
    NAMES,
    correspondence_features,
    find_correspondences,
)
from diglot.text.function_words import function_words, linking_words

ENGLISH = ["the wind farm is here", "the wind farms are there", "wind power", "the sea"]
FRENCH = ["le parc éolien est ici", "les parcs éoliens sont là", "énergie éolienne", "la mer"]
LINKS = [
    *[[(0, 0), (1, 2), (2, 1), (3, 3), (4, 4)]] * 2,
    [(0, 1), (1, 0)],
    [(0, 0), (1, 1)],
]


def _task(times: int = 2) -> tuple[Candidates, Candidates, WordLinks]:
    sides = [
        find_candidates(
            encode_corpus(
                (line.split() for line in lines * times),
                language=language,
                function_words=function_words(language),
                linking_words=linking_words(language),
            )
        )
        for language, lines in (("en", ENGLISH), ("fr", FRENCH))
    ]
    flat = [link for links in LINKS * times for link in links]
    links = WordLinks(
        np.cumsum([0, *map(len, LINKS * times)]).astype(np.int64),
        np.array([i for i, _ in flat], np.int32),
        np.array([j for _, j in flat], np.int32),
        np.full(len(flat), 0.95, np.float32),
    )
    return sides[0], sides[1], links


def _best(pairs: tuple[TermPair, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in pairs:
        found.setdefault(pair.source, pair.target)
    return found


@pytest.mark.parametrize("method", ["spans", "linked"])
def test_linked_spans_come_first(method: str) -> None:
    best = _best(align_parallel(*_task(), method=method))
    assert best["wind farm"] == "parc éolien"
    assert best["wind farms"] == "parcs éoliens"
    assert best["wind power"] == "énergie éolienne"
    assert best["sea"] == "mer"


def test_cooccurrence_needs_no_links() -> None:
    source, target, _ = _task()
    empty = WordLinks(np.zeros(9, np.int64), *[np.zeros(0, np.int32)] * 2, np.zeros(0, np.float32))
    best = _best(
        align_parallel(source, target, empty, ParallelChoices("dice"), method="cooccurrence")
    )
    assert best["sea"] == "mer"


def test_competition_gives_a_source_one_target() -> None:
    pairs = align_parallel(*_task(), method="competition")
    sources = [pair.source for pair in pairs]
    assert len(sources) == len(set(sources)) > 3


def test_scores_fall_and_probabilities_are_probabilities() -> None:
    pairs = align_parallel(*_task())
    scores = [pair.score or 0.0 for pair in pairs]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= (pair.probability or 0.0) <= 1 for pair in pairs)


def test_every_pair_says_where_it_was_seen() -> None:
    pair = next(pair for pair in align_parallel(*_task()) if pair.source == "wind farm")
    assert pair.contexts == (0, 4)
    assert (pair.source_frequency, pair.target_frequency) == (2, 2)
    assert pair.reasons[0] == "in 2 of 2 sentences"


def test_rare_terms_are_left_out_on_request() -> None:
    assert "sea" in _best(align_parallel(*_task(1)))
    assert "sea" not in _best(align_parallel(*_task(1), ParallelChoices(min_frequency=2)))


def test_singular_and_plural_are_no_match() -> None:
    source, target, links = _task()
    found = find_correspondences(source, target, links)
    same = correspondence_features(source, target, found)[:, NAMES.index("number")]
    numbers = {
        (source.text(int(s)), target.text(int(t))): number
        for s, t, number in zip(found.source, found.target, same, strict=True)
    }
    assert numbers["wind farms", "parcs éoliens"] == 1
    assert numbers["wind farm", "parc éolien"] == 1


def test_the_shipped_ranker_knows_these_figures() -> None:
    assert default_ranker().names == NAMES


def _best_of(lines: list[tuple[str, str]], languages: tuple[str, str]) -> dict[str, str]:
    """The best pairs of lines whose words are linked in their order."""
    sides = [
        find_candidates(
            encode_corpus(
                (line.split() for line in side),
                language=language,
                function_words=function_words(language),
            )
        )
        for language, side in zip(languages, zip(*lines, strict=True), strict=True)
    ]
    sizes = [len(one.split()) for one, _ in lines]
    at = np.concatenate([np.arange(size, dtype=np.int32) for size in sizes])
    offsets = np.cumsum([0, *sizes])
    return _best(
        align_parallel(*sides, WordLinks(offsets, at, at, np.full(len(at), 0.95, np.float32)))
    )


def test_an_acronym_is_written_as_in_the_source_where_the_target_has_it_so_too() -> None:
    lines = [("see the LDAP", "voir le LDAP"), *[("the LDAP", "le ldap")] * 2]
    assert _best_of(lines, ("en", "fr"))["LDAP"] == "LDAP"


def test_the_capital_of_a_label_goes_where_another_form_of_the_term_has_none() -> None:
    lines = [("open the mouse", "відкрийте панель Миша")] * 3
    lines += [("with the mouse", "за допомогою миші"), ("of mouse", "з мишею")] * 2
    assert _best_of(lines, ("en", "uk"))["mouse"] == "миша"
    labels = [("open the mouse", "відкрийте панель Миша")] * 3
    assert _best_of(labels, ("en", "uk"))["mouse"] == "Миша"


def test_unknown_methods_and_measures_are_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match="available: spans, linked, cooccurrence"):
        align_parallel(*_task(), method="guess")
    with pytest.raises(ConfigError, match="ranker and formula"):
        align_parallel(*_task(), ParallelChoices("dice"))
    with pytest.raises(ConfigError, match="unknown measure 'guess'"):
        align_parallel(*_task(), ParallelChoices("guess"), method="linked")
