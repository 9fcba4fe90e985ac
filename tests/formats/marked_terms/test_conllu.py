"""Heads of words from parses in CoNLL-U."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.marked_terms.conllu import read_heads


def line(number: str | int, form: str, head: int | str = "_") -> str:
    return f"{number}\t{form}\t_\t_\t_\t_\t{head}\t_\t_\t_\n"


def parse(path: Path, *sentences: str) -> Path:
    file = path / "parse.conllu"
    file.write_text("\n".join(sentences) + "\n", "utf-8")
    return file


def words(*pairs: tuple[str, int]) -> str:
    return "# text\n" + "".join(line(k, *pair) for k, pair in enumerate(pairs, 1))


def test_heads_are_places_of_tokens_and_the_root_has_none(tmp_path: Path) -> None:
    path = parse(tmp_path, words(("she", 2), ("coughs", 0), ("loudly", 2)))
    assert read_heads(path, [["she", "coughs", "loudly"]]) == [[1, -1, 1]]


def test_a_text_of_several_sentences_counts_on(tmp_path: Path) -> None:
    path = parse(tmp_path, words(("go", 0), (".", 1)), words(("dry", 2), ("cough", 0)))
    assert read_heads(path, [["go", ".", "dry", "cough"]]) == [[-1, 0, 3, -1]]


def test_words_cut_finer_than_tokens_give_the_head_that_leads_out(tmp_path: Path) -> None:
    path = parse(tmp_path, words(("symptoms", 0), ("(", 3), ("98", 1), (")", 3)))
    assert read_heads(path, [["symptoms", "(98)"]]) == [[-1, 0]]


def test_words_of_a_contraction_stand_in_it(tmp_path: Path) -> None:
    sentence = (
        line(1, "fièvre", 0) + line("2-3", "du") + line(2, "de", 4) + line(3, "le", 4)
        + line(4, "patient", 1) + line("4.1", "elided")
    )  # fmt: skip
    assert read_heads(parse(tmp_path, sentence), [["fièvre", "du", "patient"]]) == [[-1, 2, 0]]


def test_a_text_without_tokens_takes_no_sentence(tmp_path: Path) -> None:
    path = parse(tmp_path, words(("a", 0)))
    assert read_heads(path, [[], ["a"], []]) == [[], [-1], []]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (words(("tos", 0)), "has 'tos' where text 1 goes on with 'cough'"),
        ("", "ends before text 1 of 1"),
        (words(("cough", 0)) + "\n" + words(("more", 0)), "goes on after the last of 1 texts"),
        (words(("cough", 7)), "names a head outside its sentence"),
        ("1\tcough\n", "has 2 columns of 10"),
        (line(2, "cough", 0), "has no word 1 with a head"),
        (line(1, "cough", "_"), "has no word 1 with a head"),
    ],
)
def test_another_parse_is_named(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_heads(parse(tmp_path, content), [["cough"]])


@given(st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=6), st.data())
def test_tokens_of_any_cut_get_heads_in_their_text(
    tmp_path_factory: pytest.TempPathFactory, forms: list[str], data: st.DataObject
) -> None:
    heads = [data.draw(st.integers(0, len(forms))) for _ in forms]
    path = parse(tmp_path_factory.mktemp("p"), words(*zip(forms, heads, strict=True)))
    text = "".join(forms)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(text)))) | {len(text)})
    tokens = [text[a:b] for a, b in zip([0, *cuts], cuts, strict=False)]
    [found] = read_heads(path, [tokens])
    assert len(found) == len(tokens)
    assert all(-1 <= head < len(tokens) and head != k for k, head in enumerate(found))
    if tokens == forms:
        assert found == [head - 1 if head - 1 != k else -1 for k, head in enumerate(heads)]


@pytest.mark.parametrize("place", ["head", "word"])
def test_a_number_of_thousands_of_digits_is_none(tmp_path: Path, place: str) -> None:
    long = "9" * 5000
    told = line(1, "a", long) if place == "head" else line(f"1-{long}", "a") + line(1, "a", 0)
    with pytest.raises(FormatError, match="has no word"):
        read_heads(parse(tmp_path, told), [["a"]])
