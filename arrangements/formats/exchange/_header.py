"""First lines of lists of links: whether they are a header, such as "switches links"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._text import is_count, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from alphacut.arrangements.formats.exchange._links import Links

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
    numbered: int  # rows whose ends are both numbers
    least: int  # number of a switch in them
    largest: int

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Rest:
        """Look at all of them, one by one."""
        count, numbered, largest = 0, 0, 0
        narrowest = least = 10**9
        widest = 0
        for row in rows:
            count, width = count + 1, row.width
            narrowest, widest = min(narrowest, width), max(widest, width)
            if all(map(is_count, row.words[:2])):
                ends = [int(word) for word in row.words[:2]]
                numbered, least, largest = numbered + 1, min(least, *ends), max(largest, *ends)
        return cls(
            rows=count,
            narrowest=narrowest,
            widest=widest,
            numbered=numbered,
            least=least,
            largest=largest,
        )

    def counted(self, numbers: list[int]) -> bool:
        """Whether a header says so many links as there are, or as are listed twice."""
        return len(numbers) > 1 and self.rows > 0 and self.rows in (numbers[1], 2 * numbers[1])

    @property
    def switches(self) -> int:
        """How many there are, if all numbers up to the largest are used."""
        return self.largest + (self.least == 0)

    def fits(self, numbers: list[int]) -> bool:
        """Whether it also says as many switches as there are, or more."""
        return self.counted(numbers) and self.numbered > 0 and self.switches <= numbers[0]

    def why(self, first: Row) -> str:
        """Say why the first line may be a header; nothing if it cannot."""
        numbers = first.numbers
        if not numbers or not self.rows:
            return ""
        if not self.numbered:
            return "it has numbers, and the lines after it have names"
        if self.fits(numbers):
            return f"{self.rows:,} lines follow, and no number in them is larger"
        if len(numbers) == 2 and numbers[0] == self.switches > 1 and numbers[1] > self.largest:
            return f"there are {numbers[0]:,} switches after it, and no number is so large"
        if self.narrowest > 1 and first.width > self.widest:
            return f"it has {first.width} columns, and no other line so many"
        if self.narrowest > first.width and self.rows > 1:
            return f"it has {first.width} columns, and every other line more"
        return ""


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
    rest = Rest.of(rows)
    sure = rest.fits(first.numbers) and len(first.numbers) < rest.narrowest
    if said or sure:
        _take(first, rest, links)
        return 1
    if first.width < 2:
        raise SpecError(
            "", f"line {first.line}: needs two ends, got {first.text}; a header? {DECIDES}"
        )
    if why := rest.why(first):
        raise SpecError(
            "", f"line {first.line}: {first.text} may be a header, for {why}; {DECIDES}"
        )
    return 0


def _take(first: Row, rest: Rest, links: Links) -> None:
    """Read a header: of switches and links, if so many links follow."""
    numbers = first.numbers
    if rest.counted(numbers):
        links.switches = numbers[0]
        links.remarks.append(
            f"line {first.line} is a header: {numbers[0]:,} switches, {numbers[1]:,} links"
        )
    elif len(numbers) == 2:
        raise SpecError(
            "",
            f"line {first.line}: a header of {numbers[0]:,} switches and {numbers[1]:,} links, "
            f"but {rest.rows:,} lines follow",
        )
    else:
        links.remarks.append(f"line {first.line}, {first.text}, is left out as a header")
