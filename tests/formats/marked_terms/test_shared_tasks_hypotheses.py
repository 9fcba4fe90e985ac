"""Translations of systems are written, and read again as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats.marked_terms import read_hypotheses
from diglot.formats.marked_terms.shared_tasks import hypothesis_format, write_hypotheses
from diglot.model import Hypotheses

TEXTS = ("a < b & c", '« "x" »', "")


def test_sgml_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "out.sgm"
    write_hypotheses(path, Hypotheses(TEXTS, ("1", 'b"', "3"), "x&y"), languages=("en", "fr"))
    found = read_hypotheses(path)
    assert (found.texts, found.ids) == (TEXTS, ("1", 'b"', "3"))
    assert 'srclang="en" trglang="fr"' in path.read_text(encoding="utf-8")


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    write_hypotheses(path, Hypotheses(TEXTS))
    assert read_hypotheses(path).texts == TEXTS


@given(st.lists(st.text(alphabet="a<>&\"' ;é|", max_size=12), min_size=1, max_size=4))
def test_no_sign_breaks_the_tags(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("sgml") / "out.sgm"
    ids = tuple(str(number) for number in range(len(texts)))
    write_hypotheses(path, Hypotheses(tuple(texts), ids))
    assert read_hypotheses(path).texts == tuple(" ".join(each.split()) for each in texts)


def test_the_name_decides_on_the_format_and_else_the_other_file() -> None:
    assert hypothesis_format("x.sgm") == "sgml"
    assert hypothesis_format("x.txt", "sgml") == "lines"
    assert hypothesis_format("x.fr", "sgml") == "sgml"
    with pytest.raises(ConfigError, match=r"end the name in \.sgm or \.txt"):
        hypothesis_format("x.jsonl")


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="segment 2: a translation has several lines"):
        write_hypotheses(tmp_path / "a.txt", Hypotheses(("a", "b\nc")))
    with pytest.raises(ConfigError, match="needs the ids"):
        write_hypotheses(tmp_path / "a.sgm", Hypotheses(("a",)))
    with pytest.raises(ConfigError, match="unknown format 'xlsx'"):
        write_hypotheses(tmp_path / "a.sgm", Hypotheses(("a",)), format="xlsx")
    assert not list(tmp_path.iterdir())
