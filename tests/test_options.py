"""Options are declared once, in the record of a function."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import diglot
from diglot.errors import ConfigError
from diglot.options import (
    drop_options,
    files_of,
    make_record,
    option,
    option_record,
    with_keywords,
    with_one_or_two,
)


@option_record
class Baking:
    """How bread is baked."""

    heat: int = option("of the oven", default=220, least=100, most=300, unit="degrees")
    flour: str = option("what it is made of", default="rye", choices=("rye", "wheat"))
    seeds: tuple[float, ...] = option("shares", "--seed", default=(), above=0)
    recipe: Path | None = option("what to follow")
    pictures: Mapping[str, Path] = option("what to show", default={})
    cooled: bool = option("eat it at once", "--hot", default=True)


@option_record
class Cake(Baking):
    """How a cake is baked."""

    sugar: int


@with_one_or_two(Baking)
def bake(dough: str, other: str | None, options: Baking) -> tuple[str, str | None, int]:
    """Bake one loaf or two."""
    return dough, other, options.heat


@with_keywords(Baking)
def mix(milk: str, water: str, options: Baking) -> tuple[str, str, int]:
    """Mix two things."""
    return milk, water, options.heat


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"heat": 90}, "--heat is 90, but must be from 100 to 300"),
        ({"heat": float("nan")}, "--heat is nan"),
        ({"flour": "oats"}, "--flour is 'oats', but must be one of: rye, wheat"),
        ({"seeds": (0.5, 0.0)}, "--seed is 0, but must be a positive number"),
        ({"seeds": (float("inf"),)}, "--seed is inf"),
    ],
)
def test_a_value_out_of_bounds_is_refused_by_the_name_of_its_flag(
    wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        Baking(**wrong)


def test_a_record_documents_its_options() -> None:
    said = inspect.getdoc(Baking) or ""
    assert "heat: of the oven (degrees; default: 220)." in said
    assert "cooled: False: eat it at once." in said


def test_a_record_has_the_options_of_the_one_that_it_extends() -> None:
    with pytest.raises(ConfigError, match="--heat is 90"):
        Cake(sugar=1, heat=90)


def test_values_that_are_no_options_are_passed_over() -> None:
    made = make_record({"heat": 200, "sugar": 9, "output": "x"}, Cake, sugar=2)
    assert (made.heat, made.sugar) == (200, 2)


def test_files_are_named_by_their_options() -> None:
    options = Baking(recipe=Path("a"), pictures={"one": Path("b")})
    assert list(files_of(options)) == [("--recipe", Path("a")), ("--pictures one", Path("b"))]
    assert list(files_of(options, without=["pictures"])) == [("--recipe", Path("a"))]


def test_the_second_input_may_be_left_out() -> None:
    assert bake("white") == ("white", None, 220)
    assert bake("white", "dark", heat=200) == ("white", "dark", 200)
    assert list(inspect.signature(bake).parameters)[:3] == ["dough", "other", "heat"]


def test_inputs_may_be_given_by_name() -> None:
    keywords: dict[str, Any] = {"water": "cold", "heat": 150}
    assert mix("rye", **keywords) == ("rye", "cold", 150)
    with pytest.raises(TypeError):
        mix(*["rye"])


def test_an_unknown_option_lists_those_that_there_are() -> None:
    keywords: dict[str, Any] = {"heats": 150}
    with pytest.raises(
        ConfigError, match=r"unknown option 'heats' .* available: cooled, flour, heat"
    ):
        mix("rye", "cold", **keywords)


def test_what_a_file_says_stays_in_a_message_without_options() -> None:
    told = 'left out: 1 comment: "run it with --fast"; check -s and -t, or the "first-rate" file'
    assert drop_options(told) == (
        'left out: 1 comment: "run it with --fast"; the "first-rate" file'
    )


OPTION = re.compile(r"(?<![\w\"'“-])(?:-[A-Za-z]|--[a-z][a-z-]*)\b")
# What works on files that somebody dropped on the page.
ON_PAGE = (
    "files", "formats", "text", "model", "packs", "sentences", "consistency", "annotate/exchange",
    "annotate/layers", "annotate/review", "pipeline/build/inputs.py", "pipeline/documents.py",
    "pipeline/file_pairs.py", "pipeline/sentence_pairs.py", "pipeline/steps/checking",
)  # fmt: skip


def _messages(path: Path) -> list[str]:
    """The texts of a module that name an option and begin with no option, which was given then."""
    tree = ast.parse(path.read_text("utf-8"))
    parts = {
        id(part)
        for each in ast.walk(tree)
        if isinstance(each, ast.JoinedStr)
        for part in each.values
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                str(getattr(part, "value", "")) if isinstance(part, ast.Constant) else "X"
                for part in node.values
            )
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts
        ):
            text = node.value
        else:
            continue
        if " " in text and "\n" not in text and OPTION.search(text) and not OPTION.match(text):
            found.append(text)
    return found


def test_whatever_the_page_may_say_can_be_said_without_options() -> None:
    root = Path(diglot.__file__).parent
    modules = [path for each in ON_PAGE for path in (root / each, *(root / each).rglob("*.py"))]
    messages = [text for path in modules if path.suffix == ".py" for text in _messages(path)]
    assert len(messages) > 40
    for message in messages:
        told = drop_options(f"a.txt: is bad; {message.lstrip(', ')}")
        assert not OPTION.search(told), message
        assert not re.search(r"\b(with|or|and|by|say|see|to|of)$|[ ,:;]$|\w\(| [,;:]", told), told
