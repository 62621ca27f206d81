"""The dragonflies (p, a, h, t) that fit a number of hosts and a number of ports.

Groups of a switches, each joined to all others of its group, have t links between each pair
of them (Kim et al., Technology-driven, highly-scalable dragonfly topology, ISCA 2008;
trunking t as Camarero et al., Topological characterization of Hamming and Dragonfly
networks, section 5.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.solver.design.question import DesignQuestion

MOST_FITTING = 100_000


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A dragonfly before its global links are arranged."""

    p: int  # hosts of each switch
    a: int  # switches of each group, at least 2
    h: int  # global ports of each switch
    t: int  # links between each pair of groups
    groups: int  # at least 2

    @property
    def switches(self) -> int:
        """The number of switches."""
        return self.a * self.groups

    @property
    def hosts(self) -> int:
        """The number of hosts."""
        return self.p * self.switches

    @property
    def ports(self) -> int:
        """The ports of a switch that are needed."""
        return self.p + self.a - 1 + self.h

    @property
    def cables(self) -> dict[str, int]:
        """How many cables there are of each class."""
        return {
            "host": self.hosts,
            "local": self.groups * self.a * (self.a - 1) // 2,
            "global": self.t * self.groups * (self.groups - 1) // 2,
        }

    @property
    def balanced(self) -> bool:
        """Whether a = 2p = 2h, which Kim et al. call balanced."""
        return self.a == 2 * self.p == 2 * self.h

    def price(self, prices: Mapping[str, Fraction]) -> Fraction:
        """Add up what its switches and cables cost; what has no price is free."""
        counts = {"switch": self.switches, **self.cables}
        return sum((price * counts[name] for name, price in prices.items()), Fraction(0))


def fitting(question: DesignQuestion) -> list[Shape]:
    """List all that fit, the cheapest first.

    Without prices those with the fewest switches come first, then those with the fewest
    global cables, then with the fewest local ones.

    Raises
    ------
    QuestionError
        If more than `MOST_FITTING` fit.
    """
    found = [shape for shape in _shapes(question) if shape.balanced or not question.balanced]
    return sorted(found, key=lambda shape: _order(shape, question.prices))


def _order(shape: Shape, prices: Mapping[str, Fraction] | None) -> tuple[Fraction | int, ...]:
    cables = shape.cables
    usual = (shape.switches, cables["global"], cables["local"], shape.ports, shape.a, shape.t)
    return usual if prices is None else (shape.price(prices), *usual)


def _shapes(question: DesignQuestion) -> Iterator[Shape]:
    count = 0
    for a in range(2, question.radix):
        most = min(question.most // a, a * (question.radix - a) + 1)
        least = max(2, question.least // (a * (question.radix - a)))
        for groups in range(least, most + 1):
            for shape in _with_groups(a, groups, question):
                yield shape
                count += 1
                if count > MOST_FITTING:
                    raise QuestionError(
                        "within",
                        f"more than {MOST_FITTING:,} dragonflies fit; ask for a number of hosts "
                        "within fewer percent, or for switches of fewer ports",
                    )


def _with_groups(a: int, groups: int, question: DesignQuestion) -> Iterator[Shape]:
    """Yield what fits with so many groups of a switches, each with just the ports it needs."""
    pairs = groups - 1
    switches = a * groups
    fewest = max(1, -(-question.least // switches))  # hosts of a switch
    step = 1 if question.unused_ports else a // gcd(a, pairs)
    for t in range(step, a * question.radix // pairs + 1, step):
        h = -(-t * pairs // a)
        most = min(question.radix - (a - 1) - h, question.most // switches)
        if question.radix - (a - 1) - h < fewest:
            return
        for p in range(fewest, most + 1):
            yield Shape(p=p, a=a, h=h, t=t, groups=groups)
