"""What is known of the released judgements, figure by figure, as the commands count it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from diglot.evaluate.agreement import faults, figure_name, operations
from diglot.evaluate.alignments.trees import (
    DIRECT,
    IDLE,
    INVERSE,
    LEAF,
    OTHER,
    TRIM,
    induced_links,
    shapes,
)
from diglot.formats.links.transread import read_trees_with_tokens
from diglot.formats.word_links import pharaoh
from diglot.model import DividedText
from diglot.pipeline.steps.scores.agreement import AgreementReport, label_tasks, score_agreement
from diglot.pipeline.steps.scores.options import AgreementOptions
from tests.evaluate.agreement import twin as twin

RANGES = ("3000-3599", "3600-4199", "4200-4799")
TASKS = {
    "task_1_fr-en": "English_French",
    "task_2_fr-en": "English_French",
    "task_1_es-en": "English_Spanish",
    "task_2_fr-es": "French_Spanish",
}
TEXTS = {
    "BarbeBleue_BlueBeard": "LaBarbeBleue_BlueBeard",
    "ChatBotte_MasterCat": "ChatBotte_MasterCat",
    "LaVision_TheVision": "LaVision_TheVision",
    "Laderniereclasse_Thelastlesson": "LaDerniereClasse_TheLastLesson",
}


@cache
def confidence(data: Path) -> tuple[AgreementReport, ...]:
    folder = data / "annotation" / "transread" / "dat" / "sconf"
    return score_agreement(
        [folder / f"{name}.txt" for name in RANGES], options=AgreementOptions(resamples=200)
    )


@cache
def word_labels(data: Path, task: str) -> AgreementReport:
    folder = data / "annotation" / "transread" / "dat" / "wconf" / TASKS[task] / task
    (report,) = score_agreement([folder], options=AgreementOptions())
    return report


@cache
def divided(data: Path) -> tuple[DividedText, ...]:
    folder = data / "annotation" / "alibi" / "dat"
    return tuple(read_trees_with_tokens(folder / f"{name}.ali.xml.gz") for name in TEXTS)


def three(values) -> list[float]:
    return [round(value, 3) for value in values]


def test_annotators_agree_on_1663_of_1800_sentence_pairs(shared_data: Path) -> None:
    labels = confidence(shared_data)[-1].labels
    assert labels is not None
    assert labels.items == 1800
    assert dict(zip(labels.labels, labels.agreed.tolist(), strict=True)) == {
        "sure": 1002,
        "partial": 252,
        "unperfect": 163,
        "erroneous": 244,
        "undecidable": 2,
    }
    assert labels.agreed.sum() == 1663


def test_kappas_of_sentence_pairs(shared_data: Path) -> None:
    *files, whole = confidence(shared_data)
    values = [each.labels.score.values for each in files if each.labels is not None]
    assert [round(each["raw"], 4) for each in values] == [0.9617, 0.9083, 0.9017]
    assert [round(each["kappa"], 4) for each in values] == [0.9357, 0.8569, 0.8296]
    assert whole.labels is not None
    assert round(whole.labels.score.values["kappa"], 3) == 0.874
    assert round(whole.labels.score.values["alpha"], 4) == 0.8744


def test_confusions_of_sentence_pairs(shared_data: Path) -> None:
    labels = confidence(shared_data)[-1].labels
    assert labels is not None
    found = {
        f"{one}-{other}": int(labels.confusion[i, j])
        for i, one in enumerate(labels.labels)
        for j, other in enumerate(labels.labels)
        if i < j and labels.confusion[i, j]
    }
    assert found == {
        "sure-unperfect": 54,
        "partial-unperfect": 33,
        "sure-partial": 27,
        "unperfect-erroneous": 14,
        "unperfect-undecidable": 4,
        "partial-undecidable": 2,
        "erroneous-undecidable": 2,
        "partial-erroneous": 1,
    }


def test_untranslated_words_of_agreed_partial_pairs(shared_data: Path) -> None:
    (spans,) = confidence(shared_data)[-1].compared
    totals = dict(zip(spans.score.columns, spans.score.statistics.sum(axis=0), strict=True))
    assert (totals["first"], totals["second"], totals["shared"]) == (1408, 1311, 1239)
    assert (totals["identical"], totals["items"]) == (153, 252)
    assert round(spans.score.values["f"], 3) == 0.911
    assert round(spans.score.values["identical"], 3) == 0.607


# Raw and kappa per pair, Fleiss with its interval, sure against the rest, F of links not wrong.
ROWS = {
    "task_1_fr-en": (
        *((2180, 2204), [0.771, 0.826, 0.758], [0.574, 0.673, 0.541]),
        *(0.595, (0.57, 0.62), 0.710, [0.937, 0.955, 0.928]),
    ),
    "task_2_fr-en": (
        *((502, 502), [0.759, 0.711, 0.673], [0.618, 0.569, 0.510]),
        *(0.563, (0.52, 0.61), 0.613, [0.846, 0.841, 0.783]),
    ),
    "task_1_es-en": (
        *((783, 783), [0.771], [0.636]),
        *(0.634, (0.59, 0.68), 0.734, [0.906]),
    ),
    "task_2_fr-es": (
        *((335, 335), [0.412], [0.202]),
        *(0.149, (0.07, 0.22), 0.411, [0.635]),
    ),
}
# Our count for the first task is .658, by two implementations; a figure of .649 is also around.
WRONG = {
    "task_1_fr-en": 0.658,
    "task_2_fr-en": 0.657,
    "task_1_es-en": 0.735,
    "task_2_fr-es": 0.170,
}


@pytest.mark.parametrize("task", TASKS)
def test_labels_of_word_links(shared_data: Path, task: str) -> None:
    links, raw, kappa, fleiss, interval, sure, chosen = ROWS[task]
    report = word_labels(shared_data, task)
    labels = report.labels
    assert labels is not None
    values, intervals = labels.score.values, labels.score.intervals
    assert (labels.complete, labels.items) == links
    pairs = [(pair.first, pair.second) for pair in labels.pairs]
    assert three(values[figure_name("raw", pair)] for pair in pairs) == raw
    assert three(values[figure_name("kappa", pair)] for pair in pairs) == kappa
    assert round(values["fleiss"], 3) == fleiss
    assert intervals["fleiss"] == pytest.approx(interval, abs=0.02)
    against = [
        values[figure_name("fleiss", label=labels.labels.index(label))]
        for label in ("wrong", "sure")
    ]
    assert three(against) == [WRONG[task], sure]
    assert three(each.score.values["f"] for each in report.compared) == chosen


# Of the package krippendorff 0.9.0 over the same judgements, missing ones included: alpha, and
# alpha of "wrong" against the rest.
PUBLISHED = {
    "task_1_fr-en": (0.5958089894355221, 0.6598162115188815),
    "task_2_fr-en": (0.5632552684041523, 0.657220189835871),
    "task_1_es-en": (0.6344254828804351, 0.7350317676727172),
    "task_2_fr-es": (0.1500351483647948, 0.17149830508474584),
}


@pytest.mark.parametrize("task", TASKS)
def test_alpha_of_word_links_is_that_of_a_published_package(shared_data: Path, task: str) -> None:
    labels = word_labels(shared_data, task).labels
    assert labels is not None
    wrong = figure_name("alpha", label=labels.labels.index("wrong"))
    found = labels.score.values["alpha"], labels.score.values[wrong]
    assert found == pytest.approx(PUBLISHED[task], abs=5e-5)


def test_alpha_of_sentence_pairs_is_that_of_a_published_package(shared_data: Path) -> None:
    found = [
        each.labels.score.values["alpha"]
        for each in confidence(shared_data)
        if each.labels is not None
    ]
    expected = [0.9357881476893559, 0.8568662732270801, 0.8295081256040278, 0.8743845502038379]
    assert found == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("task", TASKS)
def test_fleiss_of_word_links_is_that_of_the_plain_twin(shared_data: Path, task: str) -> None:
    folder = shared_data / "annotation" / "transread" / "dat" / "wconf" / TASKS[task] / task
    (found,) = label_tasks([folder])
    judged = list(found.judgements.values())
    keys = set(judged[0]).intersection(*judged[1:])
    items = [[each[key] for each in judged] for key in keys]
    labels = word_labels(shared_data, task).labels
    assert labels is not None
    values = labels.score.values
    assert values["fleiss"] == pytest.approx(twin.fleiss(items), abs=1e-9)
    two = [[label == "wrong" for label in item] for item in items]
    wrong = values[figure_name("fleiss", label=labels.labels.index("wrong"))]
    assert wrong == pytest.approx(twin.fleiss(two), abs=1e-9)


def test_the_importer_says_what_is_odd_in_the_labels(shared_data: Path) -> None:
    remarks = "\n".join(word_labels(shared_data, "task_1_fr-en").remarks)
    assert '23 of the label "possible"' in remarks
    assert '11 of the label "unaligned"' in remarks
    assert "(1 2,189, 2 2,190, 3 2,194): 2,180 common, 2,204 in all" in remarks
    assert "annotator 1 did not label 15 of them" in remarks


def test_divisions_and_trims_of_the_trees(shared_data: Path) -> None:
    done = [operations(text.trees) for text in divided(shared_data)]

    def count(kind: int) -> int:
        return sum(each.count(kind) for each in done)

    assert sum(len(each.kinds) for each in done) == 13784
    assert (count(DIRECT), count(INVERSE)) == (5802, 440)
    assert count(TRIM) + count(IDLE) == 982
    assert count(OTHER) == 0
    edges = {edge: sum(each.trims()[edge] for each in done) for edge in done[0].trims()}
    assert edges == {
        ("target", "right"): 295,
        ("source", "right"): 265,
        ("target", "left"): 213,
        ("source", "left"): 206,
    }


def test_the_three_trims_that_drop_nothing_are_errors_with_their_place(shared_data: Path) -> None:
    found = [
        (name, text.names[fault.pair], fault.code, fault.message)
        for name, text in zip(TEXTS, divided(shared_data), strict=True)
        for fault in faults(text.trees)
    ]
    lesson, code = "Laderniereclasse_Thelastlesson", "no-op-trim"
    what = "a trim drops no word: level 1"
    assert found == [
        (lesson, "41", code, f"{what}, source words 0-3, target words 0-2"),
        (lesson, "86", code, f"{what}, source words 6-8, target words 5-7"),
        (lesson, "91", code, f"{what}, source words 0-4, target words 0-4"),
    ]


def test_leaves_of_the_trees_by_shape(shared_data: Path) -> None:
    texts = divided(shared_data)
    assert sum(operations(text.trees).count(LEAF) for text in texts) == 6560
    found = [shapes(text.trees) for text in texts]
    counts = {
        shape: sum(each.get(shape, 0) for each in found)
        for shape in ((1, 1), (2, 1), (1, 2), (2, 2))
    }
    assert counts == {(1, 1): 5063, (2, 1): 382, (1, 2): 366, (2, 2): 253}


def test_flattening_gives_the_released_links_of_318_trees(
    shared_data: Path, tmp_path: Path
) -> None:
    alike = 0
    for flat, text in zip(TEXTS.values(), divided(shared_data), strict=True):
        released = shared_data / "annotation" / "alibi" / "ali" / flat / f"ali_w2w_{flat}.txt"
        lines = released.read_text(encoding="utf-8").splitlines()
        # The flat files number their lines, and have none for a pair without a tree.
        bare = tmp_path / "flat.pharaoh"
        bare.write_text("\n".join(line.partition("\t")[2] for line in lines) + "\n")
        expected, found = pharaoh.read(bare), induced_links(text.trees)
        pairs = np.flatnonzero(np.diff(text.trees.offsets))
        assert expected.pairs == len(pairs)
        for line, pair in enumerate(pairs):
            one, other = (
                (links.source[here], links.target[here], links.possible[here])
                for links, here in (
                    (expected, slice(*expected.offsets[line : line + 2])),
                    (found, slice(*found.offsets[pair : pair + 2])),
                )
                if links.possible is not None
            )
            alike += all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert alike == 318
