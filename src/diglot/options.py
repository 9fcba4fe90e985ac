"""Options, each declared once: type, default, help, unit and bounds in one place.

A function that can be tuned takes one *option record*, a frozen dataclass made by `option_record`
whose fields are made by `option`. The command line, the checks, the Python signature and the tables
of the manual are all made from the record, so adding an option is adding a field.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial, wraps
from pathlib import Path
from typing import (
    Any,
    Concatenate,
    ParamSpec,
    Protocol,
    TypeVar,
    dataclass_transform,
)

from diglot.errors import ConfigError, describe_unknown

_KEY = "diglot"
_MAPPING = re.compile(r"(?:Mapping|dict)\[str, (.+)\]")
_MANY = re.compile(r"tuple\[(\w+), \.\.\.\]")
_PAIR = re.compile(r"tuple\[(\w+), \1\]")

# What a message says for the command line: how, in brackets, and in clauses of their own.
_OPTION = re.compile(r"(?<![\w-])(?:-[A-Za-z]|--[a-z][a-z-]*)(?!\w)")
_HOW = re.compile(
    rf"(?:,? or|,)?(?: with:?| by| such as) [^;:,()]*?{_OPTION.pattern}[^;:,()]*(?<! )"
    rf"| \([^()]*{_OPTION.pattern}[^()]*\)"
)
_CLAUSE = re.compile(r"(, (?:or |and )?|[;:] )")
_QUOTED = re.compile("\"[^\"]*\"|“[^”]*”|'[^' ]*'")

Record = TypeVar("Record")
Result = TypeVar("Result")
First = TypeVar("First")
Second = TypeVar("Second")
First_in = TypeVar("First_in", contravariant=True)
Second_in = TypeVar("Second_in", contravariant=True)
Result_out = TypeVar("Result_out", covariant=True)
Keywords = ParamSpec("Keywords")


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of an option beyond its type and default.

    Attributes:
        help: a few words for the command line and the manual; a default is added to them.
        flags: how it is spelled on the command line; empty: by the name of its field. The first
            long one is its name in messages; further ones are old spellings and short ones.
        metavar: what its value is called.
        choices: the values that there are, or a function that lists them when a value is checked.
        group: heading under which ``--help`` lists it; empty for the first.
        unit: of its value, such as ``megabytes``.
        least: smallest value.
        most: largest value.
        above: a value has to be larger than this.
        exclusive: name of a set of options of which one may be given.
        shortcuts: further flags that stand for one value: flag, value, help.
        convert: makes a value of the text; one that gives a tuple gives several values.
        spelled: what the values are called on the command line, where that differs.
        several: the flag takes one value or more; otherwise it is given again for each.
        divided: several values may stand in one text, separated by commas.
    """

    help: str
    flags: tuple[str, ...] = ()
    metavar: str | None = None
    choices: tuple[Any, ...] | Callable[[], tuple[Any, ...]] | None = None
    group: str = ""
    unit: str | None = None
    least: float | None = None
    most: float | None = None
    above: float | None = None
    exclusive: str | None = None
    shortcuts: tuple[tuple[str, Any, str], ...] = ()
    convert: Callable[[str], Any] | None = None
    spelled: Mapping[str, Any] | None = None
    several: bool = False
    divided: bool = False

    def name(self, field_name: str) -> str:
        """Return how messages call it: its first long flag."""
        long = (flag for flag in self.flags if flag.startswith("--"))
        return next(long, f"--{field_name.replace('_', '-')}")


def option(help: str, *flags: str, default: Any = None, **details: Any) -> Any:  # noqa: A002
    """Return a field of an option record; ``details`` are further attributes of `Option`."""
    metadata = {_KEY: Option(help, flags, **details)}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


class Group(str):
    """A heading of ``--help``; called as `option`, it makes a field that stands below it."""

    __slots__ = ()

    def __call__(self, help: str, *flags: str, **details: Any) -> Any:  # noqa: A002
        """Return a field of an option record."""
        return option(help, *flags, **{"group": self, **details})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def option_record(cls: type[Record]) -> type[Record]:
    """Make a class a frozen dataclass of options whose values are checked when it is made.

    Without a default a switch is False, an option of any number of values empty, any other None.
    Its docstring gets a line for every option, so that ``help()`` shows what the command line does.
    """
    own = getattr(cls, "__post_init__", None)
    for name, kind in cls.__annotations__.items():
        each = vars(cls).get(name)
        if isinstance(each, Field) and each.default is None:
            each.default = False if kind == "bool" else () if _MANY.fullmatch(kind) else None

    def check_values(self: Any) -> None:
        check(self)
        if own:
            own(self)

    cls.__post_init__ = check_values  # type: ignore[attr-defined]
    made: Any = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    lines = [f"    {each.name}: {described}." for each, described in _documented(made)]
    made.__doc__ = "\n".join([(made.__doc__ or "").rstrip(), "", "Attributes:", *lines])
    return made  # type: ignore[no-any-return]


def options_of(record: type[Any] | Any) -> Iterator[tuple[Field[Any], Option]]:
    """Give the fields of a record that are options, in their order."""
    for each in fields(record):
        found = each.metadata.get(_KEY)
        if found is not None:
            yield each, found


def default_of(each: Field[Any]) -> Any:
    """Return the default of a field."""
    if each.default_factory is not MISSING:
        return each.default_factory()
    return None if each.default is MISSING else each.default


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of an option: what one value is, and how many there are.

    Attributes:
        value: ``int``, ``float``, ``str``, ``Path`` or ``bool``.
        count: ``one``, ``pair``, ``many`` or ``mapping``.
        collected: of a mapping, a name may come several times.
    """

    value: str
    count: str = "one"
    collected: bool = False


def kind_of(each: Field[Any]) -> Kind:
    """Return the type of an option by the annotation of its field.

    Raises:
        TypeError: an annotation that no option can have.
    """
    text = str(each.type).removesuffix(" | None")
    if match := _MAPPING.fullmatch(text):
        many = _MANY.fullmatch(match[1])
        return Kind(many[1] if many else match[1], "mapping", collected=bool(many))
    if match := _MANY.fullmatch(text):
        return Kind(match[1], "many")
    if match := _PAIR.fullmatch(text):
        return Kind(match[1], "pair")
    if text not in {"int", "float", "str", "bool", "Path"}:
        raise TypeError(f"{each.name}: no option has the type {text}")
    return Kind(text)


def check(record: Any) -> None:
    """Check every value of a record against the choices and bounds of its option.

    Raises:
        ConfigError: a value is none of the choices, or out of bounds.
    """
    for each, known in options_of(record):
        value = getattr(record, each.name)
        if value is each.default:  # it is right, and its choices may be slow to list
            continue
        for part in _parts(value):
            _check_value(known.name(each.name), part, known)


def _parts(value: Any) -> tuple[Any, ...]:
    if value is None or value is False:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _check_value(name: str, value: Any, known: Option) -> None:
    choices = known.choices() if callable(known.choices) else known.choices
    if choices is not None and value not in choices:
        listed = ", ".join(map(str, choices))
        raise ConfigError(f"{name} is {value!r}, but must be one of: {listed}")
    if (bounds := _bounds(known)) and not _within(value, known):
        raise ConfigError(f"{name} is {value:g}, but must be {bounds}")


def _within(value: float, known: Option) -> bool:
    # Written so that a value that is no number fails every bound, and infinity the upper one.
    return (
        (known.least is None or value >= known.least)
        and (known.above is None or value > known.above)
        and (value <= known.most if known.most is not None else value < float("inf"))
    )


def _bounds(known: Option) -> str | None:
    if known.least is not None and known.most is not None:
        return f"from {known.least:g} to {known.most:g}"
    if known.least is not None:
        return f"{known.least:g} or more"
    if known.above is not None and known.most is not None:
        return f"more than {known.above:g}, and {known.most:g} at most"
    if known.above is not None:
        return "a positive number" if known.above == 0 else f"more than {known.above:g}"
    return None if known.most is None else f"{known.most:g} at most"


def help_of(each: Field[Any], known: Option) -> str:
    """Return the help of an option with its unit and default, where the help does not say them."""
    default = default_of(each)
    parts = [known.unit] if known.unit else []
    said = default is not None and not isinstance(default, bool) and default not in ("", (), {})
    if said and "default" not in known.help:
        parts.append(f"default: {default}")
    return f"{known.help} ({'; '.join(parts)})" if parts else known.help


def _documented(record: type[Any]) -> Iterator[tuple[Field[Any], str]]:
    for each, known in options_of(record):
        described = help_of(each, known)
        yield each, f"False: {described}" if each.default is True else described


def make_record(values: Mapping[str, Any], record: type[Record], **others: Any) -> Record:
    """Make a record of the values that are its options, such as parsed arguments.

    Args:
        values: by name of the field; the others keep their defaults.
        record: the class of the record.
        others: fields that have another source.
    """
    names = {each.name for each, _ in options_of(record)}
    return record(**{name: values[name] for name in values if name in names} | others)


def to_plain(record: Any) -> dict[str, Any]:
    """Return the options of a record as values that JSON can hold."""
    return {each.name: _plain(getattr(record, each.name)) for each, _ in options_of(record)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def from_plain(values: Mapping[str, Any], record: Callable[..., Record]) -> Record:
    """Return the record whose options `to_plain` gave."""
    from pathlib import Path

    found: dict[str, Any] = {}
    for each, _ in options_of(record):
        value, kind = values[each.name], kind_of(each)
        make = Path if kind.value == "Path" else (lambda part: part)
        if value is None:
            found[each.name] = None
        elif kind.count == "mapping":
            found[each.name] = {
                name: tuple(map(make, part)) if kind.collected else make(part)
                for name, part in value.items()
            }
        else:
            found[each.name] = make(value) if kind.count == "one" else tuple(map(make, value))
    return record(**found)


def files_of(record: Any, *, without: Sequence[str] = ()) -> Iterator[tuple[str, Path]]:
    """Give the files that options name, each with the name of its option, but those of some."""
    for each, known in options_of(record):
        if kind_of(each).value != "Path" or each.name in without:
            continue
        value, name = getattr(record, each.name), known.name(each.name)
        named = value.items() if isinstance(value, dict) else [(None, value)]
        for key, paths in named:
            for path in _parts(paths):
                yield (name if key is None else f"{name} {key}"), path


def with_keywords(
    record: Callable[Keywords, Record],
) -> Callable[
    [Callable[[First, Second, Record], Result]],
    Callable[Concatenate[First, Second, Keywords], Result],
]:
    """Let a function of two inputs and a record take the options of the record by keyword.

    Its signature, for type checkers and for ``help()``, is that of its inputs and the record.

    Raises:
        ConfigError: on a call with a keyword that is no option; the message lists the options.
    """
    return partial(_with_keywords, record)


class OneOrTwo(Protocol[First_in, Second_in, Keywords, Result_out]):
    """A function whose second input may be left out, and the options of a record."""

    def __call__(
        self,
        first: First_in,
        second: Second_in | None = None,
        /,
        *none: Keywords.args,
        **options: Keywords.kwargs,
    ) -> Result_out:
        """Call it."""


def with_one_or_two(
    record: Callable[Keywords, Record],
) -> Callable[
    [Callable[[First, Second | None, Record], Result]],
    OneOrTwo[First, Second, Keywords, Result],
]:
    """Do as `with_keywords`, for a function whose second input is None unless it is given."""
    return partial(_with_keywords, record, needed=1)


def _with_keywords(record: Any, function: Callable[..., Result], *, needed: int = 2) -> Any:
    first, second = list(inspect.signature(function).parameters.values())[:2]
    inputs = [first, second if needed > 1 else second.replace(default=None)]
    options = inspect.signature(record).parameters

    @wraps(function)
    def call(*args: Any, **keywords: Any) -> Result:
        named = {each.name: keywords.pop(each.name) for each in inputs if each.name in keywords}
        if unknown := sorted(set(keywords) - set(options)):
            raise ConfigError(describe_unknown("option", unknown[0], sorted(options)))
        bound = inspect.Signature(inputs).bind(*args, **named)
        bound.apply_defaults()
        return function(*bound.args, record(**keywords))

    call.__signature__ = inspect.signature(function).replace(  # type: ignore[attr-defined]
        parameters=[*inputs, *options.values()]
    )
    return call


def drop_options(message: str) -> str:
    """Return a message without what only a command line can do, for those who have none.

    >>> drop_options("a.txt: is not UTF-8; name the encoding with --encoding NAME, or save it anew")
    'a.txt: is not UTF-8; name the encoding, or save it anew'
    >>> drop_options("these are 8 files: leave some out with --skip-bad; --jobs 8 is quicker")
    'these are 8 files: leave some out'
    """
    if not _OPTION.search(message):
        return message
    # What a file says is quoted, and stays.
    hidden = _QUOTED.sub(lambda found: found[0].replace("-", "\0"), message)
    text, *rest = _CLAUSE.split(_HOW.sub("", hidden))
    before = ""
    for mark, clause in zip(rest[::2], rest[1::2], strict=True):
        if _OPTION.search(clause):
            before = before or (mark if mark in ("; ", ": ") else "")
            continue
        text += (before or mark) + clause
        before = ""
    return text.replace("\0", "-")
