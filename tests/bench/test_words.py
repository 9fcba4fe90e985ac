"""The benchmark of word alignment: its command, its tables, what saved models are worth."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench import word_labels, words
from bench.word_models import joined, part, timed
from bench.word_quality import Quality, measure, quality_table, without_surface
from diglot.words import align
from diglot.words.corpus import encode, index
from diglot.words.models import views
from diglot.words.models.surface import surface

TEXT = [
    (["one", first, second], ["eins", first.upper() + "en", second.upper() + "en"])
    for first in ("bear", "tea", "hill", "sand")
    for second in ("fox", "egg", "lamp", "ink")
]


def quality_of(name: str, more: int) -> Quality:
    return Quality(name, more, 10, 0.065, 0.95, 0.92, 0.44, 0.07, 0.1, 0.03, 1.25)


def test_the_table_sets_known_peers_beside_the_set() -> None:
    rows = quality_table([quality_of("alibi-fr-en", 0), quality_of("alibi-fr-en", 30_000)])
    own, more = (
        [cell.strip() for cell in row.strip("|").split("|")] for row in rows.splitlines()[2:]
    )
    assert own[:9] == ["alibi-fr-en", "", "24.0", "11.5", "9.6", "8.0", "6.5", "95.0", "92.0"]
    assert more[1:6] == ["30,000", "–", "–", "–", "–"]


def test_some_pairs_of_many_keep_their_links_and_marks() -> None:
    every = joined([[(0, 0, 0.5)], [], [(0, 1, 0.25), (1, 0, 0.75)]])
    middle = part(every, 1, 3)
    assert [middle.of(k) for k in range(2)] == [[], [(0, 1), (1, 0)]]
    assert middle.scores is not None
    assert middle.scores.tolist() == [0.25, 0.75]
    assert middle.possible is None


@pytest.mark.slow
def test_a_saved_model_is_timed_on_every_pair() -> None:
    model = align(encode(TEXT), reported=0).model
    found = timed(model, TEXT[:3], len(TEXT), 3)
    assert 0 < found.median <= found.high
    assert found.opening > 0


@pytest.mark.slow
def test_without_surface_no_word_pair_is_likelier_than_another() -> None:
    corpus = encode([(["paris"], ["paris"]), (["rome", "a"], ["rom", "eine"])])
    pairs = index(corpus)
    counts = np.zeros(len(pairs.columns), np.float32)
    full = surface(corpus, pairs)
    assert len(np.unique(full.base(counts, 0, flat=1e-3, strength=3.0))) > 1
    with without_surface():
        bare = vars(views)["surface"](corpus, pairs)
    assert np.unique(bare.base(counts, 0, flat=1e-3, strength=3.0)).tolist() == [
        pytest.approx(1e-3)
    ]
    assert bare.mass(0, flat=1e-3, strength=3.0) == pytest.approx(1e-3 * bare.sizes[1])
    assert vars(views)["surface"] is surface


@pytest.mark.slow
@pytest.mark.usefixtures("shared_data")
def test_a_set_is_aligned_and_scored() -> None:
    found = measure("xlwa-en-ru-dev", 0)
    assert found.pairs == 90
    assert 0.15 < found.aer < 0.30
    # All of its links are sure, so that the three calibration errors are one.
    assert found.ece_possible == found.ece_sure == pytest.approx(found.ece_half)
    assert found.cpu > 0


@pytest.mark.slow
@pytest.mark.usefixtures("shared_data")
def test_labels_are_printed_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alibi = word_labels.word_set("alibi-fr-en")
    some = replace(alibi, pairs=alibi.pairs[:20])
    monkeypatch.setattr(word_labels, "word_set", lambda _: some)  # all of it takes ten seconds
    out = tmp_path / "new" / "words.json"
    assert words.main(["--labels", "--quick", "--out", str(out)]) == 0
    assert "| own and alibi |" in capsys.readouterr().out
    record = json.loads(out.read_text("utf-8"))
    assert set(record) == {"made", "labels"}
    judged = record["labels"]["0"]
    assert judged["links"] == 1823
    assert {row["label"]: row["links"] for row in judged["labels"]} == {
        "sure": 1271,
        "contextual": 59,
        "partial": 77,
        "wrong": 416,
    }


def test_pages_need_everything_measured(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        words.main(["--pages", "--quick"])
    assert caught.value.code == 2
    assert "--quick" in capsys.readouterr().err
