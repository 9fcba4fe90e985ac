"""Options of a method: read from the resources, checked against their defaults."""

from __future__ import annotations

import difflib
import math
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.lexicons.resources import Resources

_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_KINDS = {bool: "yes or no", int: "a whole number", float: "a number", str: "a word"}


def options_of(
    resources: Resources,
    defaults: Mapping[str, Any],
    *,
    choices: Mapping[str, Sequence[str]] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
) -> dict[str, Any]:
    """Return the options of a method, given ones before defaults.

    A value has the type of its default: bool, int, float, str, or a tuple of words. Text is read as
    that type, as a command line gives it; the words of a tuple are separated by commas. A default
    of None takes any value.

    Args:
        resources: hold what the user gave.
        defaults: of all options that the method knows.
        choices: the words that an option may be; of a tuple, each of its words.
        limits: least and greatest value of a number, both included.

    Raises:
        ConfigError: an option is unknown, of another type, or outside its choices or limits.
    """
    given = resources.options
    for name in given:
        if name not in defaults:
            raise ConfigError(_unknown("option", name, sorted(defaults)))
    found = dict(defaults)
    for name, value in given.items():
        found[name] = _typed(name, value, defaults[name])
    for name, allowed in (choices or {}).items():
        for word in found[name] if isinstance(found[name], tuple) else (found[name],):
            if word not in allowed:
                raise ConfigError(f"option {name}: " + _unknown("choice", word, list(allowed)))
    for name, (least, greatest) in (limits or {}).items():
        if not least <= found[name] <= greatest:
            bound = f"{least} or more" if math.isinf(greatest) else f"from {least} to {greatest}"
            raise ConfigError(f"option {name} is {found[name]}: give a number {bound}")
    return found


def _typed(name: str, value: Any, default: Any) -> Any:
    if default is None:
        return value
    kind = type(default)
    if kind is tuple:
        parts = value.split(",") if isinstance(value, str) else value
        if isinstance(parts, (list, tuple)) and all(isinstance(each, str) for each in parts):
            return tuple(word for each in parts if (word := each.strip()))
        raise ConfigError(f"option {name} is {value!r}: give words separated by commas")
    if type(value) is kind or (kind is float and type(value) is int):
        return kind(value)
    if isinstance(value, str):
        try:
            return _YES[value.strip().lower()] if kind is bool else kind(value)
        except (KeyError, ValueError):
            pass
    raise ConfigError(f"option {name} is {value!r}: give {_KINDS.get(kind, kind.__name__)}")


def _unknown(what: str, name: object, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(str(name), known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    listed = ", ".join(known) if known else "none"
    return f"there is no {what} {name!r}{hint}: known are {listed}"
