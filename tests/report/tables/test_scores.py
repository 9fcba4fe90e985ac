"""The JSON of scores, on which other programs rely."""

from __future__ import annotations

import json

from diglot.evaluate.alignments.sentences import score
from diglot.evaluate.statistics.significance import bootstrap
from diglot.model import Link
from diglot.report.tables.scores import as_json

GOLD = [[Link((0,), (0,)), Link((1,), (1, 2))]]
FOUND = [[Link((0,), (0,)), Link((), (1,)), Link((1,), (2,))]]
TEXTS = [["Un.", "Deux et trois."]], [["One.", "Two.", "Three."]]


def test_every_level_has_precision_recall_and_f1_as_plain_numbers():
    values = json.loads(json.dumps(as_json(score(FOUND, GOLD, *TEXTS))))
    assert list(values) == ["strict", "lax", "align", "sentence", "word", "char"]
    for figures in values.values():
        assert {"precision", "recall", "f1", "silence", "noise", "signature"} == set(figures)
    assert values["lax"]["f1"] == 0.8


def test_intervals_follow_a_bootstrap():
    scores = {name: bootstrap(each, draws=20) for name, each in score(FOUND, GOLD).items()}
    low, high = json.loads(json.dumps(as_json(scores)))["strict"]["intervals"]["f1"]
    assert low <= 0.4 <= high
