"""``diglot pack``: building, listing, describing, installing, verifying, composing."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.packs import finding
from diglot.packs.files import write_pack
from tests.cli.conftest import Result, Run
from tests.packs import pack_of

ANIMALS = {
    "hu": {"dog": "kutya", "cat": "macska", "horse": "ló"},
    "cs": {"dog": "pes", "cat": "kočka", "horse": "kůň"},
}
BUILD = ("--licence", "CC0-1.0", "--date", "2026-01-31", "--json")


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of packs; nothing ships."""
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path / "own"))
    monkeypatch.setenv("DIGLOT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(finding, "SHIPPED", tmp_path / "shipped")
    return tmp_path / "own"


def table_of(folder: Path, language: str) -> Path:
    """Phrases in English and another language: every word stands in several of them."""
    words = ANIMALS[language]
    phrases = [((one,), (other,)) for one, other in words.items()]
    phrases += [((a, b), (words[a], words[b])) for a in words for b in words if a != b]
    path = folder / f"phrases.{language}.tsv"
    rows = [f"{' '.join(one)}\t{' '.join(other)}\n" for one, other in phrases]
    path.write_text(f"en\t{language}\n" + "".join(rows), encoding="utf-8")
    return path


def build(run: Run, folder: Path, language: str, *options: str) -> tuple[Path, Result]:
    path = folder / f"en_{language}.pack"
    table = table_of(folder, language)
    return path, run("pack", "build", table, "-s", "en", "-t", language, "-o", path, *options)


@pytest.fixture
def packs(tmp_path: Path) -> list[Path]:
    """Packs of English with Hungarian and with Czech."""
    paths = [tmp_path / f"en_{language}.pack" for language in ANIMALS]
    for path, (language, words) in zip(paths, ANIMALS.items(), strict=True):
        write_pack(path, pack_of("en", language, dict.fromkeys(words.items(), 4.0)))
    return paths


@pytest.mark.slow
def test_a_pack_is_built_and_says_what_it_was_made_of(run: Run, tmp_path: Path) -> None:
    path, built = build(run, tmp_path, "hu", *BUILD, "--name", "zoo", "--version", "7")
    assert built.code == 0, built.err
    told = built.json
    assert told["output"] == str(path)
    assert told["sources"] == [{"name": "zoo", "licence": "CC0-1.0", "version": "7", "pairs": 9}]
    shown = run("pack", "info", path)
    assert shown.code == 0
    for line in (
        "languages   en and hu",
        "words       3 and 3",
        "cut by      diglot",
        f"made        2026-01-31, digest {told['digest'][:16]}",
        "source      zoo (CC0-1.0, 7): 9 texts",
    ):
        assert line in shown.out.splitlines()


@pytest.mark.slow
def test_the_same_files_give_the_same_bytes(run: Run, tmp_path: Path) -> None:
    made = [build(run, tmp_path, "hu", *BUILD, "--jobs", jobs)[0].read_bytes() for jobs in "12"]
    assert made[0] == made[1]


def test_an_installed_pack_is_listed_and_named_by_its_languages(
    run: Run, packs: list[Path], own: Path
) -> None:
    assert run("pack", "list", "--json").json == {"packs": [], "languages": [], "folder": str(own)}
    assert f"diglot pack install puts packs into {own}" in run("pack", "list").out
    installed = run("pack", "install", *packs)
    assert installed.out.splitlines() == [f"installed: {own / path.name}" for path in packs]
    listed = run("pack", "list")
    assert "en-hu" in listed.out
    assert "2 packs, 3 languages" in listed.out
    assert [each["shipped"] for each in run("pack", "list", "--json").json["packs"]] == [False] * 2
    assert (
        run("pack", "info", "en-cs", "--json").json == run("pack", "info", packs[1], "--json").json
    )


@pytest.mark.slow
def test_a_listed_pack_aligns_words(run: Run, packs: list[Path], tmp_path: Path) -> None:
    for name, text in (("a", "dog horse\n"), ("b", "kutya ló\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ("words", tmp_path / "a", tmp_path / "b", "-s", "en", "-t", "hu")
    assert "language pack" not in run(*command).err + run(*command).out
    assert run("pack", "install", packs[0]).code == 0
    with_pack = run(*command, "-o", tmp_path / "links.txt")
    assert "language pack: en-hu@" in with_pack.out + with_pack.err
    without = run(*command, "--packs", "none", "-o", tmp_path / "links.txt")
    assert "language pack" not in without.out + without.err


def test_packs_are_composed_through_their_common_language(
    run: Run, packs: list[Path], tmp_path: Path
) -> None:
    made = run("pack", "compose", *packs, "-o", tmp_path / "hu_cs.pack", "--json").json
    assert (made["languages"], made["through"]) == (["hu", "cs"], ["en"])
    shown = run("pack", "info", tmp_path / "hu_cs.pack").out
    assert shown.startswith("languages   hu and cs (through en)\n")
    assert run("pack", "verify", tmp_path / "hu_cs.pack").code == 0


def test_undamaged_packs_are_told_with_their_digests(run: Run, packs: list[Path]) -> None:
    names = [run("pack", "info", path, "--json").json["digest"] for path in packs]
    told = run("pack", "verify", *packs, "--json").json
    assert told == [
        {"path": str(path), "digest": digest} for path, digest in zip(packs, names, strict=True)
    ]
    lines = run("pack", "verify", *packs).out.splitlines()
    assert lines[0] == f"{packs[0]}: en-hu@{names[0][:8]}, undamaged"


def test_quiet_says_nothing(run: Run, packs: list[Path], tmp_path: Path) -> None:
    for command in (
        ("list",),
        ("info", packs[0]),
        ("install", packs[0]),
        ("verify", *packs),
        ("compose", *packs, "-o", tmp_path / "hu_cs.pack"),
    ):
        result = run("pack", *command, "--quiet")
        assert (result.code, result.out, result.err) == (0, "", "")


@pytest.mark.parametrize("action", ["info", "install", "verify"])
@pytest.mark.parametrize("content", [None, b"no pack", b""])
def test_what_is_no_pack_is_refused_in_one_line(
    run: Run, tmp_path: Path, own: Path, action: str, content: bytes | None
) -> None:
    path = tmp_path / "en_hu.pack"
    if content is not None:
        path.write_bytes(content)
    result = run("pack", action, path)
    assert result.code == 2
    assert "en_hu.pack" in result.error
    assert not own.exists()


def test_a_damaged_pack_is_found(run: Run, packs: list[Path]) -> None:
    packs[0].write_bytes(packs[0].read_bytes()[:-20])
    result = run("pack", "verify", packs[1], packs[0])
    assert result.code == 2
    assert "cut short" in result.error
    content = bytearray(packs[1].read_bytes())
    content[len(content) // 2] ^= 1
    packs[1].write_bytes(content)
    assert "damaged" in run("pack", "verify", packs[1]).error


def test_packs_are_named_by_their_languages(run: Run, packs: list[Path], tmp_path: Path) -> None:
    run("pack", "install", *packs)
    by_file = run("pack", "compose", *packs, "-o", tmp_path / "files.pack", "--json")
    by_name = run("pack", "compose", "en-hu", "en-cs", "-o", tmp_path / "names.pack", "--json")
    assert by_name.json["digest"] == by_file.json["digest"]
    assert run("pack", "info", "hu-cs", "--json").json["through"] == ["en"]
    assert len(run("pack", "verify", "--json").json) == len(packs)
    refused = run("pack", "info", "hu-xx")
    assert refused.code == 2
    assert "no pack joins hu and xx; see diglot pack list" in refused.err


def test_packs_that_do_not_meet_are_not_composed(
    run: Run, packs: list[Path], tmp_path: Path
) -> None:
    result = run("pack", "compose", packs[0], packs[0], "-o", tmp_path / "out.pack")
    assert result.code == 2
    assert "exactly one language in common" in result.error
    assert not (tmp_path / "out.pack").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "name the licence with --licence"),
        (("--licence", " "), "name the licence with --licence"),
        (("--licence", "CC0-1.0", "-s", "hun"), "-s and -t name the same one"),
        (("--licence", "CC0-1.0", "--licence", "MIT"), "--licence is given 2 times for 1 file"),
        (("--licence", "CC0-1.0", "--date", "yesterday"), "must be a day such as 2026-01-31"),
    ],
)
def test_wrong_options_of_a_build_are_told_in_one_line(
    run: Run, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    path, result = build(run, tmp_path, "hu", *options)
    assert result.code == 2
    assert told in result.error
    assert not path.exists()


def test_a_build_needs_languages_and_pairs(run: Run, tmp_path: Path) -> None:
    table = table_of(tmp_path, "hu")
    command = ("pack", "build", table, "--licence", "CC0-1.0", "-o", tmp_path / "out.pack")
    assert "name both languages" in run(*command).error
    result = run(*command, "-s", "en", "-t", "cs")
    assert result.code == 2
    assert result.error
    result = run(*command[:-1], tmp_path / "nowhere" / "out.pack", "-s", "en", "-t", "hu")
    assert result.code == 2
    assert "nowhere" in result.error
