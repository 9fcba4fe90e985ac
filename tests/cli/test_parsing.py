"""Arguments of commands come from option records."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import pytest

from diglot.cli.parsing import add_options, read_options
from diglot.options import option, option_record


@option_record
class Choices:
    """What can be chosen."""

    names: tuple[str, ...] = option("several", "--name", default=(), divided=True)
    levels: Mapping[str, str] = option("of names", "--level", default={}, divided=True)
    files: Mapping[str, tuple[Path, ...]] = option("by language", "--file", default={})
    pair: tuple[Path, Path] | None = option("two files", metavar="ONE OTHER")
    most: int = option("most of all", default=6, shortcuts=(("--one", 1, "one only"),))
    report: bool = option("write none", "--no-report", default=True)


def parse(*words: str, only: tuple[str, ...] | None = None) -> Choices:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_options(parser, Choices, only=only)
    return read_options(parser.parse_args(words), Choices)


def test_defaults_stand_in_the_record() -> None:
    assert parse() == Choices()


def test_values_are_divided_and_added_up() -> None:
    assert parse("--name", "a, b", "--name", "c").names == ("a", "b", "c")
    found = parse("--level", "a=one,b=two", "--level", "a=three").levels
    assert found == {"a": "three", "b": "two"}


def test_a_name_may_have_several_files() -> None:
    found = parse("--file", "en=x", "--file", "fr=y", "--file", "en=z").files
    assert found == {"en": (Path("x"), Path("z")), "fr": (Path("y"),)}


def test_pairs_shortcuts_and_switches() -> None:
    found = parse("--pair", "a", "b", "--one", "--no-report")
    assert (found.pair, found.most, found.report) == ((Path("a"), Path("b")), 1, False)


@pytest.mark.parametrize("words", [("--level", "a"), ("--level", "=b")])
def test_a_named_value_needs_name_and_value(words: tuple[str, ...]) -> None:
    with pytest.raises(argparse.ArgumentError, match="write NAME=VALUE"):
        parse(*words)


def test_a_command_may_take_some_options_only() -> None:
    assert parse("--pair", "a", "b", only=("pair",)).pair
    with pytest.raises(SystemExit):
        parse("--one", only=("pair",))
