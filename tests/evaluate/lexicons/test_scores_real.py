"""Known figures of inverse consultation over Spanish on the dictionaries of Apertium."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.evaluate.lexicons.gold import build_gold
from diglot.evaluate.lexicons.pairs import Rules, WordPairs
from diglot.evaluate.lexicons.scores import average, evaluate
from diglot.formats.lexicons import read_translations
from diglot.lexicons.graph.graph import edges_between
from diglot.pipeline.steps.lexicons.dictionaries import load_graph

FIGURES = ("precision", "recall", "f1", "coverage")
# All dictionaries with English or French, so that the words of both are those of the whole graph.
NAMES = "eng-cat eng-glg eng-spa epo-eng eus-eng fra-cat fra-spa epo-fra oci-fra"


@pytest.fixture(scope="module")
def graph(shared_data):
    folder = shared_data / "lexicons" / "apertium-rdf27"
    return load_graph([folder / f"{name}.tsv.gz" for name in NAMES.split()]).graph


@pytest.fixture(scope="module")
def words(graph):
    return {code: graph.lemmas(np.arange(*graph.range(code))) for code in ("en", "fr")}


@pytest.fixture(scope="module")
def inferred(graph, words):
    one, other = edges_between(graph, "en", "es"), edges_between(graph, "fr", "es")
    shared = (one @ other.T).tocoo()
    degrees = one.sum(axis=1)[shared.row] + other.sum(axis=1)[shared.col]
    return WordPairs(
        [words["en"][row] for row in shared.row],
        [words["fr"][column] for column in shared.col],
        2.0 * shared.data / degrees,
    )


@pytest.fixture(scope="module")
def golds(shared_data):
    folder = shared_data / "lexicons" / "gold"
    return {
        name: WordPairs.of(read_translations(folder / f"freedict.{name}.tsv"))
        for name in ("eng-fra", "fra-eng")
    }


def figures(found):
    return tuple(round(found.both.values[name], 3) for name in FIGURES)


@pytest.mark.slow
def test_english_to_french(golds, inferred, words):
    gold = build_gold(golds["eng-fra"], source_words=words["en"], target_words=words["fr"])
    assert (len(gold), len(gold.entries)) == (11_555, 6_416)
    found = evaluate(gold, inferred)
    assert figures(found) == (0.786, 0.315, 0.449, 0.571)
    assert figures(evaluate(gold, inferred, threshold=0.01)) == (0.747, 0.336, 0.463, 0.593)
    # Exactly one half is the score of a tenth of the rows: were it not kept, F would be this.
    assert figures(evaluate(gold, inferred, threshold=0.500001))[2] == 0.422


@pytest.mark.slow
def test_french_to_english(golds, inferred, words):
    gold = build_gold(golds["fra-eng"], source_words=words["fr"], target_words=words["en"])
    assert (len(gold), len(gold.entries)) == (12_328, 6_503)
    found = evaluate(gold, inferred.reverse())
    assert figures(found) == (0.775, 0.315, 0.448, 0.577)


@pytest.mark.slow
def test_both_golds_united_without_what_scores_exactly_one_half(golds, inferred, words):
    both = golds["eng-fra"] + golds["fra-eng"].reverse()
    gold = build_gold(both, source_words=words["en"], target_words=words["fr"])
    assert (len(gold), len(gold.entries)) == (12_590, 6_980)
    assert figures(evaluate(gold, inferred, threshold=0.500001)) == (0.807, 0.281, 0.417, 0.526)
    assert figures(evaluate(gold, inferred)) == (0.775, 0.311, 0.444, 0.567)


def test_case_kept_loses_a_little(golds, inferred, words):
    gold = build_gold(
        golds["eng-fra"],
        source_words=words["en"],
        target_words=words["fr"],
        rules=Rules(case="keep"),
    )
    assert (len(gold), len(gold.entries)) == (11_576, 6_376)
    assert figures(evaluate(gold, inferred))[2] == 0.443


@pytest.mark.slow
def test_the_mean_over_directions(golds, inferred, words):
    there = evaluate(golds["eng-fra"], inferred, source_words=words["en"], target_words=words["fr"])
    back = evaluate(
        golds["fra-eng"], inferred.reverse(), source_words=words["fr"], target_words=words["en"]
    )
    found = average([there.both, back.both])
    assert found.values["f1"] == pytest.approx(
        (there.both.values["f1"] + back.both.values["f1"]) / 2
    )
