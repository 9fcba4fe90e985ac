"""CoNLL-U: words, tags and lemmas of tagged sentences."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.formats.documents.text_lines import read_conllu

if TYPE_CHECKING:
    from pathlib import Path


def row(number: str, word: str, lemma: str, tag: str) -> str:
    return "\t".join((number, word, lemma, tag, *"______"))


def written(folder: Path, *lines: str) -> Path:
    path = folder / "a.conllu"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_words_tags_and_lemmas(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "# sent_id = 1",
        row("1", "Winds", "wind", "NOUN"),
        row("2", "blow", "_", "VERB"),
        "",
        row("1", "End", "end", "NOUN"),
    )
    first, second = read_conllu(path)
    assert first.words == ("Winds", "blow")
    assert first.tags == ("NOUN", "VERB")
    assert first.lemmas == ("wind", "")
    assert second.words == ("End",)


def test_a_word_that_stands_for_several_is_one_with_the_tag_of_its_first(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        row("1", "prix", "prix", "NOUN"),
        row("2-3", "du", "_", "_"),
        row("2", "de", "de", "ADP"),
        row("3", "le", "le", "DET"),
        row("4", "vent", "vent", "NOUN"),
    )
    (sentence,) = read_conllu(path)
    assert sentence.words == ("prix", "du", "vent")
    assert sentence.tags == ("NOUN", "ADP", "NOUN")
    assert sentence.lemmas == ("prix", "de", "vent")


def test_empty_nodes_are_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, row("1", "a", "a", "NOUN"), row("1.1", "b", "b", "VERB"))
    assert read_conllu(path)[0].words == ("a",)


def test_documents_are_numbered(tmp_path: Path) -> None:
    one = row("1", "a", "a", "NOUN")
    path = written(tmp_path, "# newdoc id = x", one, "", one, "", "# newdoc", one)
    assert [sentence.document for sentence in read_conllu(path)] == [0, 0, 1]


@pytest.mark.parametrize(
    ("line", "said"), [("1\ta\ta", "3 columns"), (row("x", "a", "a", "X"), "not a word number")]
)
def test_a_broken_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = written(tmp_path, row("1", "a", "a", "NOUN"), line)
    with pytest.raises(FormatError, match=f"line 2.*{said}"):
        read_conllu(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.integers(0, 90))
def test_only_input_errors_leave_the_reader(tmp_path: Path, noise: bytes, at: int) -> None:
    whole = row("1-2", "du", "_", "_") + "\n" + row("1", "de", "de", "ADP") + "\n\n# newdoc\n"
    path = tmp_path / "a.conllu"
    path.write_bytes(whole.encode()[:at] + noise + whole.encode()[at:])
    with suppress(InputError):
        read_conllu(path)


def test_a_message_shortens_a_number_that_fills_the_terminal(tmp_path: Path) -> None:
    path = written(tmp_path, row("9" * 5000, "a", "a", "X"))
    with pytest.raises(FormatError, match="999…999") as error:
        read_conllu(path)
    assert len(str(error.value)) < len(str(path)) + 200
