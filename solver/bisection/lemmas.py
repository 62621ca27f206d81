"""What is proven about single intercepts, and which of them a curve still needs.

Which slope the bisections of one intercept have does not depend on α: a lemma
about it, proven once, serves at every α, and different lemmas can be proven at
the same time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha


@dataclass(frozen=True, kw_only=True)
class ProvenLemma:
    """What has been proven about the bisections of one intercept."""

    intercept: int
    slope: int  # none of them has less
    proof: str | None  # as that of a point
    certificate: Certificate | None = None
    engine: str = ""
    seconds: float = 0.0  # spent here so far, all attempts

    @property
    def statement(self) -> InterceptLemma:
        """What is proven, without its proof."""
        return InterceptLemma(intercept=self.intercept, slope=self.slope)


def needed_lemmas(
    region: Region, alpha: Alpha, bound: int, target: int
) -> tuple[InterceptLemma, ...]:
    """Return the lemmas that together raise the bound at one α to a target.

    Parameters
    ----------
    region
        The lines that are open.
    bound, target
        Scaled: what is proven at this α, and what is to be.
    """
    slopes: dict[int, int] = {}
    for slope, least, most in region.values(alpha, bound, target):
        step = region.intercept.modulus or 1
        for intercept in range(least, most + 1, step):
            if not region.settled(intercept, slope):
                slopes[intercept] = slope  # they come in ascending order
    return tuple(InterceptLemma(intercept=i, slope=s + 1) for i, s in sorted(slopes.items()))


def strongest(lemmas: Iterable[InterceptLemma]) -> tuple[InterceptLemma, ...]:
    """Return the strongest lemma at each intercept, in order."""
    slopes: dict[int, int] = {}
    for lemma in lemmas:
        slopes[lemma.intercept] = max(lemma.slope, slopes.get(lemma.intercept, 0))
    return tuple(InterceptLemma(intercept=i, slope=s) for i, s in sorted(slopes.items()))
