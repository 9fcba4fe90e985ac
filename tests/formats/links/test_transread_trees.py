"""Trees of bisegments out of chunk links."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError, UnsafeFileError
from diglot.formats.links.transread import (
    read_trees,
    read_trees_with_tokens,
    write_trees_with_tokens,
)
from diglot.model import BisegmentTrees, DividedText, Skipped
from tests.evaluate.alignments.tree_strategies import divisions, trees

ROOT = ("7.0_0-2_0-2", "ROOT")


def group(*links: tuple[str, str], number: int = 7) -> str:
    body = "".join(
        f'<link id="{name}" parentID="{parent}"><docSpan beginPos="a 1.0" endPos="a 1.0"/></link>'
        for name, parent in links
    )
    return (
        f'<linkGroup id="{number}" type="alignment"><docPart doc="a"/><docPart doc="b"/>{body}'
        "</linkGroup>"
    )


def document(*groups: str) -> str:
    return (
        '<trAnnot xmlns="http://transread.limsi.fr" version="1.1"><linkList level="chunk">'
        f"{''.join(groups)}</linkList></trAnnot>"
    )


def written(folder: Path, *groups: str) -> Path:
    path = folder / "trees.xml"
    path.write_text(document(*groups), encoding="utf-8")
    return path


def test_parents_come_first_and_ends_are_left_out(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        group(("7.1_1-2_0-0", ROOT[0]), ("7.1_0-0_1-2", ROOT[0]), ROOT),
    )
    trees = read_trees(path)
    assert trees.pairs == 1
    assert trees.source.tolist() == [[0, 3], [0, 1], [1, 3]]
    assert trees.target.tolist() == [[0, 3], [1, 3], [0, 1]]
    assert trees.parent.tolist() == [-1, 0, 0]
    assert trees.depth.tolist() == [0, 1, 1]
    assert trees.leaves.tolist() == [False, True, True]


def test_depth_is_counted_and_not_read_from_the_id(tmp_path: Path) -> None:
    trees = read_trees(written(tmp_path, group(ROOT, ("7.5_0-0_0-0", ROOT[0]))))
    assert trees.depth.tolist() == [0, 1]


def test_a_child_may_repeat_its_parent_or_drop_words(tmp_path: Path) -> None:
    links = (ROOT, ("7.1_0-2_0-2", ROOT[0]), ("7.2_0-1_0-2", "7.1_0-2_0-2"))
    assert read_trees(written(tmp_path, group(*links))).depth.tolist() == [0, 1, 2]


def test_a_group_without_links_is_a_pair_without_a_tree(tmp_path: Path) -> None:
    trees = read_trees(written(tmp_path, group(number=6), group(ROOT), group(number=8)))
    assert trees.offsets.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("links", "words"),
    [
        ((("7.0_0-1_0-1", "x"),), "0 links have the parent ROOT"),
        ((ROOT, ("7.0_0-1_0-1", "ROOT")), "2 links have the parent ROOT"),
        ((ROOT, ROOT), "twice"),
        ((ROOT, ("7.1_0-1_0-1", "x")), "not below the root"),
        ((ROOT, ("7.1_0-1_0-1", "7.1_0-1_0-1")), "not below the root"),
        ((ROOT, ("7.1_0-3_0-1", ROOT[0])), "overlap or lie outside"),
        ((ROOT, ("7.1_0-1_0-0", ROOT[0]), ("7.1_1-2_1-2", ROOT[0])), "overlap or lie outside"),
        ((ROOT, ("7.1_0-0_0-1", ROOT[0]), ("7.1_1-2_1-2", ROOT[0])), "overlap or lie outside"),
        ((ROOT, ("7.1_2-1_0-1", ROOT[0])), "empty"),
        ((ROOT, ("odd", ROOT[0])), "no token ranges"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_group(
    tmp_path: Path, links: tuple[tuple[str, str], ...], words: str
) -> None:
    with pytest.raises(FormatError, match=words):
        read_trees(written(tmp_path, group(*links)))


def test_a_file_without_chunk_links_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no trees"):
        read_trees(written(tmp_path))


def test_packed_files_read_as_plain_ones(tmp_path: Path) -> None:
    plain = written(tmp_path, group(ROOT, ("7.1_0-0_0-0", ROOT[0])))
    packed = tmp_path / "trees.xml.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    one, other = read_trees(plain), read_trees(packed)
    assert np.array_equal(one.source, other.source)
    assert np.array_equal(one.parent, other.parent)


def test_damaged_packed_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "trees.xml.gz"
    whole = gzip.compress(document(group(ROOT)).encode())
    for rubbish in (whole[:-9], whole[:12], whole[:10] + b"\xff" * 40):
        path.write_bytes(rubbish)
        with pytest.raises(FormatError, match="gzip"):
            read_trees(path)
    with pytest.raises(InputError, match="no such file"):
        read_trees(tmp_path / "none.gz")


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "trees.xml.gz"
    path.write_bytes(gzip.compress(b" " * 5_000_000))
    with pytest.raises(UnsafeFileError, match="unpacks to more"):
        read_trees(path)


def test_the_trees_of_four_texts(shared_data: Path) -> None:
    files = sorted((shared_data / "annotation/alibi/dat").glob("*.ali.xml.gz"))
    trees = [read_trees(path) for path in files]
    assert [each.pairs for each in trees] == [69, 52, 107, 94]
    parents = np.concatenate([each.parent for each in trees])
    assert len(parents) == 13_784
    children = np.concatenate(
        [np.bincount(each.parent[each.parent >= 0], minlength=len(each.parent)) for each in trees]
    )
    assert [int(np.count_nonzero(children == count)) for count in range(4)] == [6560, 982, 6242, 0]
    inverse = 0
    for each in trees:
        order = np.lexsort((each.source[:, 0], each.parent))
        first, second = order[:-1], order[1:]
        siblings = (each.parent[first] == each.parent[second]) & (each.parent[first] >= 0)
        inverse += np.count_nonzero(siblings & (each.target[first, 0] > each.target[second, 0]))
    assert inverse == 440
    deepest = np.concatenate(
        [
            np.maximum.reduceat(each.depth, each.offsets[:-1][np.diff(each.offsets) > 0])
            for each in trees
        ]
    )
    assert len(deepest) == 318
    assert deepest.mean() == pytest.approx(6.5, abs=0.05)
    assert deepest.max() == 12


def divided(*pairs, words: int | None = None) -> DividedText:
    """Trees with words a0, a1… and b0, b1…"""
    found = trees([list(nodes) for nodes in pairs])
    sizes = [(nodes[0][1], nodes[0][3]) if nodes else (0, 0) for nodes in pairs]
    if words is not None:
        sizes = [(words, words)] * len(pairs)
    source, target = (
        tuple(tuple(f"{letter}{i}" for i in range(size[side])) for size in sizes)
        for side, letter in enumerate("ab")
    )
    return DividedText(
        found, tuple(map(str, range(1, len(pairs) + 1))), source, target, ("fr", "en")
    )


def same(one: BisegmentTrees, other: BisegmentTrees) -> bool:
    names = ("offsets", "source", "target", "parent", "depth")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@given(st.lists(st.one_of(st.just([]), divisions()), min_size=1, max_size=4))
def test_trees_and_their_words_survive(tmp_path_factory: pytest.TempPathFactory, pairs) -> None:
    path = tmp_path_factory.mktemp("trees") / "a.xml"
    text = divided(*pairs)
    assert write_trees_with_tokens(path, text) == ()
    found = read_trees_with_tokens(path)
    assert (found.names, found.source, found.target) == (text.names, text.source, text.target)
    assert found.languages == ("fr", "en")
    # Readers give children from left to right.
    write_trees_with_tokens(path, found)
    assert same(read_trees_with_tokens(path).trees, found.trees)
    assert sorted(zip(found.trees.source.tolist(), found.trees.target.tolist(), strict=True)) == (
        sorted(zip(text.trees.source.tolist(), text.trees.target.tolist(), strict=True))
    )


def test_words_of_pairs_without_a_tree_have_no_place(tmp_path: Path) -> None:
    lost = write_trees_with_tokens(tmp_path / "a.xml", divided([], words=2))
    assert lost == (Skipped("sentence pair without a tree, whose words are not written", 1),)


def test_words_may_need_escaping(tmp_path: Path) -> None:
    text = divided([(0, 1, 0, 1, None)])
    text = DividedText(text.trees, ('"1"',), (("<&>",),), (("]]>",),))
    write_trees_with_tokens(tmp_path / "a.xml", text)
    found = read_trees_with_tokens(tmp_path / "a.xml")
    assert (found.names, found.source, found.target) == (('"1"',), (("<&>",),), (("]]>",),))


@pytest.mark.parametrize(
    "changes",
    [
        {"source": (("a", "b"),)},
        {"source": (("a b",),)},
        {"source": (("\0",),)},
        {"names": ("",)},
        {"names": ("1", "2")},
    ],
)
def test_what_cannot_be_read_again_is_not_written(tmp_path: Path, changes: dict) -> None:
    text = divided([(0, 1, 0, 1, None)])
    parts = {"trees": text.trees, "names": ("1",), "source": (("a",),), "target": (("b",),)}
    with pytest.raises(ConfigError):
        write_trees_with_tokens(tmp_path / "a.xml", DividedText(**{**parts, **changes}))
    assert not (tmp_path / "a.xml").exists()


def test_a_root_that_does_not_stand_for_its_text_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, group(ROOT))
    with pytest.raises(FormatError, match="its root does not stand for all words"):
        read_trees_with_tokens(path)


def test_the_released_trees_survive(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "annotation" / "alibi" / "dat"
    for path in sorted(folder.glob("*.gz")):
        text = read_trees_with_tokens(path)
        write_trees_with_tokens(tmp_path / "again.xml", text)
        found = read_trees_with_tokens(tmp_path / "again.xml")
        assert same(found.trees, text.trees)
        assert (found.names, found.source, found.target) == (text.names, text.source, text.target)
        assert found.languages == text.languages == ("fr", "en")
