"""``diglot runs do``: a command for every line of a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Three texts in a folder and below it."""
    folder = tmp_path / "texts"
    (folder / "more").mkdir(parents=True)
    for number, name in enumerate(["one.txt", "two.txt", "more/one.txt"], 1):
        (folder / name).write_text("It runs. It stops. " * number, encoding="utf-8")
    return folder


SEGMENT = ("--", "segment", "{1}", "-l", "en", "-o", "{out}.lines")


def test_every_file_of_a_folder_gets_its_output(run: Run, texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("runs", "do", texts, "-o", out, *SEGMENT)
    assert (result.code, result.out.splitlines()) == (
        0,
        [f"{out}: segment done for 3 lines", "  12 segments"],
    )
    names = {path.name: len(path.read_text().splitlines()) for path in out.glob("*.lines")}
    assert names == {"one.lines": 2, "two.lines": 4, "more_one.lines": 6}
    assert "3 of 3 shards done" in run("runs", "status", out).out


def test_only_what_is_missing_or_changed_is_done_again(
    run: Run, texts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run("runs", "do", texts, "-o", out, *SEGMENT)
    first = {path.name: path.stat().st_mtime_ns for path in out.glob("*.lines")}
    (out / "one.lines").unlink()
    (texts / "two.txt").write_text("It runs.", encoding="utf-8")
    assert "9 segments" in run("runs", "do", texts, "-o", out, *SEGMENT).out
    after = {path.name: path.stat().st_mtime_ns for path in out.glob("*.lines")}
    assert [name for name in sorted(first) if first[name] != after[name]] == [
        "one.lines",
        "two.lines",
    ]


def test_what_fails_is_named_and_the_rest_is_done(run: Run, texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (texts / "two.txt").write_bytes(b"\xff\xfe\x00")
    result = run("runs", "do", texts, "-o", out, *SEGMENT)
    assert result.code == 3
    assert "1 shard of 3 failed" in result.err
    assert "two.txt" in result.err
    assert len(list(out.glob("*.lines"))) == 2
    (texts / "two.txt").write_text("It runs.", encoding="utf-8")
    assert run("runs", "do", texts, "-o", out, *SEGMENT).code == 0


def test_an_interruption_ends_the_run_and_not_a_line_of_it(
    run: Run, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def interrupt(*_: object, **__: object) -> None:
        asked.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr("diglot.cli.segment.run", interrupt)
    result = run("runs", "do", texts, "-o", tmp_path / "out", "--", "segment", "{1}", "-o", "{out}")
    assert (result.code, len(asked)) == (130, 1)
    assert "interrupted" in result.err


def test_parts_of_a_run_do_all_of_it(run: Run, texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for part, done in (("1/2", 2), ("2/2", 3)):
        assert run("runs", "do", texts, "-o", out, "--shard", part, *SEGMENT).code == 0
        assert len(list(out.glob("*.lines"))) == done


def test_a_table_gives_several_files_to_a_command_and_violations_its_exit_code(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "terms.tsv").write_text("en\tfr\npump\tpompe\n", encoding="utf-8")
    for name, word in (("good", "pompe"), ("bad", "moteur")):
        (tmp_path / f"{name}.en").write_text("The pump runs.\n", encoding="utf-8")
        (tmp_path / f"{name}.fr").write_text(f"La {word} marche.\n", encoding="utf-8")
    (tmp_path / "list").write_text("# of today\ngood.en\tgood.fr\nbad.en\tbad.fr\n")
    out = tmp_path / "out"
    result = run(
        *("runs", "do", tmp_path / "list", "-o", out, "--", "check", "{1}", "{2}"),
        *("--termbase", tmp_path / "terms.tsv", "-s", "en", "-t", "fr", "--links", "none"),
        *("--report", "json={out}.json"),
    )
    assert result.code == 1
    assert "1 checks with violations" in result.out
    assert {path.name for path in out.glob("*.json")} == {"good.json", "bad.json"}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("open",), "works with a person"),
        (("campaign", "run"), "give --runner or --shard to campaign run"),
        (("sing",), "'sing' is not a command of diglot"),
        (("convert", "{1}", "x.tsv"), "holds {out}"),
        (("convert", "{2}", "{out}.tsv"), "asks for {2}, but line 1 of"),
        (("segment", "{1}", "-o", "{out}.txt", "--paragrafs"), "see diglot segment --help"),
    ],
)
def test_what_cannot_be_done_for_many_is_refused(
    run: Run, texts: Path, tmp_path: Path, command: tuple[str, ...], said: str
) -> None:
    result = run("runs", "do", texts, "-o", tmp_path / "out", "--", *command)
    assert result.code == 2
    assert said in result.err
    assert not (tmp_path / "out").exists()


def test_commands_of_one_input_say_how_to_do_many(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("Source\tTarget\nOne\tEin\n", encoding="utf-8")
    for option in (("--runner", "ray"), ("--shard", "1/2")):
        result = run("clean", "a.tsv", "-o", "b.tmx", *option)
        assert result.code == 2
        assert "diglot runs do LIST -o OUT -- clean ..." in result.err
        result = run("convert", tmp_path / "a.tsv", "b.tmx", *option)
        assert result.code == 2
        assert f"{option[0]} is for a folder of files" in result.err


def test_segment_and_convert_work_on_every_file_of_a_folder(
    run: Run, texts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for part in ("2/2", "1/2"):
        result = run("segment", texts, "-l", "en", "-o", out, "--shard", part, "--jobs", "2")
        assert result.code == 0, result.err
    assert run("segment", texts, "-l", "en", "-o", out).out.startswith(
        f"{out}: segment done for 3 files\n  12 segments"
    )
    assert (out / "more" / "one.txt").read_text().splitlines() == ["It runs.", "It stops."] * 3
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "a.tsv").write_text("en\tde\nOne\tEins\n", encoding="utf-8")
    assert "name the format" in run("convert", tables, tmp_path / "memories").err
    result = run("convert", tables, tmp_path / "memories", "--to", "tmx", "-s", "de", "-t", "en")
    assert result.code == 0, result.err
    assert '<tu><tuv xml:lang="de">' in "".join(
        (tmp_path / "memories" / "a.tmx").read_text().split("\n")
    ).replace("  ", "")


def test_what_the_files_of_a_folder_lose_is_counted(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    pair = "<tuv xml:lang='en'><seg>A <ph/>b</seg></tuv><tuv xml:lang='fr'><seg>C</seg></tuv>"
    for name in ("a", "b"):
        memory = f"<tmx version='1.4'><header/><body><tu>{pair}</tu></body></tmx>"
        (folder / f"{name}.tmx").write_text(memory)
    found = run("convert", folder, tmp_path / "out", "--to", "tsv")
    assert found.out.splitlines()[1:] == ["  2 records", "  2 left out: inline code"]
