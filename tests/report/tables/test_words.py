"""Tables of word scores."""

from __future__ import annotations

from pathlib import Path

from diglot.evaluate.alignments.confidence import against_labels
from diglot.evaluate.alignments.trees import by_depth
from diglot.evaluate.alignments.trees import score as score_trees
from diglot.evaluate.alignments.words import score
from diglot.evaluate.statistics.significance import bootstrap
from diglot.model import LabelledLink
from diglot.pipeline.steps.scores.links import ScoredWords
from diglot.report.tables.layout import record_table
from diglot.report.tables.words import (
    DEPTHS,
    label_table,
    link_table,
    note_of,
    tree_table,
    word_tables,
)
from tests.evaluate.alignments.tree_strategies import trees
from tests.evaluate.alignments.word_strategies import links

GOLD = links([[(0, 0), (1, 1)]], possible=[[(1, 2)]])
FOUND = links([[(0, 0), (1, 2), (2, 2)]])
TREES = trees([[(0, 2, 0, 3, None), (0, 1, 0, 1, 0), (1, 2, 1, 3, 0)]])


def test_an_error_rate_is_a_line_with_its_interval():
    found, gold = (
        links([[(0, 0), (1, 2), (2, 2)]] * 10),
        links([[(0, 0), (1, 1)]] * 10, possible=[[(1, 2)]] * 10),
    )
    lines = link_table(bootstrap(score(found, gold), draws=10)).splitlines()
    assert lines[2].split() == ["AER", ".400", ".400–.400"]
    assert [line.split()[0] for line in lines[2:]] == ["AER", "precision", "recall", "F1"]


def test_another_weight_adds_a_line():
    lines = link_table(score(FOUND, GOLD, alpha=0.1)).splitlines()
    assert lines[-1].split() == ["F", "alpha", ".513"]


def test_gold_without_possible_links_is_named():
    assert "AER (sure only)" in link_table(score(FOUND, FOUND), sure_only=True)
    assert note_of(ScoredWords(Path("a"))) is None
    assert "1 - F1" in str(note_of(ScoredWords(Path("a"), sure_only=True)))


def test_every_figure_of_the_trees_has_a_name_of_its_own():
    lines = tree_table(score_trees(FOUND, TREES)).splitlines()[2:]
    names = [line.rsplit(maxsplit=1)[0].strip() for line in lines]
    assert len(set(names)) == len(names) == 14
    assert "leaf-weighted AER" in names
    assert "bisegment (leaves) precision" in names


def test_depths_and_labels():
    lines = record_table(DEPTHS, by_depth(FOUND, TREES)).splitlines()
    assert lines[3].split() == ["1", "2", ".500", ".500", ".500"]
    scored = links([[(0, 0)]], scores=[{(0, 0): 0.5}])
    labelled = against_labels(scored, [LabelledLink(1, (0,), (0,), "sure")])
    text = label_table(labelled)
    assert ["sure", "1", ".500", "–", "–"] in [line.split() for line in text.splitlines()]
    assert "error at 80%" in text


def test_only_what_is_known_is_shown():
    run = ScoredWords(Path("a"), trees=score_trees(FOUND, TREES), depths=by_depth(FOUND, TREES))
    assert len(word_tables(run)) == 2
    assert len(word_tables(run, brief=True)) == 1
