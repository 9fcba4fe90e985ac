"""Judgements on sentence pairs, five lines a pair."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats.judgements.transread_labels import (
    CONFIDENCE_LABELS,
    looks_like_confidence_labels,
    read_confidence_labels,
    write_confidence_labels,
)
from diglot.model import ConfidenceJudgement, JudgedPair, Skipped

TEXT = (
    "7\na b c\nd e\n"
    "First annotation: partial; untranslated source word indices: 0 2; untranslated target word"
    " indices: \n"
    "Second annotation: not corresponding\n"
)


def written(folder: Path, text: str) -> Path:
    path = folder / "judged.txt"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_labels_and_untranslated_words_of_two_annotators(tmp_path: Path) -> None:
    (pair,) = read_confidence_labels(written(tmp_path, TEXT)).pairs
    assert (pair.id, pair.source, pair.target) == ("7", "a b c", "d e")
    assert pair.judgements == (
        ConfidenceJudgement("first", "partial", (0, 2)),
        ConfidenceJudgement("second", "erroneous"),
    )


def test_what_was_read_is_written_again(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT)
    write_confidence_labels(tmp_path / "again.txt", read_confidence_labels(path).pairs)
    assert (tmp_path / "again.txt").read_bytes() == path.read_bytes()


def test_labels_outside_of_the_scheme_are_kept_and_counted(tmp_path: Path) -> None:
    found = read_confidence_labels(
        written(tmp_path, "7\na\nb\nFirst annotation: maybe\nSecond annotation: sure\n")
    )
    assert found.pairs[0].judgements[0].label == "maybe"
    assert found.odd == (Skipped("maybe", 1, "7 first"),)


def test_a_missing_judgement_is_a_line_without_a_label(tmp_path: Path) -> None:
    found = read_confidence_labels(
        written(tmp_path, "7\na\nb\nFirst annotation: \nSecond annotation: sure\n")
    )
    assert [each.annotator for each in found.pairs[0].judgements] == ["second"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("7\na\nb\nFirst annotation: sure\n", 1, "cut short"),
        ("\na\nb\nFirst annotation: sure\nSecond annotation: sure\n", 1, "id of a pair is missing"),
        (TEXT + TEXT, 6, "appears twice"),
        ("7\na\nb\nSecond annotation: sure\nFirst annotation: sure\n", 4, "not the first annot"),
        ("7\na\nb\nFirst annotation: sure\nsure\n", 5, "not the second annotation"),
        (TEXT.replace("0 2", "0 3"), 4, "marks word 3 of a sentence with words 0 to 2"),
        (TEXT.replace("0 2", "2 0"), 4, "not ascending"),
        (TEXT.replace("0 2", "0 0"), 4, "not ascending"),
        (TEXT.replace("0 2", "9" * 5000), 4, "too large"),
        (TEXT.replace(": partial", ":"), 4, "there is no label"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    with pytest.raises(FormatError, match=rf"judged\.txt, line {line}: .*{message}"):
        read_confidence_labels(written(tmp_path, text))


def judged(**changes: object) -> JudgedPair:
    parts = {"id": "1", "source": "a", "target": "b", "judgements": ()}
    return JudgedPair(**{**parts, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "pair",
    [
        judged(source="a\nb"),
        judged(id=" "),
        judged(judgements=tuple(ConfidenceJudgement(name, "sure") for name in "abc")),
        judged(judgements=(ConfidenceJudgement("a", "so; so"),)),
        judged(judgements=(ConfidenceJudgement("a", ""),)),
    ],
)
def test_what_cannot_be_read_again_is_not_written(tmp_path: Path, pair: JudgedPair) -> None:
    with pytest.raises(ConfigError):
        write_confidence_labels(tmp_path / "out.txt", [pair])
    assert not (tmp_path / "out.txt").exists()


def test_files_of_this_kind_are_recognised(tmp_path: Path) -> None:
    assert looks_like_confidence_labels(written(tmp_path, TEXT))
    assert not looks_like_confidence_labels(written(tmp_path, "0-0 1-1\n" * 5))
    assert not looks_like_confidence_labels(written(tmp_path, ""))


@given(
    st.lists(
        st.tuples(
            st.lists(st.text("ab-é", min_size=1), min_size=1, max_size=4),
            st.lists(st.sampled_from(CONFIDENCE_LABELS), max_size=2),
            st.sets(st.integers(0, 3)),
        ),
        max_size=4,
    )
)
def test_every_judgement_survives(tmp_path_factory: pytest.TempPathFactory, rows: list) -> None:
    path = tmp_path_factory.mktemp("judged") / "a.txt"
    pairs = tuple(
        JudgedPair(
            str(number),
            " ".join(words),
            "x",
            tuple(
                ConfidenceJudgement(name, label, tuple(i for i in sorted(marked) if i < len(words)))
                for name, label in zip(("first", "second"), labels, strict=False)
            ),
        )
        for number, (words, labels, marked) in enumerate(rows)
    )
    write_confidence_labels(path, pairs)
    assert read_confidence_labels(path).pairs == pairs


@pytest.mark.parametrize("name", ["3000-3599", "3600-4199", "4200-4799"])
def test_the_released_files_survive_byte_by_byte(
    shared_data: Path, tmp_path: Path, name: str
) -> None:
    path = shared_data / "annotation" / "transread" / "dat" / "sconf" / f"{name}.txt"
    found = read_confidence_labels(path)
    assert len(found.pairs) == 600
    assert found.odd == ()
    write_confidence_labels(tmp_path / "again.txt", found.pairs)
    assert (tmp_path / "again.txt").read_bytes() == path.read_bytes()
