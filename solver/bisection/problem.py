"""The least-capacity bisection at one α, scaled to integers: what is asked, and where it leads.

A problem is data that a store or another process can hold; all that is needed to solve it is
in there, so doing it twice is waste and never harm. What other outcomes have proven comes with
it and is believed, as the store is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction

from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha


@dataclass(frozen=True, kw_only=True)
class Cut:
    """A bisection that was found, with its capacity."""

    side: tuple[int, ...]  # switches of the side that holds switch 0, sorted
    line: Line

    @classmethod
    def of(cls, network: Network, side: Collection[int]) -> Cut:
        """Measure the cut that one of its sides gives."""
        inside = set(side)
        if 0 not in inside:
            inside = set(range(network.switches)) - inside
        return cls(side=tuple(sorted(inside)), line=network.cut(inside))


@dataclass(frozen=True, kw_only=True)
class PointProblem:
    """Minimise the scaled capacity alpha.scaled(line) over all bisections.

    With a target lemma, at α = ∞: show that every bisection with its intercept has at
    least its slope. Such lemmas hold for every α, so each serves all others.
    """

    network: Network
    balance: Balance
    alpha: Alpha
    known: tuple[KnownPoint, ...] = ()  # certified elsewhere, to be used as inequalities
    cuts: tuple[Cut, ...] = ()  # bisections found earlier
    lemmas: tuple[InterceptLemma, ...] = ()  # certified elsewhere
    target_lemma: InterceptLemma | None = None
    # of the target lemma: a tree whose time was over, to be gone on with
    earlier_tree: Certificate | None = field(default=None, repr=False)
    may_defer: bool = False  # open intercepts may be left to lemmas, to be settled one by one
    # of this α, then of others
    warm_certificates: tuple[Certificate, ...] = field(default=(), repr=False)
    sibling_alphas: tuple[Alpha, ...] = ()  # where the same is asked next, or just now
    deferred_before: bool = False  # whether an earlier attempt left intercepts to lemmas
    engine: str = "auto"  # who is to solve it
    # what it may take in all; an engine that is one of several is given its share as a budget
    seconds: float | None = None  # wall time; None: no limit
    gap: Fraction = Fraction(0)  # what may be left between the bound and the best cut

    @property
    def best(self) -> Cut | None:
        """The best cut so far at this α; on a tie, the one that is best beside it."""
        if not self.cuts:
            return None
        return min(self.cuts, key=lambda cut: (self.alpha.scaled(cut.line), cut.line))

    @property
    def region(self) -> Region:
        """The lines of the bisections that are meant, by all that is known."""
        region = Region.of(self.network, self.balance, self.known, self.lemmas)
        return region if self.target_lemma is None else region.at(self.target_lemma.intercept)

    def scaled(self, cut: Cut) -> int:
        """Return a cut's scaled capacity."""
        return self.alpha.scaled(cut.line)

    def meant(self, cut: Cut) -> bool:
        """Tell whether a bisection is meant: with a lemma, one of its intercept."""
        lemma = self.target_lemma
        return lemma is None or lemma.intercept == cut.line.intercept

    def target(self, best: Cut) -> int:
        """Return what is to be proven: the best cut's scaled capacity, or the lemma's slope."""
        lemma = self.target_lemma
        if lemma is None:
            return self.scaled(best)
        return min(lemma.slope, self.scaled(best)) if self.meant(best) else lemma.slope
