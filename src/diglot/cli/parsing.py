"""The arguments of a command, made from the option records of the functions that it calls."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from diglot.errors import ConfigError
from diglot.options import Kind, Option, help_of, kind_of, make_record, options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from dataclasses import Field

Record = TypeVar("Record")

_TYPES: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "Path": Path,
    "Any": str,
}


def add_path(parser: argparse._ActionsContainer, name: str, text: str, **details: Any) -> None:
    """Declare a file or folder: an argument, or an option if its name begins with dashes.

    Args:
        parser: of a command, or a group of its options.
        name: in capitals also what the value is called; that of an option is FILE by default.
        text: what ``--help`` says of it.
        details: further arguments of `argparse.ArgumentParser.add_argument`.
    """
    details.setdefault("metavar", "FILE" if name.startswith("-") else name.upper())
    parser.add_argument(name, type=Path, help=text, **details)


def add_output(
    parser: argparse._ActionsContainer,
    text: str,
    *,
    several: bool = False,
    required: bool = False,
    metavar: str = "OUT",
) -> None:
    """Declare ``--output``; where there may be several, their list is empty by default."""
    details: dict[str, Any] = {"action": "append", "default": []} if several else {}
    parser.add_argument(
        *("-o", "--output"), type=Path, required=required, metavar=metavar, help=text, **details
    )


def add_options(
    parser: argparse.ArgumentParser,
    *records: type[Any],
    only: Sequence[str] | None = None,
    without: Sequence[str] = (),
) -> None:
    """Declare every option of some records, under the headings that they name, new or known.

    What is not given on the command line is absent from the namespace, so that defaults stand in
    the records alone. An option that several records have is declared once.

    Args:
        parser: of a command.
        records: classes of option records.
        only: names of the fields to declare; None for all.
        without: names of fields to leave out.
    """
    groups: dict[str | None, argparse._ActionsContainer] = {"": parser}
    groups |= {each.title: each for each in parser._action_groups}  # noqa: SLF001 - the only list
    sets: dict[str, argparse._ActionsContainer] = {}
    seen = set(without)
    for record in records:
        for each, known in options_of(record):
            if each.name in seen or (only is not None and each.name not in only):
                continue
            seen.add(each.name)
            if known.group not in groups:
                groups[known.group] = parser.add_argument_group(known.group)
            place = groups[known.group]
            if known.exclusive:
                if known.exclusive not in sets:
                    sets[known.exclusive] = place.add_mutually_exclusive_group()
                place = sets[known.exclusive]
            _add(place, each, known)


def _add(place: argparse._ActionsContainer, each: Field[Any], known: Option) -> None:
    kind = kind_of(each)
    flags = known.flags
    if known.name(each.name) not in flags:
        flags = (*flags, known.name(each.name))
    details: dict[str, Any] = {
        "dest": each.name,
        "default": argparse.SUPPRESS,
        "help": help_of(each, known).replace("%", "%%"),
    }
    if known.spelled is not None:
        details |= {"action": _Spelled, "spelled": known.spelled}
    elif kind.value == "bool":
        details["action"] = "store_false" if each.default is True else "store_true"
    else:
        details |= _values(kind, known)
    place.add_argument(*flags, **details)
    for flag, value, text in known.shortcuts:
        place.add_argument(
            flag,
            dest=each.name,
            action="store_const",
            const=value,
            default=argparse.SUPPRESS,
            help=text,
        )


def _values(kind: Kind, known: Option) -> dict[str, Any]:
    """Return how the values of an option are read."""
    read = known.convert or _TYPES[kind.value]
    details: dict[str, Any] = {"metavar": known.metavar}
    if kind.count == "mapping":
        details["metavar"] = form = known.metavar or "NAME=VALUE"
        details["action"] = _Collected if kind.collected else _Named
        read = _NamedValue(form, read)
    elif kind.count == "many":
        details |= {"action": _Many, "nargs": "+" if known.several else None}
    elif kind.count == "pair":
        details |= {"nargs": 2, "action": _Pair}
        if known.metavar:
            details["metavar"] = tuple(known.metavar.split())
    if isinstance(known.choices, tuple) and known.convert is None and not known.divided:
        details["choices"] = known.choices
        if known.metavar is None:
            del details["metavar"]
    details["type"] = _Divided(read) if known.divided else read
    return details


class _Divided:
    """Reads values separated by commas."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        self._read = read

    def __call__(self, text: str) -> list[Any]:
        return [self._read(part.strip()) for part in text.split(",") if part.strip()]


class _NamedValue:
    """Reads ``NAME=VALUE``."""

    def __init__(self, form: str, convert: Callable[[str], Any]) -> None:
        self._form = form
        self._convert = convert

    def __call__(self, text: str) -> tuple[str, Any]:
        name, sign, rest = text.partition("=")
        if not (sign and name.strip() and rest.strip()):
            raise argparse.ArgumentTypeError(f"{text}: write {self._form}")
        return name.strip(), self._convert(rest.strip())


class _Many(argparse.Action):
    """An option that may be repeated; a tuple gives more than one value."""

    def __call__(self, _: Any, namespace: Any, values: Any, _option: str | None = None) -> None:
        more = values if isinstance(values, (tuple, list)) else (values,)
        setattr(namespace, self.dest, (*getattr(namespace, self.dest, ()), *more))


class _Pair(argparse.Action):
    def __call__(self, _: Any, namespace: Any, values: Any, _option: str | None = None) -> None:
        setattr(namespace, self.dest, tuple(values))


class _Spelled(argparse.Action):
    """An option whose values have other names on the command line."""

    def __init__(self, *, spelled: Mapping[str, Any], **details: Any) -> None:
        super().__init__(choices=tuple(spelled), **details)
        self._spelled = spelled

    def __call__(self, _: Any, namespace: Any, values: Any, _option: str | None = None) -> None:
        setattr(namespace, self.dest, self._spelled[values])


class _Named(argparse.Action):
    """An option of named values; the last of a name counts."""

    def __call__(self, _: Any, namespace: Any, values: Any, _option: str | None = None) -> None:
        more = dict(values if isinstance(values, list) else [values])
        setattr(namespace, self.dest, getattr(namespace, self.dest, {}) | more)


class _Collected(argparse.Action):
    """An option of named values; a name may be repeated."""

    def __call__(self, _: Any, namespace: Any, values: Any, _option: str | None = None) -> None:
        name, value = values
        found = getattr(namespace, self.dest, {})
        setattr(namespace, self.dest, {**found, name: (*found.get(name, ()), value)})


def read_options(arguments: argparse.Namespace, record: type[Record], **others: Any) -> Record:
    """Return what the arguments say, as a record.

    Raises:
        ConfigError: a value is out of its bounds.
    """
    return make_record(vars(arguments), record, **others)


def given_flags(
    arguments: argparse.Namespace, record: type[Any], *, without: Sequence[str] = ()
) -> list[str]:
    """Return the options of a record that were given, as a command line has them, files absolute.

    Only switches and single values can be told so.
    """
    flags = []
    for each, known in options_of(record):
        value = None if each.name in without else vars(arguments).get(each.name)
        if isinstance(value, bool):
            flags += [known.name(each.name)] if value is not each.default else []
        elif value is not None:
            text = value.absolute() if isinstance(value, Path) else value
            flags += [known.name(each.name), str(text)]
    return flags


def refuse_options(
    arguments: argparse.Namespace, names: Sequence[str], reason: str, *records: type[Any]
) -> None:
    """Refuse options that do not go together with others.

    Args:
        arguments: what was given.
        names: of options of the records, and of arguments that the command declares itself.
        reason: what is said after the option, such as ``cannot be used with --compat``.
        records: where the options are declared.

    Raises:
        ConfigError: one of them was given.
    """
    flags = {each.name: known.name(each.name) for one in records for each, known in options_of(one)}
    for name in names:
        if vars(arguments).get(name) not in (None, False):
            flag = flags.get(name, f"--{name.replace('_', '-')}")
            raise ConfigError(f"{flag} {reason}")
