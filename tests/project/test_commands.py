"""The commands of README and manual can be typed, and print what stands below them.

Pages where a command has output are followed from top to bottom, in a folder with the samples of
diglot. A fence with a title is a file there. What needs something else stands below
``<!-- not run: why -->``.
Figures may move with the weights of the aligner, so they are compared as figures of any value; to
renew the text, run the commands in src/diglot/samples.
"""

from __future__ import annotations

import re
import shlex
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from diglot.cli import build_parser, main

PROJECT = Path(__file__).parents[2]
PAGES = {
    str(page.relative_to(PROJECT)): page.read_text(encoding="utf-8")
    for page in [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
}
FENCE = re.compile(
    r'(<!-- not run: [^\n]+ -->\n)?```(\w+)(?: title="([^"]+)")?\n(.*?)```', re.DOTALL
)
SYNOPSIS = re.compile(r"[\[|…]| [A-Z]{2,}\b")


class Step(NamedTuple):
    """A command of a page, or a file to write there."""

    command: str
    output: str = ""
    file: str = ""
    run: bool = True


def is_typed(command: str) -> bool:
    """Whether a line could be typed as it stands, in place of showing how a command is made up."""
    return not SYNOPSIS.search(command.partition(" | ")[0])


@cache
def steps_of(page: str) -> tuple[Step, ...]:
    steps = []
    for left_out, language, title, block in FENCE.findall(PAGES[page]):
        if title:
            steps.append(Step("", block, file=title))
        elif language == "console":
            for step in f"\n{block}".replace("\\\n", " ").split("\n$ ")[1:]:
                command, _, output = step.partition("\n")
                typed = command.startswith(("diglot ", "head ")) and is_typed(command)
                steps.append(Step(command, output, run=typed and not left_out))
    return tuple(steps)


def typed_commands() -> list[tuple[str, str]]:
    """Every command of diglot that could be typed as it stands, with its page."""
    return [
        (page, part)
        for page in PAGES
        for step in steps_of(page)
        for part in re.split(r" \| | && ", step.command)
        if part.startswith("diglot ") and is_typed(part)
    ]


def test_every_command_of_the_manual_can_be_typed_as_it_stands() -> None:
    commands = typed_commands()
    assert len(commands) > 100
    for page, command in commands:
        try:
            build_parser().parse_args(shlex.split(command, comments=True)[1:])
        except SystemExit:
            pytest.fail(f"{page}: {command}")


def masked(text: str) -> list[str]:
    """The lines with every figure replaced by one sign.

    Listed link types are left out, and of many word links to a line the first one stays.
    """
    text = re.sub(r"@[0-9a-f]{8}\b", "@#", text)  # the digest of a language pack
    text = re.sub(r"\d+([.,]\d+)*", "#", re.sub(r"\(.*?\)", "()", text))
    text = re.sub(r" +#", " #", re.sub("─+", "─", text))  # columns are as wide as their figures
    return re.sub(r"(#-#:#)( #-#:#)+", r"\1", text).rstrip().split("\n")


def output_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command of a page prints: a run of ``diglot``, ``head``, or one into the other."""
    run, _, pipe = command.partition(" | ")
    name, *arguments = shlex.split(run)
    if name == "head":
        return first_lines(command, Path(arguments[-1]).read_text(encoding="utf-8"))
    code = main(arguments)
    printed = capsys.readouterr()
    assert code in {0, 1}, printed.err  # 1: a check found something, which the page shows
    return first_lines(pipe, printed.out) if pipe else printed.out


def first_lines(head: str, text: str) -> str:
    count = re.findall(r"\d+", head)[0]
    return "".join(text.splitlines(keepends=True)[: int(count)])


def is_followed(page: str) -> bool:
    """Whether some command of a page has an output that can be compared."""
    return any(step.run and step.output.strip() and not step.file for step in steps_of(page))


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if is_followed(page)])
def test_the_commands_of_a_page_print_what_stands_there(
    page: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DIGLOT_PACKS")  # as users see it; the sentence encoder is an extra
    samples = PROJECT / "src" / "diglot" / "samples"
    for folder in (samples, samples / "terminology"):
        for sample in folder.glob("*.*"):
            shutil.copy(sample, tmp_path)
    shutil.copytree(samples / "dictionaries", tmp_path / "dictionaries")
    for step in steps_of(page):
        if step.file:
            Path(step.file).write_text(step.output, encoding="utf-8")
        elif step.run:
            printed = output_of(step.command, capsys)
            assert not step.output.strip() or masked(printed) == masked(step.output), step


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_to_files_of_the_project_lead_somewhere(project: Path, page: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", (project / page).read_text(encoding="utf-8")):
        assert "://" in link or (project / link).is_file(), link


def test_benchmarks_that_are_named_exist_and_take_these_options(project: Path) -> None:
    """None may take a wrong option for a wish to train again what ships."""
    programs = {
        ".".join(path.relative_to(project).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in (project / "bench").rglob("*.py")
    }
    named = re.findall(
        r"python -m (bench(?:\.\w+)+)([^`\n]*)",
        "\n".join([*PAGES.values(), *programs.values(), (project / "bench/README.md").read_text()]),
    )
    options = {
        (name, option) for name, rest in named for option in re.findall(r" (--[\w-]+)", rest)
    }
    assert len(options) > 20
    everything = "\n".join(programs.values())
    assert [each for each in options if f'"{each[1]}"' not in everything] == []
    for name in {name for name, _ in named}:
        text = programs.get(name) or programs[f"{name}.__main__"]
        assert "parse_args(" in text, f"{name} reads no arguments"
