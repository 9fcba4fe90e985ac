"""What all models of the wire share: strictness, and values that any database can hold."""

import math
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

DEEPEST = 12
LARGEST_INTEGER = 2**53 - 1
"""Above it a page cannot tell integers apart."""
LARGEST_ID = 2**31 - 1

Role: TypeAlias = Literal["owner", "manager", "adjudicator", "annotator", "viewer"]
State: TypeAlias = Literal["open", "draft", "done", "adjudicated"]

Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Line = Annotated[str, StringConstraints(max_length=2000)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
# Values of cells nest; a description that refers to itself tells clients nothing more.
Cell = Annotated[
    Any,
    WithJsonSchema({"anyOf": [{"type": t} for t in ("string", "number", "boolean", "array")]}),
]
Change = Annotated[list[Cell | None], Field(min_length=2, max_length=2)]
Cells: TypeAlias = dict[Word, Cell]


def faults(value: object, depth: int = 0) -> str | None:
    """Why a value from outside cannot be stored in every database and read on every page."""
    if isinstance(value, str):
        if "\0" in value:
            return "texts cannot hold the character NUL"
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            return "texts cannot hold half a surrogate pair"
    elif isinstance(value, float) and not math.isfinite(value):
        return "numbers have to be finite"
    elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        return f"integers have to lie within {LARGEST_INTEGER:,}"
    elif isinstance(value, dict | list):
        if depth == DEEPEST:
            return f"values nest more than {DEEPEST} levels deep"
        parts = (*value, *value.values()) if isinstance(value, dict) else value
        return next((found for part in parts if (found := faults(part, depth + 1))), None)
    return None


class Answer(BaseModel):
    """A part of what is sent."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class Part(BaseModel):
    """A part of what is received."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Request(Part):
    """What is received as a whole."""

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, data: object) -> object:
        if fault := faults(data):
            raise ValueError(fault)
        return data


class Error(Answer):
    """Why a request was not done, in one line."""

    error: str
