"""The manual covers every command, every option and every method."""

from __future__ import annotations

import argparse
import re
from functools import cache
from pathlib import Path

import pytest
from tools.manual_tables import on_page_markdown

import diglot
from diglot.annotate.layers import LAYERS
from diglot.cli import VERBS, build_parser
from diglot.cli.commands import all_parsers


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parsers of all commands by name."""
    parser = build_parser()
    assert all(each.prog for _, each in all_parsers(parser))
    actions = parser._actions
    found = next(each for each in actions if isinstance(each, argparse._SubParsersAction))
    return dict(found.choices)


def arguments_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments of a command and of its actions."""
    found = []
    for argument in parser._actions:
        found.append(argument)
        if isinstance(argument, argparse._SubParsersAction):
            for action in argument.choices.values():
                found += arguments_of(action)
    return found


@cache
def rendered(project: Path, verb: str) -> str:
    """The page of a command with the tables that are made when the manual is built."""
    page = project / "docs" / "commands" / f"{verb}.md"
    return on_page_markdown(page.read_text(encoding="utf-8"))


def every_argument() -> list[object]:
    return [
        pytest.param(name, action, id=f"{name} {(action.option_strings or [action.dest])[-1]}")
        for name, parser in commands().items()
        for action in arguments_of(parser)
        if not isinstance(action, argparse._HelpAction)
    ]


def test_the_parser_has_exactly_the_verbs_of_diglot() -> None:
    assert list(commands()) == list(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_has_help_and_a_description(verb: str) -> None:
    assert VERBS[verb].help
    assert commands()[verb].description


@pytest.mark.parametrize(("verb", "action"), every_argument())
def test_every_argument_has_help_and_stands_in_the_manual(
    verb: str, action: argparse.Action, project: Path
) -> None:
    assert action.help
    page = rendered(project, verb)
    for spelling in action.option_strings or [str(action.metavar or action.dest)]:
        assert re.search(rf"(?<![\w-]){re.escape(spelling)}(?![\w-])", page), spelling


@pytest.mark.parametrize("verb", VERBS)
def test_the_manual_names_no_option_that_does_not_exist(verb: str, project: Path) -> None:
    page = rendered(project, verb)
    known = {
        spelling
        for parser in commands().values()
        for action in arguments_of(parser)
        for spelling in action.option_strings
    }
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page))
    assert named <= known | {"--version"}


def test_every_public_name_stands_in_the_reference_with_its_docstring(project: Path) -> None:
    pages = sorted((project / "docs" / "reference").glob("*.md"))
    text = "".join(on_page_markdown(page.read_text(encoding="utf-8")) for page in pages)
    names = [name for name in diglot.__all__ if name != "__version__"]
    assert sorted(re.findall(r"^::: diglot\.(\w+)$", text, re.MULTILINE)) == sorted(names)
    assert [name for name in names if not getattr(diglot, name).__doc__] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_is_in_the_navigation(verb: str, project: Path) -> None:
    assert f"commands/{verb}.md" in (project / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation(project: Path) -> None:
    navigation = (project / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (project / "docs").rglob("*.md"):
        assert page.relative_to(project / "docs").as_posix() in navigation, page


def test_the_readme_names_only_options_that_exist(project: Path) -> None:
    readme = (project / "README.md").read_text(encoding="utf-8")
    known = {
        spelling
        for parser in commands().values()
        for action in arguments_of(parser)
        for spelling in action.option_strings
    }
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", readme)) <= known


@pytest.mark.parametrize("kind", LAYERS)
def test_every_rule_of_a_layer_stands_in_the_manual(kind: str, project: Path) -> None:
    page = (project / "docs" / "methods" / "annotation.md").read_text(encoding="utf-8")
    assert [rule for rule in LAYERS[kind].rules.RULES if f"`{rule}`" not in page] == []


def test_every_message_that_the_manual_explains_is_one_of_diglot(project: Path) -> None:
    page = (project / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    messages = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert len(messages) >= 10
    modules = (project / "src" / "diglot").rglob("*.py")
    source = "".join(module.read_text(encoding="utf-8") for module in modules)
    assert [each for each in messages if each not in source] == []
