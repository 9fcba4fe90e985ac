"""The JSON of scores, on which other programs rely."""

from __future__ import annotations

import json

from diglot.evaluate.alignments.sentences import score
from diglot.evaluate.statistics.significance import bootstrap
from diglot.model import Link
from diglot.report.tables.layout import score_as_json

GOLD = [[Link((0,), (0,)), Link((1,), (1, 2))]]
FOUND = [[Link((0,), (0,)), Link((), (1,)), Link((1,), (2,))]]
TEXTS = [["Un.", "Deux et trois."]], [["One.", "Two.", "Three."]]


def test_every_level_has_precision_recall_and_f1_as_plain_numbers():
    scores = score(FOUND, GOLD, *TEXTS)
    values = json.loads(json.dumps({name: score_as_json(each) for name, each in scores.items()}))
    assert list(values) == ["strict", "lax", "align", "sentence", "word", "char"]
    for figures in values.values():
        known = {"precision", "recall", "f1", "silence", "noise", "signature"}
        assert known | {"counts", "intervals"} == set(figures)
    assert values["lax"]["f1"] == 0.8


def test_intervals_follow_a_bootstrap():
    strict = score(FOUND * 10, GOLD * 10)["strict"]
    low, high = json.loads(json.dumps(score_as_json(bootstrap(strict, draws=20))))["intervals"][
        "f1"
    ]
    assert low <= 0.4 <= high


def test_too_few_units_are_said():
    few = score_as_json(bootstrap(score(FOUND, GOLD)["strict"]))
    assert few["intervals"] is None
    assert few["note"] == "1 block: too few for intervals and tests, which need 10"
