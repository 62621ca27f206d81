"""Answers about failures: bands over samples, and what fails at worst."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from alphacut.arrangements.formats.spec import build_any, parse
from alphacut.arrangements.network import Network
from alphacut.service.library.answers import Told
from alphacut.service.text.counting import count
from alphacut.solver.resilience.bands import ranks

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Range:
    """A value that is known from both sides."""

    lower: Fraction  # proven
    upper: Fraction  # of a cut

    @property
    def exact(self) -> bool:
        """Whether both meet."""
        return self.lower == self.upper


@dataclass(frozen=True, kw_only=True)
class Band:
    """What samples of so many failures leave: each statistic is that of some sample."""

    number: int  # of failed links or switches
    share: Fraction | None  # of all, as it was asked for
    samples: tuple[Range, ...]  # the bisection of each, by its seed
    connected: int  # samples in which all switches are joined
    hosts: int  # in the largest component, in the worst sample

    @property
    def least(self) -> Range:
        """The sample that is left least."""
        return self._statistic(0)

    @property
    def lower_quartile(self) -> Range:
        """A quarter of the samples have no more."""
        return self._statistic(1)

    @property
    def median(self) -> Range:
        """Half of the samples have no more."""
        return self._statistic(2)

    @property
    def upper_quartile(self) -> Range:
        """Three quarters of the samples have no more."""
        return self._statistic(3)

    @property
    def greatest(self) -> Range:
        """The sample that is left most."""
        return self._statistic(4)

    def _statistic(self, which: int) -> Range:
        place = ranks(len(self.samples))[which]
        return Range(
            lower=sorted(each.lower for each in self.samples)[place],
            upper=sorted(each.upper for each in self.samples)[place],
        )


@dataclass(frozen=True, kw_only=True)
class Left:
    """One network and its failures."""

    document: Json  # its part of the document

    @property
    def status(self) -> str:
        """ "exact": the bisection as it is, and that of each sample, are proven."""
        return str(self.document["status"])

    @property
    def network(self) -> Network:
        """The network before anything fails at random."""
        return build_any(parse(self.document["topology"]))

    @property
    def intact(self) -> Range:
        """The bisection bandwidth before anything fails at random."""
        return _range(self.document["intact"]["point"], "value")

    @cached_property
    def bands(self) -> tuple[Band, ...]:
        """One for each amount of failures, rising; none where no sample is done."""
        samples = self.document["samples"]
        return tuple(
            Band(
                number=level["number"],
                share=None if level["share"] is None else Fraction(level["share"]),
                samples=tuple(_range(each["at"][place]) for each in samples),
                connected=band["connected"],
                hosts=band["hosts"],
            )
            for place, (level, band) in enumerate(
                zip(self.document["levels"], self.document["bands"], strict=False)
            )
        )

    @property
    def worst_links(self) -> dict[int, Range]:
        """What the worst failures of links leave, by their number."""
        worst = self.document["worst"]
        return {each["number"]: _range(each) for each in worst["links"]} if worst else {}

    def worst(self, kind: str) -> Range | None:
        """Return what the worst "switch", "group" or "domain" leaves; None: not known."""
        worst = self.document["worst"]
        return None if worst is None or worst[kind] is None else _range(worst[kind])


@dataclass(frozen=True, kw_only=True)
class Resilience(Told):
    """What is left of networks after failures."""

    @property
    def status(self) -> str:
        """ "exact": every value is proven; "bounded": some are known as ranges."""
        return str(self.document["status"])

    @cached_property
    def networks(self) -> tuple[Left, ...]:
        """The networks, in the order in which they were asked about."""
        return tuple(Left(document=each) for each in self.document["networks"])

    @property
    def order(self) -> tuple[int, ...]:
        """Places of the networks, from the one that keeps most of its bisection in the median."""
        ranking = self.document["ranking"]
        return () if ranking is None else tuple(ranking["order"])

    @property
    def proven(self) -> bool:
        """Whether it is proven that no other network keeps more than the first in this order."""
        ranking = self.document["ranking"]
        return ranking is not None and bool(ranking["proven"])

    @cached_property
    def network(self) -> Network:
        """The first network."""
        return self.networks[0].network

    def __repr__(self) -> str:
        return f"<Resilience: {count(len(self.networks), 'network')}, {self.status}>"


def _range(written: Json, upper: str = "upper") -> Range:
    return Range(lower=Fraction(written["lower"]), upper=Fraction(written[upper]))
