"""Datasheets: a template that can be read back, fields that are missed, what is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.annotate.exchange.release import (
    QUESTIONS,
    check_answers,
    read_answers,
    render_datasheet,
    write_template,
)
from diglot.errors import FormatError, InputError

ANSWERS = {each.key: f"answer to {each.key}" for each in QUESTIONS}


def test_an_empty_template_lacks_every_mandatory_field(tmp_path: Path) -> None:
    path = tmp_path / "datasheet.toml"
    write_template(path)
    answers = read_answers(path)
    with pytest.raises(InputError, match=r"lacks purpose.purpose, .*release.contact") as caught:
        check_answers(path, answers)
    assert "known_problems" not in str(caught.value)


@given(
    st.dictionaries(
        st.sampled_from(sorted(ANSWERS)),
        st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30),
    )
)
def test_answers_survive_writing_and_reading(tmp_path_factory, answers) -> None:
    path = tmp_path_factory.mktemp("sheet") / "datasheet.toml"
    write_template(path, answers)
    read = read_answers(path)
    assert {key: read[key] for key in answers} == {k: v.strip() for k, v in answers.items()}


@pytest.mark.parametrize(
    "text", ['[texts]\ngenre = "novels"\n', "[texts]\ngenres = 3\n", 'title = "x"\n', "[texts\n"]
)
def test_a_misspelt_field_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "datasheet.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError):
        read_answers(path)


def test_the_sheet_holds_answers_and_facts() -> None:
    text = render_datasheet("Trial 1.0", ANSWERS, [("Agreement", ["kappa .8"])])
    assert text.startswith("# Trial 1.0")
    assert all(answer in text for answer in ANSWERS.values())
    assert "## Agreement\n\nkappa .8" in text
