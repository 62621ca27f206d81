"""Tables of comma-separated values with their names of columns, with the numbers of their lines."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

Row = dict[str, str]


def cells_of(line: str, place: str) -> list[str]:
    """Read the cells of a line.

    Raises
    ------
    SpecError
        If it is no row of a table.
    """
    try:
        return [cell.strip() for cell in next(csv.reader([line]))]
    except (csv.Error, StopIteration) as error:
        raise SpecError("", f"{place}: no row of a table") from error


class Table:
    """A table that is read row by row."""

    def __init__(self, what: str, header: Sequence[str], needed: Sequence[str], place: str) -> None:
        missing = next((name for name in needed if name not in header), None)
        if missing is not None:
            raise SpecError(
                "",
                f"{place}: {what} needs the column {missing}; {known_names(missing, header)}",
            )
        twice = next((name for name in needed if list(header).count(name) > 1), None)
        if twice is not None:
            raise SpecError("", f"{place}: two columns are named {twice}")
        self._header = header

    def row(self, line: str, place: str) -> Row:
        """Read a row by the names of its columns."""
        cells = cells_of(line, place)
        if len(cells) != len(self._header):
            raise SpecError(
                "", f"{place}: has {len(cells)} cells, but the header {len(self._header)}"
            )
        return dict(zip(self._header, cells, strict=True))


def guid_of(cell: str, place: str, column: str) -> str:
    """Read a GUID, such as 0x98039b0300a1b2c3, into 16 hexadecimal digits."""
    return f"{_integer(cell, place, column, 1 << 64):016x}"


def number_of(cell: str, place: str, column: str, most: int = 1 << 32) -> int:
    """Read a number, decimal or with 0x before it, below the most."""
    return _integer(cell, place, column, most)


def _integer(cell: str, place: str, column: str, most: int) -> int:
    digits = cell.strip('"').lower()
    try:
        if len(digits) > 20:
            raise ValueError
        value = int(digits, 16) if digits.startswith("0x") else int(digits)
    except ValueError:
        value = -1
    if not 0 <= value < most:
        raise SpecError(
            "", f"{place}: {column} must be a number such as 0x1f or 31, got {shown(cell)}"
        )
    return value
