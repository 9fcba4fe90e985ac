"""Agreement from files: what kind they are, what is odd in them, what is compared."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from diglot.errors import ConfigError, InputError
from diglot.pipeline.steps.scores.agreement import annotators_of, layer_of, score_agreement
from diglot.pipeline.steps.scores.options import AgreementOptions

JUDGED = """1
a b
c d
First annotation: {}
Second annotation: {}
2
e
f
First annotation: wrong
Second annotation: erroneous
"""
PARTIAL = "partial; untranslated source word indices: {}; untranslated target word indices: {}"


def tree(*nodes: tuple[str, str]) -> str:
    words = "".join("<docSpan>a b</docSpan>" for _ in range(2))
    links = "".join(
        f'<link id="{name}" parentID="{parent}">{words}</link>' for name, parent in nodes
    )
    return (
        '<trAnnot><linkList level="chunk"><linkGroup id="1" type="alignment">'
        f"{links}</linkGroup></linkList></trAnnot>"
    )


ROOT = "1.0_0-1_0-1"
DIRECT = tree((ROOT, "ROOT"), ("1.1_0-0_0-0", ROOT), ("1.1_1-1_1-1", ROOT))
IDLE = tree((ROOT, "ROOT"), ("1.1_0-1_0-1", ROOT))

FILES = {
    "judged.txt": JUDGED.format(PARTIAL.format("0", ""), PARTIAL.format("0", "1")),
    "others.txt": JUDGED.format("sure", "sure").replace("1\na", "3\na"),
    "anna.txt": "1 0:0:sure 1:1:wrong\n2 0:0:sure 0::unaligned\n",
    "ben.txt": "1 0:0:sure 1:1:sure 0:1:fuzzy\n2 0:0:partial\n",
    "anna.aln": "1 0:0:sure\n",
    "anna.pharaoh": "0-0 1p1\n\n",
    "ben.pharaoh": "0-0 1-1\n0-0\n",
    "anna.naacl": "0001 1 1 S\n",
    "anna.links": "[0]:[0]\n[1]:[1]\n",
    "ben.links": "[0]:[0]\n[1]:[]\n[]:[1]\n",
    "anna.xml": DIRECT,
    "ben.xml": IDLE,
    "ces.xml": "<cesAlign/>",
    "s.txt": "a b\nc\n",
    "t.txt": "d e\nf\n",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "layer"),
    [
        ("judged.txt", "confidence"),
        ("anna.txt", "labels"),
        ("anna.aln", "labels"),
        ("", "labels"),
        ("anna.pharaoh", "links"),
        ("s.txt", "links"),
        ("anna.links", "sentences"),
        ("ces.xml", "sentences"),
        ("anna.xml", "trees"),
        ("missing.xml.gz", "trees"),
    ],
)
def test_names_and_first_lines_tell_the_layer(files: Path, name: str, layer: str) -> None:
    assert layer_of(files / name) == layer


def test_annotators_are_called_by_the_shortest_names_that_differ(files: Path) -> None:
    assert annotators_of([files / "a.txt", files / "b.txt"]) == ("a", "b")
    assert annotators_of([files / "a.txt", files / "a.aln"]) == ("a.txt", "a.aln")
    assert annotators_of([Path("x/a"), Path("y/a")]) == ("x/a", "y/a")
    for paths in ([files / "a"], [files / "a", files / "a"]):
        with pytest.raises(ConfigError):
            annotators_of(paths)


def reports(files: Path, *names: str, **options: object):
    given = AgreementOptions(**options, resamples=10)  # type: ignore[arg-type]
    return score_agreement([files / name for name in names], options=given)


def test_judgements_on_pairs_with_their_untranslated_words(files: Path) -> None:
    (report,) = reports(files, "judged.txt")
    assert report.layer == "confidence"
    assert report.labels is not None
    assert report.labels.items == 2
    assert report.labels.score.values["raw"] == 0.5
    (spans,) = report.compared
    assert spans.score.values["f"] == pytest.approx(2 / 3)
    assert spans.score.note
    assert report.remarks == (
        '1 of the label "wrong", which is not in the scheme, the first: "2 first"',
    )


def test_several_files_of_judgements_are_also_taken_together(files: Path) -> None:
    *single, whole = reports(files, "judged.txt", "others.txt")
    assert len(single) == 2
    assert whole.name == "all files"
    assert whole.labels is not None
    assert whole.labels.items == 4
    assert [pair.items for pair in whole.labels.pairs] == [2, 2]
    assert math.isnan(whole.labels.score.values["fleiss"])


def test_labels_of_two_annotators_who_labelled_different_links(files: Path) -> None:
    (report,) = reports(files, "anna.txt", "ben.txt")
    assert report.labels is not None
    assert report.labels.judgements == {2: 3, 1: 2}
    assert report.labels.groups == 2
    (chosen,) = report.compared
    # A word without a counterpart is no link, whatever its label.
    assert chosen.score.statistics[:, 2:].sum(axis=0).tolist() == [2, 4, 2]
    assert report.remarks == (
        (
            'annotator anna: 1 of the label "unaligned", which is not in the scheme, the first: '
            '"2 0::unaligned"'
        ),
        (
            'annotator ben: 1 of the label "fuzzy", which is not in the scheme, the first: '
            '"1 0:1:fuzzy"'
        ),
        "annotators labelled different links (anna 4, ben 4): 3 common, 5 in all",
        'annotator anna did not label 1 of them, the first: "1 0:1"',
        'annotator ben did not label 1 of them, the first: "2 0:"',
    )


def test_word_links_of_two_annotators(files: Path) -> None:
    (report,) = reports(files, "anna.pharaoh", "ben.pharaoh")
    (links,) = report.compared
    assert links.score.values["f"] == pytest.approx(2 * 2 / 5)
    assert math.isnan(links.score.values["kappa"])
    assert "--source" in report.remarks[0]
    texts = {"source": files / "s.txt", "target": files / "t.txt"}
    (report,) = reports(files, "anna.pharaoh", "ben.pharaoh", **texts)
    assert report.remarks == ()
    assert not math.isnan(report.compared[0].score.values["kappa"])


def test_formats_that_leave_out_pairs_at_the_end_are_filled_up(files: Path) -> None:
    (report,) = reports(files, "anna.naacl", "ben.pharaoh")
    assert report.compared[0].score.values["f"] == pytest.approx(2 * 1 / 4)


def test_links_of_sentences_at_every_level(files: Path) -> None:
    (report,) = reports(files, "anna.links", "ben.links")
    assert [each.what for each in report.compared] == ["beads", "sentences", "boundaries"]
    texts = {"source": files / "s.txt", "target": files / "t.txt"}
    (report,) = reports(files, "anna.links", "ben.links", **texts)
    assert [each.what for each in report.compared][2:4] == ["words", "characters"]


def test_trees_and_what_is_wrong_with_them(files: Path) -> None:
    (report,) = reports(files, "anna.xml", "ben.xml")
    assert report.compared[0].score.values["brackets"] == 0
    nothing = "a trim drops no word"
    assert report.remarks == (
        f"data error in ben, group 1: {nothing}: level 0, source words 0-1, target words 0-1",
        "anna: 1 sentence pairs, 3 nodes (2 leaf, 1 direct)",
        "anna: leaves of source and target words: 2 1-1",
        "ben: 1 sentence pairs, 2 nodes (1 leaf, 1 idle)",
        "ben: leaves of source and target words: 1 2-2",
    )


def test_one_file_of_trees_is_looked_through(files: Path) -> None:
    (report,) = reports(files, "ben.xml")
    assert report.compared == ()
    assert len(report.remarks) == 3


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        ((), {}, "give files"),
        (("anna.pharaoh",), {}, "two annotators"),
        (("anna.pharaoh", "anna.links"), {}, "several layers"),
        (("anna.pharaoh", "ben.pharaoh"), {"layer": "moods"}, "--layer is 'moods'"),
        (("anna.pharaoh", "ben.pharaoh"), {"source": Path("s")}, "both --source and --target"),
        (("anna.txt", ""), {}, "folders of tasks"),
    ],
)
def test_what_cannot_be_compared_is_refused(files: Path, names, options, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        reports(files, *names, **options)


def test_a_negative_number_of_resamples_is_refused(files: Path) -> None:
    with pytest.raises(ConfigError, match="-1"):
        score_agreement([files / "judged.txt"], options=AgreementOptions(resamples=-1))


def test_files_without_judgements_are_refused(files: Path) -> None:
    (files / "empty.txt").write_text("1\na\nb\nFirst annotation: \nSecond annotation: \n")
    with pytest.raises(InputError, match="holds no judgements"):
        reports(files, "empty.txt")
    (files / "none.pharaoh").touch()
    (files / "none.naacl").touch()
    with pytest.raises(InputError, match="holds no sentence pairs"):
        reports(files, "none.pharaoh", "none.naacl")
