"""Which files belong together."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import ConfigError, InputError
from diglot.pipeline.file_pairs import (
    Pair,
    SkippedPair,
    condense_skipped,
    leave_copies_out,
    list_companions,
    named_language,
    pair_files,
    read_list,
    strip_language,
)


def make(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("guide (French).pdf", "guide.pdf"),
        ("guide [fr-CA]", "guide"),
        ("guide (draft).pdf", "guide (draft).pdf"),
        ("guide (fr.pdf", "guide (fr.pdf"),
        ("contract.en", "contract"),
        ("contract_fr", "contract"),
        ("contract-de", "contract"),
        ("contract_fr-CA", "contract"),
        ("contract.pt_BR", "contract"),
        ("contract.deu", "contract"),
        ("Contract_EN", "Contract"),
        ("guide_german", "guide"),
        ("a/b/contract.en", "a/b/contract"),
        ("contract-v2", "contract-v2"),
        ("contract.final", "contract.final"),
        ("en", "en"),
        ("_en", "_en"),
        ("001", "001"),
    ],
)
def test_a_language_suffix_is_not_part_of_the_name(name: str, short: str) -> None:
    assert strip_language(name) == short


def test_two_files_are_a_pair_under_their_common_name(tmp_path: Path) -> None:
    make(tmp_path, "contract.en.docx", "contract_fr.odt")
    pair = Pair("contract", tmp_path / "contract.en.docx", tmp_path / "contract_fr.odt")
    assert pair_files(pair.source, pair.target) == (pair,)


def test_two_files_without_a_common_name_go_by_the_source(tmp_path: Path) -> None:
    make(tmp_path, "vertrag.txt", "contract.txt")
    (pair,) = pair_files(tmp_path / "vertrag.txt", tmp_path / "contract.txt")
    assert pair.name == "vertrag"


def test_folders_are_paired_by_name_in_order(tmp_path: Path) -> None:
    source = make(tmp_path / "a", "2.html", "1.en.html", "sub/3_en.txt", ".hidden")
    target = make(tmp_path / "b", "1-fr.docx", "2.html", "sub/3_fr.txt")
    assert [
        (pair.name, pair.source.name, pair.target.name) for pair in pair_files(source, target)
    ] == [
        ("1", "1.en.html", "1-fr.docx"),
        ("2", "2.html", "2.html"),
        ("sub/3", "3_en.txt", "3_fr.txt"),
    ]


def test_an_equal_name_wins_over_an_equal_short_name(tmp_path: Path) -> None:
    source = make(tmp_path / "a", "x.de.txt", "x.en.txt")
    target = make(tmp_path / "b", "x.de.txt", "x.fr.txt")
    assert [(pair.source.name, pair.target.name) for pair in pair_files(source, target)] == [
        ("x.en.txt", "x.fr.txt"),
        ("x.de.txt", "x.de.txt"),
    ]


def test_an_ambiguous_short_name_is_not_guessed(tmp_path: Path) -> None:
    source = make(tmp_path / "a", "x.de.txt", "x.en.txt")
    target = make(tmp_path / "b", "x.fr.txt", "x.it.txt")
    with pytest.raises(InputError, match=r"x\.de\.txt, x\.en\.txt"):
        pair_files(source, target)


def test_unpaired_files_of_both_sides_are_listed_in_one_line(tmp_path: Path) -> None:
    source = make(tmp_path / "a", "1.txt", "2.txt")
    target = make(tmp_path / "b", "1.txt", "3.txt", "4.txt")
    with pytest.raises(InputError) as caught:
        pair_files(source, target)
    line = str(caught.value)
    assert "1 in " in line
    assert "(2.txt)" in line
    assert "(3.txt, 4.txt)" in line
    assert "\n" not in line


def test_a_long_list_of_unpaired_files_is_cut(tmp_path: Path) -> None:
    source = make(tmp_path / "a", *(f"{number:02}.txt" for number in range(30)))
    target = make(tmp_path / "b", "00.txt")
    with pytest.raises(InputError, match=r"08\.txt and 21 more"):
        pair_files(source, target)


def test_a_text_in_two_formats_is_paired_format_by_format(tmp_path: Path) -> None:
    make(tmp_path, "en/a.docx", "en/a.pdf", "en/b.docx", "fr/a.docx", "fr/b.html")
    skipped: list[SkippedPair] = []
    pairs = pair_files(tmp_path / "en", tmp_path / "fr", skipped=skipped)
    assert [(pair.name, pair.target.name) for pair in pairs] == [
        ("a.docx", "a.docx"),
        ("b", "b.html"),
    ]
    assert [Path(each.name).name for each in skipped] == ["a.pdf"]
    with pytest.raises(InputError, match=r"a\.pdf"):
        pair_files(tmp_path / "en", tmp_path / "fr")


def test_the_mark_of_the_language_stands_before_one_of_two_formats(tmp_path: Path) -> None:
    make(tmp_path, "en/a.en.pdf.gz", "en/a.en.txt.gz", "it/a.it.pdf.gz", "it/a.it.txt.gz")
    pairs = pair_files(tmp_path / "en", tmp_path / "it")
    assert [(pair.name, pair.target.name) for pair in pairs] == [
        ("a.pdf", "a.it.pdf.gz"),
        ("a.txt", "a.it.txt.gz"),
    ]


def test_a_text_in_two_formats_on_one_side_is_paired_with_its_own_format(tmp_path: Path) -> None:
    make(tmp_path, "en/a.en.pdf", "en/a.en.txt", "el/a.el.txt")
    (pair,) = pair_files(tmp_path / "en", tmp_path / "el", skipped=[])
    assert (pair.name, pair.source.name, pair.target.name) == ("a.txt", "a.en.txt", "a.el.txt")


def test_the_files_of_a_folder_inside_the_other_are_not_of_both(tmp_path: Path) -> None:
    outer = make(tmp_path / "doc", "x.en.html", "fr/x.fr.html", "de/x.de.html")
    sides = (outer, outer / "fr")
    for pair in (pair_files(*sides, skipped=[]), pair_files(*sides[::-1], skipped=[])):
        ((one, other),) = [(each.source.name, each.target.name) for each in pair]
        assert {one, other} == {"x.en.html", "x.fr.html"}


def test_links_to_a_file_of_the_folder_are_no_second_text(tmp_path: Path) -> None:
    source = make(tmp_path / "en", "x.en.html")
    target = make(tmp_path / "fr", "x.fr.html")
    (source / "x.html").symlink_to("x.en.html")
    (target / "x.html").symlink_to(target / "x.fr.html")
    (pair,) = pair_files(source, target, skipped=[])
    assert (pair.source.name, pair.target.name) == ("x.en.html", "x.fr.html")


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(InputError, match="no texts"):
        pair_files(tmp_path / "a", make(tmp_path / "b", "1.txt"))


def test_a_file_and_a_folder_are_an_error(tmp_path: Path) -> None:
    folder = make(tmp_path / "a", "1.txt")
    with pytest.raises(ConfigError, match="a file and a folder"):
        pair_files(folder, folder / "1.txt")


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        pair_files(tmp_path / "a.txt", tmp_path)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Manual EN", "Manual HU"),
        ("Manual (EN)", "Manual (HU)"),
        ("EN Manual", "HU Manual"),
        ("manual-en-v2", "manual-hu-v2"),
        ("english/manual", "hungarian/manual"),
        ("docs/en/manual", "docs/hu/manual"),
        ("[en] manual", "manual"),
    ],
)
def test_the_mark_of_a_language_may_stand_anywhere(tmp_path: Path, ours: str, theirs: str) -> None:
    pages = ("no cure", "it is", "so")
    source = make(tmp_path / "a", *(f"{ours} {page}.txt" for page in pages))
    target = make(tmp_path / "b", *(f"{theirs} {page}.txt" for page in pages))
    found = pair_files(source, target)
    assert {
        tuple(path.stem.rpartition(" ")[2] for path in (pair.source, pair.target)) for pair in found
    } == {("cure", "cure"), ("is", "is"), ("so", "so")}


def test_words_that_are_codes_of_languages_are_no_marks(tmp_path: Path) -> None:
    source = make(tmp_path / "a", "this is it.txt", "that is so.txt")
    target = make(tmp_path / "b", "this is no.txt", "that is so.txt")
    with pytest.raises(InputError, match="without a partner"):
        pair_files(source, target)


def test_files_without_a_partner_are_listed_when_they_may_be_left_out(tmp_path: Path) -> None:
    source = make(tmp_path / "a", "1.txt", "2.txt")
    target = make(tmp_path / "b", "2.txt", "3.txt")
    skipped: list[SkippedPair] = []
    (pair,) = pair_files(source, target, skipped=skipped)
    assert pair.name == "2"
    assert [(Path(each.name).name, each.reason) for each in skipped] == [
        ("1.txt", "has no partner"), ("3.txt", "has no partner"),
    ]  # fmt: skip


def test_a_list_names_pairs_beside_itself(tmp_path: Path) -> None:
    make(tmp_path, "en/x.html", "hu/y.html", "z.en", "z.hu")
    path = tmp_path / "pairs.tsv"
    path.write_text("# pages\nen/x.html\thu/y.html\n\nz.en\tz.hu\tlast\n", encoding="utf-8")
    assert read_list(path) == (
        Pair("en/x", tmp_path / "en/x.html", tmp_path / "hu/y.html"),
        Pair("last", tmp_path / "z.en", tmp_path / "z.hu"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a.txt\n", r"line 1: 'a.txt' is not a pair"),
        ("a.txt\tb.txt\tc\td\n", "is not a pair"),
        ("a.txt\tnone.txt\n", r"no such file: .*none.txt"),
        ("a.txt\tb.txt\na.txt\tb.txt\n", r"line 2: two pairs are called a"),
        ("# nothing\n", "holds no pairs"),
    ],
)
def test_a_list_at_fault_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    make(tmp_path, "a.txt", "b.txt")
    path = tmp_path / "pairs.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_list(path)


def test_a_name_in_a_list_leads_nowhere_else(tmp_path: Path) -> None:
    make(tmp_path, "a.txt", "b.txt", "c/x")
    path = tmp_path / "c" / "pairs.tsv"
    path.write_text("../a.txt\t../b.txt\n", encoding="utf-8")
    assert [pair.name for pair in read_list(path)] == ["a"]


def test_files_that_share_a_reason_are_named_up_to_a_limit():
    skipped = [SkippedPair(f"{n}.txt", "has no partner") for n in range(4)]
    other = SkippedPair("x", "is empty")
    assert condense_skipped([*skipped, other], shown=2) == [
        *skipped[:2],
        SkippedPair("and 2 others", "has no partner"),
        other,
    ]


def test_pictures_styles_and_lock_files_stand_beside_texts(tmp_path):
    beside = ("a.css", "img/home.PNG", "~$a.docx", "a.js")
    one = make(tmp_path / "en", "a.html", *beside)
    other = make(tmp_path / "fr", "a.html", "b.css")
    assert [pair.name for pair in pair_files(one, other)] == ["a"]
    assert list_companions(one, other) == [
        SkippedPair("5 files", "no texts by their names: .css .docx .js .png")
    ]
    assert list_companions(one / "a.html", None) == []


def test_files_of_no_format_stand_beside_those_of_some(tmp_path: Path) -> None:
    one = make(tmp_path / "en", "a.html", "copyright", "changelog.gz", "a.inv", "b")
    other = make(tmp_path / "fr", "a.html", "b")
    assert [pair.name for pair in pair_files(one, other, any_format=False)] == ["a"]
    assert list_companions(one, other, any_format=False) == [
        SkippedPair("5 files", "no texts by their names: .inv b changelog.gz copyright")
    ]
    (one / "a.html").unlink()
    (other / "a.html").unlink()
    skipped: list[SkippedPair] = []  # where none is of a format, each may be a text
    pairs = pair_files(one, other, skipped=skipped, any_format=False)
    assert [pair.name for pair in pairs] == ["b"]


def test_files_that_are_the_same_on_both_sides_translate_nothing(tmp_path: Path) -> None:
    for side, text in (("en", "One."), ("fr", "Un.")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a.txt").write_text(text)
        (tmp_path / side / "Makefile").write_text("all:")
    pairs = pair_files(tmp_path / "en", tmp_path / "fr")
    skipped: list[SkippedPair] = []
    assert [pair.name for pair in leave_copies_out(pairs, skipped)] == ["a"]
    assert [each.name for each in skipped] == [str(tmp_path / "fr" / "Makefile")]
    alone = pairs[:1]
    assert leave_copies_out(alone, []) == alone


@pytest.mark.parametrize(("named", "found"), [(2, ["x", "y"]), (5, ["y"])])
def test_where_names_pair_most_files_the_others_have_to_be_surer(
    tmp_path: Path, named: int, found: list[str]
) -> None:
    sides = tmp_path / "a", tmp_path / "b"
    for side, others in zip(sides, ("xy", "pq"), strict=True):
        side.mkdir()
        for name in [*(f"page{number}" for number in range(named)), *others]:
            (side / f"{name}.txt").write_text(name)

    def look(left: list[Path], right: list[Path]) -> list[Pair]:
        made = zip(left, right, (0.8, 0.95), strict=True)
        return [Pair(one.stem, one, other, "content", sure) for one, other, sure in made]

    skipped: list[SkippedPair] = []
    pairs = pair_files(*sides, skipped=skipped, look=look)
    assert [pair.name for pair in pairs if pair.reason] == found
    assert len(skipped) == 4 - 2 * len(found)


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("contract_fr.txt", "fr"),
        ("x.de.md", "de"),
        ("de/x.html.gz", "de"),
        ("en/contract (French).docx", "fr"),
        ("news/text_new.txt", None),  # Newari is new
        ("a.txt", None),
    ],
)
def test_a_name_or_its_folder_tells_a_language(path: str, language: str | None) -> None:
    assert named_language(Path(path)) == language
