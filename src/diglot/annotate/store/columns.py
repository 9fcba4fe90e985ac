"""How values are kept in columns, the same in every database: moments and JSON as text."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import String, Text
from sqlalchemy.types import TypeDecorator

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.engine import Dialect

MOMENT = "%Y-%m-%dT%H:%M:%S.%f"


def canonical(value: object) -> str:
    """A value as JSON with sorted keys, nothing spaced out: equal values give equal texts.

    Raises:
        InputError: it is no JSON, or holds half a surrogate pair.
    """
    try:
        text = json.dumps(
            value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False,
            default=_plain,
        )  # fmt: skip
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "the text holds half a surrogate pair", cure="send whole characters"
        ) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError("the value is no JSON", cure="send finite numbers and text") from error
    return text


def _plain(value: object) -> object:
    """Mappings and sequences of other types than JSON's own as JSON's."""
    if hasattr(value, "keys"):
        mapping: Mapping[str, Any] = value  # type: ignore[assignment]
        return dict(mapping)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return list(value)  # type: ignore[call-overload]


def line(text: str, what: str, *, longest: int = 200) -> str:
    """A short text that every database can hold, as it was given.

    Args:
        text: to be kept.
        what: it is, for the error.
        longest: characters that it may have.

    Raises:
        InputError: it is too long, or holds NUL or half a surrogate pair.
    """
    if len(text) > longest:
        raise InputError(f"{what} is longer than {longest} characters", cure="shorten it")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError(f"{what} holds NUL or half a surrogate pair", cure="send whole characters")
    return text


class Json(TypeDecorator[Any]):
    """A JSON value as canonical text; a missing one is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text of a value."""
        return None if value is None else canonical(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002
        """The value of a text."""
        return None if value is None else json.loads(value)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC as text that sorts by time."""

    impl = String(26)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text of a moment."""
        return None if value is None else value.astimezone(UTC).strftime(MOMENT)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment of a text."""
        return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)
