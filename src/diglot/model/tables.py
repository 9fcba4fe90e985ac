"""What a value that holds many items shows in a notebook: its length, its items, a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

from diglot.errors import ConfigError
from diglot.plurals import count_of

Item = TypeVar("Item")
SHOWN = 10  # rows of a table in a notebook


class Table(Generic[Item]):
    """A base of values that hold many items, in the order of the file or of their rank.

    A value says which attribute holds its items and what the row of one is; length, iteration, a
    representation in one line, a table of the first items in notebooks and a data frame follow.
    A value without items is still true, so that ``given or other`` asks whether there is one.

    Attributes:
        ITEMS: the attribute that iteration goes through.
        COLUMNS: headings of the rows.
    """

    __slots__ = ()
    ITEMS: ClassVar[str]
    COLUMNS: ClassVar[tuple[str, ...]]

    def _row(self, item: Item) -> tuple[object, ...]:
        """Return the cells of an item, one for each column; None where nothing is known."""
        raise NotImplementedError

    def _headings(self) -> tuple[str, ...]:
        """Return the headings of the rows of this value."""
        return self.COLUMNS

    def _describe(self) -> str:
        """Return what the value is beside its items, for its representation in one line."""
        return ""

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        items = count_of(len(self), self.ITEMS.removesuffix("s"))
        return f"<{type(self).__name__}: {', '.join(filter(None, (self._describe(), items)))}>"

    def _repr_html_(self) -> str:
        """Return the first rows as a table, for notebooks."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self._headings())
        rows = "".join(
            "<tr>" + "".join(f"<td>{_html_cell(cell)}</td>" for cell in self._row(item)) + "</tr>"
            for item in islice(self, SHOWN)
        )
        more = f"<p>… and {len(self) - SHOWN:,} more</p>" if len(self) > SHOWN else ""
        return (
            f"<p>{escape(repr(self).strip('<>'))}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
        )

    def to_pandas(self) -> Any:
        """Return all items as a ``pandas.DataFrame``, a row each.

        Raises:
            ConfigError: pandas is not installed.
        """
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ConfigError("a data frame needs pandas: pip install pandas") from None
        return pandas.DataFrame([self._row(item) for item in self], columns=list(self._headings()))

    @property
    def _items(self) -> Sequence[Item]:
        items: Sequence[Item] = getattr(self, self.ITEMS)
        return items


def _html_cell(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.3f}"
    # Text of either direction keeps its own in the cell.
    return f'<span dir="auto">{escape(str(cell))}</span>'
