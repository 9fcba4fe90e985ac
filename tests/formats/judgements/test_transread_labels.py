from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from diglot.errors import FormatError, InputError
from diglot.formats.judgements.transread_labels import (
    LABELS,
    read_labels,
    read_task,
    read_texts,
    write_task,
)
from diglot.model import LabelledLink, Skipped


def written(folder: Path, text: str, name: str = "t_annotation_1.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_links_with_labels_by_pair(tmp_path: Path) -> None:
    found = read_labels(written(tmp_path, "\n7 0:1:sure 2:3:wrong\n9\n12 4:4:partial\n"))
    assert found.links == (
        LabelledLink(7, (0,), (1,), "sure"),
        LabelledLink(7, (2,), (3,), "wrong"),
        LabelledLink(12, (4,), (4,), "partial"),
    )
    assert found.odd == ()


def test_labels_outside_of_the_scheme_are_kept_and_counted(tmp_path: Path) -> None:
    found = read_labels(written(tmp_path, "7 0:1:possible 3::unaligned :5,2:unaligned\n"))
    assert found.links == (
        LabelledLink(7, (0,), (1,), "possible"),
        LabelledLink(7, (3,), (), "unaligned"),
        LabelledLink(7, (), (2, 5), "unaligned"),
    )
    assert found.odd == (
        Skipped("possible", 1, "7 0:1:possible"),
        Skipped("unaligned", 2, "7 3::unaligned"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "x 0:0:sure",
        "7 0:0",
        "7 0:0:",
        "7 0:0:sure:sure",
        "7 a:0:sure",
        "7 -1:0:sure",
        "7 ::sure",
        "7 1,1:0:sure",
        "7 1,:0:sure",
        "7 " + "9" * 50 + ":0:sure",
        "1 0:0:sure",
        "7 0:0:sure\0",
    ],
)
def test_a_broken_line_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(FormatError, match=r"annotation_1\.txt, line 2: "):
        read_labels(written(tmp_path, f"1 0:0:sure\n{line}\n"))


def test_texts_have_three_lines_a_pair(tmp_path: Path) -> None:
    path = written(tmp_path, "7\na b\nc\n9\n\nd e\n", "t.txt")
    assert read_texts(path) == {7: (("a", "b"), ("c",)), 9: ((), ("d", "e"))}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\na\nb\n", "line 1: 'x' is not a number"),
        ("1\na\nb\n1\nc\nd\n", "line 4: the sentence pair 1 appears twice"),
        ("1\na\n", "line 1: the last sentence pair is cut short"),
        ("1\na\nb\n2\n", "line 4: the last sentence pair is cut short"),
        ("1\na\nb\n\n", "line 4: '' is not a number"),
    ],
)
def test_a_broken_text_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"t\.txt, " + message):
        read_texts(written(tmp_path, text, "t.txt"))


def test_a_task_is_a_text_with_its_annotators(tmp_path: Path) -> None:
    written(tmp_path, "7\na b\nc\n", "t.txt")
    written(tmp_path, "7 0:0:sure 1:0:wrong\n", "t_annotation_1.txt")
    written(tmp_path, "7 0:0:partial\n", "t_annotation_2.txt")
    task = read_task(tmp_path)
    assert task.texts == {7: (("a", "b"), ("c",))}
    assert {name: len(each.links) for name, each in task.annotations.items()} == {"1": 2, "2": 1}


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ("7 0:1:sure\n", "line 1: labels word 1 of a sentence with words 0 to 0"),
        ("\n8 0:0:sure\n", "line 2: there is no sentence pair 8"),
    ],
)
def test_labels_of_another_text_are_refused(tmp_path: Path, labels: str, message: str) -> None:
    written(tmp_path, "7\na b\nc\n", "t.txt")
    written(tmp_path, labels)
    with pytest.raises(FormatError, match=message):
        read_task(tmp_path)


def test_a_folder_without_a_task_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(InputError, match="not one text"):
            read_task(folder)
    written(tmp_path, "", "t_annotation_1.txt")
    written(tmp_path, "", "u_annotation_1.txt")
    written(tmp_path, "", "u.txt")
    with pytest.raises(InputError, match="not one text"):
        read_task(tmp_path)


def test_every_task_has_the_counts_of_its_description(shared_data: Path) -> None:
    folder = shared_data / "annotation" / "transread" / "dat" / "wconf"
    stated = dict(
        re.findall(
            r"^(task_\w+-\w+)\s+&\s+\d\s+&\s+(\d+)", (folder / "README").read_text("utf-8"), re.M
        )
    )
    assert len(stated) == 14
    labels: Counter[str] = Counter()
    for path in sorted(folder.glob("*/task*")):
        task = read_task(path)
        for name, annotation in task.annotations.items():
            # The description gives one number for annotators who labelled a few links more.
            known = {"2": 2190, "3": 2194} if path.name == "task_1_fr-en" else {}
            assert len(annotation.links) == known.get(name, int(stated[path.name])), path
            labels.update(link.label for link in annotation.links)
    assert {label for label in labels if label not in LABELS} == {"possible", "unaligned"}


def test_annotators_of_one_task_need_not_label_the_same_links(shared_data: Path) -> None:
    folder = shared_data / "annotation" / "transread" / "dat" / "wconf" / "English_French"
    task = read_task(folder / "task_1_fr-en")
    sets = [
        {(link.pair, link.source, link.target) for link in annotation.links}
        for annotation in task.annotations.values()
    ]
    assert len(set.intersection(*sets)) == 2180
    assert len(set.union(*sets)) == 2204


def test_a_task_survives(tmp_path: Path) -> None:
    written(tmp_path, "7\na b\nc\n9\n\nd\n", "t.txt")
    written(tmp_path, "7 0:0:sure 1::unaligned\n9\n", "t_annotation_1.txt")
    written(tmp_path, "7 0,1:0:wrong\n9 :0:partial\n", "t_annotation_2.txt")
    (tmp_path / "again").mkdir()
    write_task(tmp_path / "again", "t", read_task(tmp_path))
    for name in ("t.txt", "t_annotation_1.txt", "t_annotation_2.txt"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / name).read_bytes()


def test_links_that_not_all_annotators_labelled_are_told(tmp_path: Path) -> None:
    written(tmp_path, "7\na b\nc\n", "t.txt")
    written(tmp_path, "7 0:0:sure 1:0:wrong\n", "t_annotation_1.txt")
    written(tmp_path, "7 0:0:partial 1::unaligned\n", "t_annotation_2.txt")
    written(tmp_path, "7 0:0:sure 1:0:sure 1::unaligned\n", "t_annotation_3.txt")
    found = read_task(tmp_path).link_sets
    assert found.sizes == {"1": 2, "2": 2, "3": 3}
    assert (found.common, found.union) == (1, 3)
    assert found.lacking == {
        "1": Skipped("link without a label of annotator 1", 1, "7 1:"),
        "2": Skipped("link without a label of annotator 2", 1, "7 1:0"),
    }


def test_every_released_task_survives(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "annotation" / "transread" / "dat" / "wconf"
    for number, path in enumerate(sorted(folder.glob("*/task*"))):
        task = read_task(path)
        (tmp_path / str(number)).mkdir()
        write_task(tmp_path / str(number), path.name, task)
        assert read_task(tmp_path / str(number)) == task


def test_the_importer_reports_what_is_wrong_with_the_released_labels(shared_data: Path) -> None:
    folder = shared_data / "annotation" / "transread" / "dat" / "wconf" / "English_French"
    task = read_task(folder / "task_1_fr-en")
    odd: Counter[str] = Counter()
    for annotation in task.annotations.values():
        odd.update({each.kind: each.count for each in annotation.odd})
    assert odd["possible"] == 23
    found = task.link_sets
    assert found.sizes == {"1": 2189, "2": 2190, "3": 2194}
    assert (found.common, found.union) == (2180, 2204)
    assert {name: each.count for name, each in found.lacking.items()} == {
        name: 2204 - size for name, size in found.sizes.items()
    }


def test_two_labels_of_the_release_are_outside_of_the_scheme(shared_data: Path) -> None:
    folder = shared_data / "annotation" / "transread" / "dat" / "wconf"
    odd: Counter[str] = Counter()
    for path in sorted(folder.glob("*/task*")):
        for annotation in read_task(path).annotations.values():
            odd.update({each.kind: each.count for each in annotation.odd})
    assert odd == {"possible": 23, "unaligned": 18}
