from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.word_links import giza
from diglot.model import Skipped

PAIR = """\
# Sentence pair (1) source length 3 target length 4 alignment score : 1.5e-07
un chat noir dort
NULL ({ 4 }) a ({ 1 }) black ({ 3 }) cat ({ 2 })
"""


def written(folder: Path, text: str, name: str = "a.A3.final") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_links_and_tokens_of_a_pair(tmp_path: Path) -> None:
    found = giza.read_tokens(written(tmp_path, PAIR))
    assert found.links.of(0) == [(0, 0), (1, 2), (2, 1)]
    assert found.source == (("a", "black", "cat"),)
    assert found.target == (("un", "chat", "noir", "dort"),)


def test_the_third_line_is_the_target_in_reverse(tmp_path: Path) -> None:
    found = giza.read_tokens(written(tmp_path, PAIR), reverse=True)
    assert found.links.of(0) == [(0, 0), (1, 2), (2, 1)]
    assert found.target == (("a", "black", "cat"),)
    assert giza.read(written(tmp_path, PAIR), reverse=True).of(0) == found.links.of(0)


def test_pairs_are_collected_by_number_the_first_of_repeated_ones_counts(tmp_path: Path) -> None:
    text = (
        "# Sentence pair (3)\nb\nNULL ({ }) B ({ 1 })\n"
        "# Sentence pair (1)\na\nNULL ({ }) A ({ 1 })\n"
        "# Sentence pair (3)\nc d\nNULL ({ }) C ({ 1 2 })\n"
    )
    skips = Skips()
    found = giza.read_tokens(written(tmp_path, text), skips=skips)
    assert found.source == (("A",), (), ("B",))
    assert [found.links.of(pair) for pair in range(3)] == [[(0, 0)], [], [(0, 0)]]
    assert skips.entries() == (
        Skipped("sentence pair that stands twice", 1, "3"),
        Skipped("sentence pair missing", 1, "2"),
    )
    assert giza.read(written(tmp_path, text), pairs=5).pairs == 5


def test_words_may_be_brackets_and_numbers(tmp_path: Path) -> None:
    text = (
        "# Sentence pair (1) source length 4 target length 3\n"
        "({ 7 })\n"
        "NULL ({ }) ({ ({ 1 }) 7 ({ 2 }) }) ({ 3 }) a({b}) ({ })\n"
    )
    found = giza.read_tokens(written(tmp_path, text))
    assert found.source == (("({", "7", "})", "a({b})"),)
    assert found.target == (("({", "7", "})"),)
    assert found.links.of(0) == [(0, 0), (1, 1), (2, 2)]


def test_a_word_named_null_is_a_word_after_the_first(tmp_path: Path) -> None:
    text = "# Sentence pair (1)\nx\nNULL ({ }) NULL ({ 1 })\n"
    assert giza.read_tokens(written(tmp_path, text)).source == (("NULL",),)


def test_an_empty_side_is_a_pair_without_links(tmp_path: Path) -> None:
    text = "# Sentence pair (1)\n\nNULL ({ }) a ({ })\n# Sentence pair (2)\nb\nNULL ({ 1 })\n"
    found = giza.read_tokens(written(tmp_path, text))
    assert found.source == (("a",), ())
    assert found.target == ((), ("b",))


def test_a_packed_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.A3.final.gz"
    text = "# Sentence pair (1)\nété\nNULL ({ }) summer ({ 1 })\n"
    path.write_bytes(gzip.compress(text.encode("latin-1")))
    assert giza.read_tokens(path, encoding="latin-1").target == (("été",),)
    with pytest.raises(FormatError, match="line 2: is not UTF-8"):
        giza.read(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("un chat\n", "line 1: is not a comment"),
        ("\n", "line 1: is not a comment"),
        (PAIR + "# Sentence pair (2)\nun\n", "line 4: the last sentence pair is cut short"),
        (PAIR.replace("(1)", "(0)"), "line 1: there is no sentence pair 0"),
        (PAIR.replace("(1)", "(99999999)"), "line 1: there is no sentence pair 99999999"),
        (PAIR.replace("NULL", "NIL"), r"line 3: .*does not begin with NULL"),
        (PAIR.replace("{ 4 }", "{ 5 }"), "line 3: the position 5 is not among the 4"),
        (PAIR.replace("{ 4 }", "{ 0 }"), "line 3: the position 0 is not among the 4"),
        (PAIR.replace("{ 4 }", "{ x }"), "line 3: 'x' is not a position"),
        (PAIR.replace("{ 4 }", "{ ٣ }"), "line 3: .* is not a position"),
        (PAIR.replace(" })\n", "\n"), r"line 3: no \}\) after the word 'cat'"),
        (PAIR.replace("black (", "black white ("), r"line 3: no \(\{ after the word 'black'"),
        (PAIR.replace("length 3", "length 2"), "line 1: there are 3 source and 4 target words"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"a\.A3\.final, " + message):
        giza.read(written(tmp_path, text))


def test_another_text_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path, PAIR)
    assert giza.read(path, lengths=([3, 2], [4, 2])).pairs == 2
    with pytest.raises(FormatError, match=r"line 3: .* the text has 4 and 3; check"):
        giza.read(path, lengths=([4], [3]))


tokens = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r\0"), min_size=1, max_size=4
) | st.sampled_from(["({", "})", "1", "NULL", "#"])


@st.composite
def aligned(draw: st.DrawFn) -> tuple[list[str], list[str], list[int]]:
    """Source words, target words, and for each of these its source word, 0 for NULL."""
    source = draw(st.lists(tokens, max_size=5))
    target = draw(st.lists(tokens, max_size=5))
    links = [draw(st.integers(0, len(source))) for _ in target]
    return source, target, links


@given(pairs=st.lists(aligned(), max_size=4), order=st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_whatever_the_words_are_links_and_words_come_back(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[list[str], list[str], list[int]]],
    order,
) -> None:
    records = []
    for number, (source, target, links) in enumerate(pairs, 1):
        sides = [
            f"{word} ({{ {''.join(f'{j} ' for j, i in enumerate(links, 1) if i == k)}}})"
            for k, word in enumerate(["NULL", *source])
        ]
        head = f"# Sentence pair ({number}) source length {len(source)} "
        head += f"target length {len(target)} alignment score : 0.1"
        records.append("\n".join([head, " ".join(target), " ".join(sides)]) + "\n")
    order.shuffle(records)
    path = tmp_path_factory.mktemp("g") / "a"
    path.write_bytes("".join(records).encode())
    found = giza.read_tokens(path)
    assert [list(words) for words in found.source] == [source for source, _, _ in pairs]
    assert [list(words) for words in found.target] == [target for _, target, _ in pairs]
    for pair, (_, _, links) in enumerate(pairs):
        expected = sorted((i - 1, j) for j, i in enumerate(links) if i)
        assert found.links.of(pair) == expected
