"""First lines of lists of links: whether they are a header, such as "switches links"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from arrangements.errors import SpecError
from arrangements.formats.exchange._text import is_count, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arrangements.formats.exchange._links import Links

DECIDES = "header=yes leaves it out, header=no reads it as a link"


class Row(NamedTuple):
    """A line with something in it."""

    line: int
    words: list[str]  # at most three of them; the last one may have blanks in it

    @property
    def width(self) -> int:
        """The number of columns, a dictionary being one."""
        rest = self.words[2] if self.words[2:] else ""
        return min(len(self.words), 2) + (1 if rest.startswith("{") else len(rest.split()))

    @property
    def text(self) -> str:
        """The line, to be shown."""
        return quoted(" ".join(self.words))

    @property
    def numbers(self) -> list[int]:
        """What stands in the columns, if all of it is numbers."""
        words = " ".join(self.words).split()
        return [int(word) for word in words] if all(map(is_count, words)) else []


@dataclass(frozen=True, kw_only=True)
class Rest:
    """What the lines after the first one are like."""

    rows: int
    narrowest: int  # columns
    widest: int
    largest: int | None  # number of a switch; None: they have names

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Rest:
        """Look at all of them, one by one."""
        count, narrowest, widest, largest = 0, 10**9, 0, 0
        named = False
        for row in rows:
            count += 1
            width = row.width
            narrowest, widest = min(narrowest, width), max(widest, width)
            named = named or not all(map(is_count, row.words[:2]))
            largest = max(largest, 0 if named else max(map(int, row.words[:2])))
        return cls(
            rows=count, narrowest=narrowest, widest=widest, largest=None if named else largest
        )

    def fits(self, numbers: list[int]) -> bool:
        """Whether a header says so many switches and links as there are, or as are listed twice."""
        return (
            len(numbers) == 2
            and self.rows > 0
            and self.rows in (numbers[1], 2 * numbers[1])
            and self.largest is not None
            and self.largest <= numbers[0]
        )

    def differ(self, width: int) -> bool:
        """Whether the first line has more columns than any other, or fewer."""
        if self.rows == 0 or self.narrowest < 2:
            return False
        return width > self.widest or (width < self.narrowest and self.rows > 1)


def decide_header(rows: Iterator[Row], links: Links) -> int:
    """Return how many lines at the beginning are a header: none or one.

    Raises
    ------
    SpecError
        If the first line may be one, and the user does not say; or if the user says
        so, and it does not fit.
    """
    first = next(rows, None)
    said = links.reading.header
    if first is None or said is False:
        return 0
    rest, numbers = Rest.of(rows), first.numbers
    sure = rest.fits(numbers) and rest.narrowest > 2
    if said or sure:
        _take(first, numbers, rest, links)
        return 1
    if first.width < 2:
        raise SpecError(
            "", f"line {first.line}: needs two ends, got {first.text}; a header? {DECIDES}"
        )
    if numbers and (rest.fits(numbers) or rest.differ(first.width)):
        raise SpecError(
            "",
            f"line {first.line}: {first.text} may be a header, for {_why(numbers, rest)}; "
            f"{DECIDES}",
        )
    return 0


def _take(first: Row, numbers: list[int], rest: Rest, links: Links) -> None:
    if len(numbers) != 2:
        links.remarks.append(f"line {first.line}, {first.text}, is left out as a header")
        return
    if rest.rows not in (numbers[1], 2 * numbers[1]):
        raise SpecError(
            "",
            f"line {first.line}: a header of {numbers[0]:,} switches and {numbers[1]:,} links, "
            f"but {rest.rows:,} lines follow",
        )
    links.switches = numbers[0]
    links.remarks.append(
        f"line {first.line} is a header: {numbers[0]:,} switches, {numbers[1]:,} links"
    )


def _why(numbers: list[int], rest: Rest) -> str:
    if rest.fits(numbers):
        return f"{rest.rows:,} lines follow and no number in them is larger"
    return f"it has {len(numbers)} columns and the lines after it have {rest.widest}"
