"""α, the capacity of a global link relative to a local one, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering

from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.numbers import DIGITS, NumberError, read_amount, read_rational
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

_DIGITS = 40  # of each part of a breakpoint, which capacities of ten digits can make long


@total_ordering
@dataclass(frozen=True)
class Alpha:
    """A ratio numerator/denominator in lowest terms; infinity is 1/0.

    At α = p/q a line is worth intercept + slope·p/q. Scaled by q this is the
    integer q·intercept + p·slope, which is how every engine sees it; the two
    ends are the pure cases (q, p) = (1, 0) and (0, 1).
    """

    numerator: int  # p, not negative
    denominator: int  # q, not negative; 0 for infinity only

    @classmethod
    def of(cls, value: Fraction | int) -> Alpha:
        """Make a finite α from an exact number."""
        exact = Fraction(value)
        return cls(exact.numerator, exact.denominator)

    @classmethod
    def parse(cls, written: object, field: str = "alpha") -> Alpha:
        """Read α as users write it: an integer, "5/4", "1.25", "1e3" or "inf", or as `str` does.

        Raises
        ------
        QuestionError
            For anything else; a float with a fraction is refused because it is not exact.
        """
        if isinstance(written, bool) or (isinstance(written, float) and not written.is_integer()):
            raise QuestionError(
                field,
                f'{shown(written)} is not exact; write it as a string, such as "5/4" or "1.25"',
            )
        if isinstance(written, str) and written.strip() in ("inf", "+inf"):
            return INFINITY
        try:
            ratio = read_amount(written)
        except NumberError:
            ratio = Fraction(-1)
        if ratio < 0:
            raise QuestionError(
                field,
                f"{shown(written)} is not a ratio that can be read; write an integer or a string "
                f'such as "5/4" or "1.25", not negative, with at most {DIGITS} digits in each part',
            )
        return cls.of(ratio)

    @classmethod
    def asked(cls, written: object, network: Network) -> Alpha:
        """Read α of a question, which may be left out (None) where `left_out` has one.

        Raises
        ------
        QuestionError
            If it is missing, or cannot be read.
        """
        return cls.left_out(network) if written is None else cls.parse(written)

    @classmethod
    def left_out(cls, network: Network) -> Alpha:
        """Return α of a question that names none: 1, where no capacity depends on it.

        Raises
        ------
        QuestionError
            If some does.
        """
        if network.depends_on_alpha:
            raise QuestionError(
                "alpha",
                "is missing: the capacity of some links depends on it; give the capacity of a "
                "global link in local ones, such as 5/4",
            )
        return cls(1, 1)

    @classmethod
    def read(cls, written: str) -> Alpha:
        """Read α as `str` writes it; breakpoints may have more digits than users may write.

        Raises
        ------
        NumberError
            If it is not written so.
        """
        return INFINITY if written == "inf" else cls.of(read_rational(written, digits=_DIGITS))

    @property
    def finite(self) -> bool:
        """Whether this is not infinity."""
        return self.denominator > 0

    @property
    def fraction(self) -> Fraction:
        """The ratio as a number; infinity has none."""
        return Fraction(self.numerator, self.denominator)

    def scaled(self, line: Line) -> int:
        """Return denominator·intercept + numerator·slope, an integer."""
        return self.denominator * line.intercept + self.numerator * line.slope

    def scales(self, network: Network) -> dict[str, int]:
        """Return the scaled capacity of a link of each class."""
        return {each.name: self.scaled(Line(each.base, each.slope)) for each in network.classes}

    def value(self, scaled: int) -> Fraction:
        """Turn a scaled integer back into a capacity (at infinity, a slope)."""
        return Fraction(scaled, self.denominator or 1)

    def __lt__(self, other: Alpha) -> bool:
        return self.numerator * other.denominator < other.numerator * self.denominator

    def __str__(self) -> str:
        return str(self.fraction) if self.finite else "inf"


ZERO = Alpha(0, 1)
INFINITY = Alpha(1, 0)
