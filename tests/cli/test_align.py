"""``diglot align`` from a reader's file to a writer's."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from diglot.sentences import METHODS
from tests.cli.conftest import ENGLISH, FRENCH, Run

LINK = re.compile(r"^\[(\d+(, ?\d+)*)?\]:\[(\d+(, ?\d+)*)?\]:[01]\.\d+$")
Contract = tuple[Path, Path]


@pytest.mark.parametrize(
    "extension",
    [".tmx", ".xlf", ".xliff", ".tsv", ".csv", ".xlsx", ".jsonl", ".xml", ".html", ".links"],
)
def test_every_extension_is_written(
    run: Run, contract: Contract, tmp_path: Path, extension: str
) -> None:
    out = tmp_path / f"out{extension}"
    result = run("align", *contract, "-o", out)
    assert (result.code, result.err) == (0, result.err)
    assert out.stat().st_size > 50


def test_the_links_are_those_of_the_translation(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    out = tmp_path / "out.links"
    assert run("align", *contract, "-o", out, "-s", "en", "-t", "fr").code == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [line.rpartition(":")[0].replace(" ", "") for line in lines] == [
        f"[{number}]:[{number}]" for number in range(6)
    ]
    assert all(LINK.match(line) for line in lines)


def test_several_outputs_come_from_one_run(run: Run, contract: Contract, tmp_path: Path) -> None:
    outputs = [tmp_path / "a.tmx", tmp_path / "b.html", tmp_path / "c.links"]
    result = run("align", *contract, *(part for out in outputs for part in ("-o", out)))
    assert result.code == 0
    assert all(out.is_file() for out in outputs)
    assert all(str(out) in result.out for out in outputs)


def test_the_summary_says_languages_types_and_doubt(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    shown = run("align", *contract, "-o", tmp_path / "out.tmx").out
    for words in ("English", "French", "1-1", "confidence", "doubtful"):
        assert words in shown


def test_json_is_the_summary_and_nothing_else(run: Run, contract: Contract, tmp_path: Path) -> None:
    out = tmp_path / "out.tmx"
    result = run("align", *contract, "-o", out, "--json")
    values = result.json
    assert values["types"] == {"1-1": 6}
    assert (values["source_language"], values["target_language"]) == ("en", "fr")
    assert values["outputs"] == [str(out)]
    assert result.err == ""


def test_quiet_is_silent(run: Run, contract: Contract, tmp_path: Path) -> None:
    result = run("align", *contract, "-o", tmp_path / "out.tmx", "--quiet")
    assert (result.code, result.out, result.err) == (0, "", "")


def test_progress_is_plain_lines_away_from_a_terminal(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    result = run("align", *contract, "-o", tmp_path / "out.tmx")
    assert "diglot: reading" in result.err
    assert "\x1b" not in result.err


def test_segmented_input_keeps_empty_lines_as_positions(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "s.txt", tmp_path / "t.txt"
    source.write_text(ENGLISH.replace("\n", "\n\n", 1), encoding="utf-8")
    target.write_text(FRENCH, encoding="utf-8")
    out = tmp_path / "out.links"
    assert run("align", source, target, "--segmented", "-o", out).code == 0
    lines = [line.rpartition(":")[0] for line in out.read_text(encoding="utf-8").splitlines()]
    assert "[6]:[5]" in lines
    assert "[0]:[0]" in lines
    numbers = [int(number) for line in lines for number in re.findall(r"\d+", line.split(":")[0])]
    assert sorted(numbers) == list(range(7))


def test_segments_without_partner_are_left_out_of_memories_unless_kept(
    run: Run, tmp_path: Path
) -> None:
    source, target = tmp_path / "s.txt", tmp_path / "t.txt"
    extra = "Zebras, giraffes and elephants wander through the savannah near Nairobi at dawn.\n"
    lines = ENGLISH.splitlines(keepends=True)
    source.write_text("".join([*lines[:3], extra, *lines[3:]]), encoding="utf-8")
    target.write_text(FRENCH, encoding="utf-8")
    common = ("align", source, target, "--segmented", "-s", "en", "-t", "fr")
    rows = {}
    for name, options in {"without.tsv": (), "with.tsv": ("--keep-nulls",)}.items():
        assert run(*common, "--no-merge", "-o", tmp_path / name, *options).code == 0
        rows[name] = len((tmp_path / name).read_text(encoding="utf-8").splitlines())
    assert rows["with.tsv"] > rows["without.tsv"]


def test_a_run_gives_the_same_bytes_for_any_number_of_jobs(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    found = []
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.tmx"
        assert run("align", *contract, "-o", out, "--jobs", jobs).code == 0
        found.append(out.read_bytes())
    assert found[0] == found[1]


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    sides = tmp_path / "en", tmp_path / "fr"
    for side, text in zip(sides, (ENGLISH, FRENCH), strict=True):
        side.mkdir()
        lines = text.splitlines(keepends=True)
        (side / f"first.{side.name}.txt").write_text("".join(lines[:3]), encoding="utf-8")
        (side / f"second_{side.name}.txt").write_text("".join(lines[3:]), encoding="utf-8")
    return sides


def test_folders_give_one_link_file_a_pair_under_its_name(
    run: Run, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "links"
    assert run("align", *folders, "-o", out, "--format", "links").code == 0
    assert sorted(path.name for path in out.iterdir()) == ["first.links", "second.links"]
    assert (out / "first.links").read_text(encoding="utf-8").startswith("[0]:[0]:")


def test_folders_give_one_memory_that_names_the_documents(
    run: Run, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "all.tmx"
    assert run("align", *folders, "-o", out).code == 0
    memory = out.read_text(encoding="utf-8")
    assert memory.count("<tu ") + memory.count("<tu>") == 6
    assert "first" in memory
    assert "second" in memory


def test_several_pairs_do_not_fit_into_one_link_file(
    run: Run, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    result = run("align", *folders, "-o", tmp_path / "all.links")
    assert result.code == 2
    assert "--format links" in result.error


def test_anchors_and_paragraphs_are_accepted(run: Run, contract: Contract, tmp_path: Path) -> None:
    out = tmp_path / "out.links"
    options = ("--anchor", r"\b(2021|30)\b", "--paragraphs")
    assert run("align", *contract, "-o", out, *options).code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 6


@pytest.mark.slow
def test_progress_is_a_bar_on_a_terminal(contract: Contract, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "diglot", "align", *contract, "-o", tmp_path / "out.tmx"]
    process = subprocess.Popen(
        [*map(str, command)],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(theirs)
    shown = b""
    # Linux reports the end of a terminal as an error.
    with suppress(OSError):
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    assert process.wait(timeout=600) == 0
    assert "[####" in shown.decode()
    assert "1/1" in shown.decode()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_runs(run: Run, contract: Contract, tmp_path: Path, method: str) -> None:
    out = tmp_path / "out.links"
    result = run("align", *contract, "-s", "en", "-t", "fr", "--method", method, "-o", out)
    assert result.code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 6


def test_aligning_loads_no_code_of_words_networks_or_threads(
    contract: Contract, tmp_path: Path
) -> None:
    source, target = map(str, contract)
    arguments = ["align", source, target, "-o", str(tmp_path / "out.tmx"), "-s", "en", "-t", "fr"]
    unused = ("lxml", "scipy", "sklearn", "http.client", "concurrent.futures", "diglot.words")
    code = (
        f"import sys; from diglot.cli import main; main({[*arguments, '--quiet']});"
        f"print([name for name in {unused} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_preview_is_a_list_of_pairs_that_can_be_given_back(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    english, french = tmp_path / "english", tmp_path / "french"
    for folder, path, name in ((english, contract[0], "k1"), (french, contract[1], "z7")):
        folder.mkdir()
        (folder / f"{name}{path.suffix}").write_bytes(path.read_bytes())
    listed = run("align", english, french, "--preview")
    assert listed.code == 0
    source, target, name, confidence, reason = listed.out.strip().split("\t")
    assert (Path(source).stem, Path(target).stem, name) == ("k1", "z7", "k1")
    assert float(confidence) > 0.5
    assert reason.startswith("content: likeness")
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(listed.out, encoding="utf-8")
    out = tmp_path / "out.tsv"
    assert run("align", "--pairs", pairs, "-o", out).code == 0
    straight = run("align", english, french, "-o", tmp_path / "again.tsv", "--quiet")
    assert listed.out in straight.err  # what names do not say is told even so
    assert (tmp_path / "again.tsv").read_bytes() == out.read_bytes()


def test_a_preview_shows_the_pairs_that_were_found_and_the_files_without_a_partner(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    english, french = tmp_path / "english", tmp_path / "french"
    for folder, path in ((english, contract[0]), (french, contract[1])):
        folder.mkdir()
        (folder / f"one{path.suffix}").write_bytes(path.read_bytes())
    (english / "two.txt").write_text("Nobody translated this.", encoding="utf-8")
    listed = run("align", english, french, "--preview")
    assert (listed.code, listed.err) == (0, "")
    pair, left = listed.out.splitlines()
    assert pair.split("\t")[2:] == ["one", "1.00", "names"]
    assert left.split() == ["#", "skipped:", str(english / "two.txt"), "has", "no", "partner"]
    assert "without a partner" in run("align", english, french, "-o", tmp_path / "o.tmx").err


def test_without_an_output_there_is_nothing_to_do(run: Run, contract: Contract) -> None:
    result = run("align", *contract)
    assert result.code == 2
    assert "give -o OUT, or --preview" in result.err


def test_packed_texts_are_read_and_packed_results_written(run: Run, tmp_path: Path) -> None:
    texts = [tmp_path / name for name in ("a.en.html.gz", "LIESMICH.gz")]
    for path, text in zip(texts, (ENGLISH, FRENCH), strict=True):
        path.write_bytes(
            gzip.compress("".join(f"<p>{line}</p>\n" for line in text.splitlines()).encode())
        )
    plain, packed = tmp_path / "out.tsv", tmp_path / "out.tsv.gz"
    result = run("align", *texts, "-o", plain, "-o", packed, "--input-format", "html")
    assert (result.code, gzip.decompress(packed.read_bytes())) == (0, plain.read_bytes())


def test_containers_are_not_packed_again(run: Run, contract: Contract, tmp_path: Path) -> None:
    result = run("align", *contract, "-o", tmp_path / "out.xlsx.gz")
    assert (result.code, "'.gz' names no format" in result.err) == (2, True)
