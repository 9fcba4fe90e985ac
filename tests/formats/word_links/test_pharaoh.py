from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files import lines as line_blocks
from diglot.formats.blocks import Skips
from diglot.formats.word_links import builder as _word_links
from diglot.formats.word_links import pharaoh
from diglot.formats.word_links import pharaoh as pharaoh_parse
from diglot.model import Skipped, WordLinks
from tests.effort import calls
from tests.formats.word_links.strategies import block, same, word_links


def written(folder: Path, text: str | bytes, name: str = "a.pharaoh") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def pairs(links: WordLinks) -> list[list[tuple[int, int]]]:
    return [links.of(pair) for pair in range(links.pairs)]


def test_a_line_is_a_pair_and_an_empty_line_a_pair_without_links(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0-0 1-2\n\n10-3\n"))
    assert pairs(links) == [[(0, 0), (1, 2)], [], [(10, 3)]]
    assert links.scores is None
    assert links.possible is None


def test_the_last_line_needs_no_line_end(tmp_path: Path) -> None:
    assert pairs(pharaoh.read(written(tmp_path, "0-0\n1-1"))) == [[(0, 0)], [(1, 1)]]


def test_numbers_of_lines_before_a_tab_are_passed_over(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0\t0-0 1p2 \n1\t\n2\t3-3"))
    assert pairs(links) == [[(0, 0), (1, 2)], [], [(3, 3)]]
    with pytest.raises(FormatError, match="'0' is not a link"):
        pharaoh.read(written(tmp_path, "0\t0-0\n2\t1-1\n"))


def test_an_empty_file_has_no_pairs(tmp_path: Path) -> None:
    assert pharaoh.read(written(tmp_path, "")).pairs == 0


def test_p_and_a_question_mark_are_possible_links(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0-0 1p2 2?3\n"))
    assert pairs(links) == [[(0, 0), (1, 2), (2, 3)]]
    assert links.possible is not None
    assert links.possible.tolist() == [False, True, True]


def test_probabilities_follow_a_colon_for_sure_and_possible_links(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0-0:0.5 1p2:1 2-3:0.123456\n"))
    assert links.scores is not None
    assert links.scores.tolist() == np.float32([0.5, 1, 0.123456]).tolist()


def test_a_link_without_a_probability_beside_others_is_certain(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0-0:0.5 1-1\n"))
    assert links.scores is not None
    assert links.scores.tolist() == [0.5, 1.0]


@pytest.mark.parametrize("number", ["1e-3", ".001", "0.001", "0.00100000000000000000001", "1.0E-3"])
def test_odd_spellings_of_probabilities_are_read(tmp_path: Path, number: str) -> None:
    links = pharaoh.read(written(tmp_path, f"0-0:{number}\n"))
    assert links.scores is not None
    assert links.scores.tolist() == [np.float32(0.001)]


def test_links_come_sorted_by_source_then_target(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "3-0:0.3 0-2:0.2 0-1:0.1\n1-1:0.4\n"))
    assert pairs(links) == [[(0, 1), (0, 2), (3, 0)], [(1, 1)]]
    assert links.scores is not None
    assert links.scores.tolist() == np.float32([0.1, 0.2, 0.3, 0.4]).tolist()


def test_a_repeated_link_is_kept_once_and_counted(tmp_path: Path) -> None:
    skips = Skips()
    links = pharaoh.read(written(tmp_path, "0-0 0-0 1-1\n0-0\n"), skips=skips)
    assert pairs(links) == [[(0, 0), (1, 1)], [(0, 0)]]
    assert skips.entries() == (Skipped("link that stands twice", 1),)


def test_of_equal_links_sure_wins_then_the_more_probable(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0p0:0.9 0-0:0.2 0-0:0.3 1p1:0.1 1p1:0.6\n"))
    assert pairs(links) == [[(0, 0), (1, 1)]]
    assert links.scores is not None
    assert links.scores.tolist() == np.float32([0.3, 0.6]).tolist()
    assert links.possible is not None
    assert links.possible.tolist() == [False, True]


def test_base_one_and_reverse(tmp_path: Path) -> None:
    path = written(tmp_path, "1-2 3-1\n")
    assert pairs(pharaoh.read(path, base=1)) == [[(0, 1), (2, 0)]]
    assert pairs(pharaoh.read(path, base=1, reverse=True)) == [[(0, 2), (1, 0)]]


def test_position_zero_where_words_count_from_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a\.pharaoh, line 2: the position 0 is before"):
        pharaoh.read(written(tmp_path, "1-1\n1-1 1-0\n"), base=1)


def test_only_two_bases_exist(tmp_path: Path) -> None:
    path = written(tmp_path, "1-1\n")
    with pytest.raises(ConfigError, match="from 0 or from 1, not from 2"):
        pharaoh.read(path, base=2)
    with pytest.raises(ConfigError, match="from 0 or from 1"):
        pharaoh.write(path, pharaoh.read(path), base=-1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0\n0-2\n", "line 2: links word 3 of a target sentence of 2"),
        ("0-0\n3-0\n", "line 2: links word 4 of a source sentence of 3"),
        ("0-0\n\n0-0\n", "line 3: there is no sentence pair 3, the text has 2"),
        ("0-0\n", "links of 1 sentence pairs, the text has 2"),
        ("0-0\n\n\n", "links of 3 sentence pairs, the text has 2"),
    ],
)
def test_links_that_leave_their_text_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(FormatError, match=r"a\.pharaoh.*" + message):
        pharaoh.read(path, lengths=(np.array([1, 3]), np.array([1, 2])))
    assert pharaoh.read(path).pairs >= 1


def test_lengths_are_those_of_source_and_target_in_reverse_too(tmp_path: Path) -> None:
    path = written(tmp_path, "1-4\n")
    assert pharaoh.read(path, lengths=([5], [2]), reverse=True).of(0) == [(4, 1)]
    with pytest.raises(FormatError, match=r"source sentence of 2; check .* counts words from 1"):
        pharaoh.read(path, lengths=([2], [5]), reverse=True)


@pytest.mark.parametrize(
    "word",
    [
        "0",
        "0-",
        "-0",
        "0--1",
        "0-1-2",
        "0-1p2",
        "a-0",
        "0-0:",
        "0-0:x",
        "0-0:nan",
        "0-0:inf",
        "0-0:-0.1",
        "0-0:1.1",
        "0-0:1.0001",
        "0-0:2",
        "0-0:0.5:0.5",
        "0-0:0.5.5",
        "0-0.5",
        ":0.5",
        ".5",
        "0.5-1",
        "-1-0",
        "0-+1",
        "0,0",
        "٣-0",
        "0_0-0",
        "S0-0",
        "0-0\r1-1",
        "0-0\x0b1-1",
        "0-0\u20281-1",
        "0-0\u00a01-1",
        "0-0\x00",
        "9999999-0",
        "0-1048577",
        "0-" + "9" * 5000,
        "0-0:0." + "9" * 20 + "x",
    ],
)
def test_a_word_that_is_no_link_is_refused_with_its_line(tmp_path: Path, word: str) -> None:
    with pytest.raises(FormatError) as caught:
        pharaoh.read(written(tmp_path, f"0-0\n1-1 {word} 2-2\n3-3\n"))
    assert "a.pharaoh, line 2: " in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(tmp_path))


def test_the_line_is_right_after_the_first_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_blocks.byte_blocks, "__kwdefaults__", {"encoding": None, "size": 16})
    path = written(tmp_path, "0-0 1-1\n" * 50 + "bad\n")
    with pytest.raises(FormatError, match="line 51: 'bad' is not a link"):
        pharaoh.read(path)
    path.write_text("0-0 1-1\n" * 50 + "7-0\n")
    with pytest.raises(FormatError, match="line 51: links word 8 of a source"):
        pharaoh.read(path, lengths=([2] * 51, [2] * 51))


def test_windows_line_ends_tabs_and_a_mark_are_fine(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeff 0-0\t1-1  \r\n\r\n2-2\r\n")
    assert pairs(pharaoh.read(path)) == [[(0, 0), (1, 1)], [], [(2, 2)]]


def test_utf16_and_gzip_are_read(tmp_path: Path) -> None:
    text = "0-0 1p1:0.5\n\n2-2\n"
    plain = pharaoh.read(written(tmp_path, text))
    assert same(pharaoh.read(written(tmp_path, text.encode("utf-16"), "b.pharaoh")), plain)
    assert same(pharaoh.read(written(tmp_path, gzip.compress(text.encode()), "c.gz")), plain)


@pytest.mark.parametrize("size", [1, 5, 1 << 20])
@given(links=word_links(), base=st.integers(0, 1), reverse=st.booleans())
@settings(max_examples=20)
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    size: int,
    links: WordLinks,
    base: int,
    reverse: bool,
) -> None:
    path = tmp_path_factory.mktemp("p") / "a.pharaoh"
    assert pharaoh.write(path, links, scores=True, base=base, reverse=reverse) == ()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_blocks.byte_blocks, "__kwdefaults__", {"encoding": None, "size": size})
        assert same(pharaoh.read(path, base=base, reverse=reverse), links)


@given(links=word_links(), cut=st.integers(0, 8), at_once=st.integers(1, 4))
def test_blocks_are_written_as_one_file(
    tmp_path_factory: pytest.TempPathFactory, links: WordLinks, cut: int, at_once: int
) -> None:
    folder = tmp_path_factory.mktemp("p")
    cut = min(cut, links.pairs)
    parts = (block(links, *ends) for ends in ((0, cut), (cut, links.pairs)))
    pharaoh.write(folder / "whole", links, scores=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_word_links, "PAIRS_AT_ONCE", at_once)
        pharaoh.write(folder / "parts", parts, scores=True)
    assert (folder / "parts").read_bytes() == (folder / "whole").read_bytes()


@given(links=word_links())
def test_the_written_text_is_that_of_a_plain_loop(
    tmp_path_factory: pytest.TempPathFactory, links: WordLinks
) -> None:
    path = tmp_path_factory.mktemp("p") / "a"
    pharaoh.write(path, links, scores=True)
    lines = []
    for pair in range(links.pairs):
        words = []
        for k in range(links.offsets[pair], links.offsets[pair + 1]):
            joint = "p" if links.possible is not None and links.possible[k] else "-"
            word = f"{links.source[k]}{joint}{links.target[k]}"
            if links.scores is not None:
                word += ":" + f"{links.scores[k]:.4f}".rstrip("0").rstrip(".")
            words.append(word)
        lines.append(" ".join(words) + "\n")
    assert path.read_text(encoding="utf-8") == "".join(lines)


@given(
    st.lists(
        st.lists(
            st.from_regex(
                r"\A[0-9]{1,3}[-p?][0-9]{1,3}(:(0(\.[0-9]{1,8})?|1(\.0{1,3})?))?\Z", fullmatch=False
            ),
            max_size=5,
        ),
        max_size=5,
    )
)
def test_both_ways_of_parsing_agree(lines: list[list[str]]) -> None:
    data = "".join(" ".join(words) + "\n" for words in lines).encode()
    if not data:
        return
    fast = pharaoh_parse._plain(data)
    slow = pharaoh_parse._by_word(data.decode(), "a", 1)
    assert fast is not None
    for field in ("line", "left", "right", "scores", "possible"):
        one, other = getattr(fast, field), getattr(slow, field)
        assert (one is None) == (other is None), field
        assert one is None or np.array_equal(one, other), field
    assert fast.lines == slow.lines


@given(st.text("01-p?:. \t\n", max_size=30))
@settings(max_examples=60)
def test_the_fast_way_never_takes_what_the_slow_one_refuses(text: str) -> None:
    fast = pharaoh_parse._plain((text + "\n").encode())
    if fast is not None:
        slow = pharaoh_parse._by_word(text + "\n", "a", 1)
        assert (fast.left.tolist(), fast.right.tolist()) == (
            slow.left.tolist(),
            slow.right.tolist(),
        )
        assert fast.line.tolist() == slow.line.tolist()


def test_probabilities_are_written_short_with_four_decimals(tmp_path: Path) -> None:
    scores = np.float32([0.5, 0.93, 0.123449, 1.0, 0.99996, 0.00001, 0.1])
    size = len(scores)
    each = np.arange(size, dtype=np.int32)
    links = WordLinks(np.array([0, size]), each, each, scores)
    path = tmp_path / "a"
    assert pharaoh.write(path, links, scores=True) == ()
    assert path.read_text() == "0-0:0.5 1-1:0.93 2-2:0.1234 3-3:1 4-4:1 5-5:0 6-6:0.1\n"


def test_probabilities_that_are_not_written_are_listed(tmp_path: Path) -> None:
    links = pharaoh.read(written(tmp_path, "0-0:0.5\n"))
    assert pharaoh.write(tmp_path / "b", links) == (Skipped("probability of a link", 1),)
    assert (tmp_path / "b").read_text() == "0-0\n"


def test_no_nan_is_ever_written(tmp_path: Path) -> None:
    one = np.zeros(1, np.int32)
    links = WordLinks(np.array([0, 1]), one, one, np.float32([np.nan]))
    with pytest.raises(ValueError, match="not between 0 and 1"):
        pharaoh.write(tmp_path / "a", links, scores=True)
    assert not (tmp_path / "a").exists()


def test_a_stream_that_breaks_leaves_the_old_file(tmp_path: Path) -> None:
    path = written(tmp_path, "precious\n")
    good = pharaoh.read(written(tmp_path, "0-0\n", "b"))

    def stream():
        yield good
        raise InputError("the text ends")

    with pytest.raises(InputError):
        pharaoh.write(path, stream())
    assert path.read_text() == "precious\n"


@pytest.mark.slow
def test_a_million_links_are_not_touched_one_by_one(tmp_path: Path) -> None:
    pairs, each = 100_000, 10
    position = np.tile(np.arange(each, dtype=np.int32), pairs)
    links = WordLinks(np.arange(pairs + 1) * each, position, position)
    assert calls(lambda: pharaoh.write(tmp_path / "a", links)) < links.pairs
    assert calls(lambda: same(pharaoh.read(tmp_path / "a"), links)) < links.pairs
    assert same(pharaoh.read(tmp_path / "a"), links)


def test_gold_of_every_set_is_read_as_its_description_says(shared_data: Path) -> None:
    sets = sorted((shared_data / "words").glob("*/meta.json"))
    assert len(sets) >= 15
    for meta in sets:
        known = json.loads(meta.read_text(encoding="utf-8"))
        lengths = tuple(
            [len(line.split()) for line in line_blocks.stream_lines(meta.with_name(side))]
            for side in ("src.txt", "tgt.txt")
        )
        assert (sum(lengths[0]), sum(lengths[1])) == (known["src_tokens"], known["tgt_tokens"])
        skips = Skips()
        links = pharaoh.read(meta.with_name("gold.txt"), lengths=lengths, skips=skips)
        repeated = sum(each.count for each in skips.entries())
        possible = 0 if links.possible is None else int(links.possible.sum())
        assert links.pairs == known["sentences"]
        assert possible == known["possible_only"], meta
        # Links that the text has no words for were counted, then dropped from the file.
        stated = known["sure"] + possible - known["out_of_range_dropped"]
        assert len(links.source) + repeated == stated, meta
