"""The numbers that tune bounds by eigenvalues."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.semidefinite.params import readable
from alphacut.solver.bisection.problem import PointProblem


@dataclass(frozen=True, kw_only=True)
class SpectralParams:
    """When eigenvalues of the whole network are worth their time (`bounds.spectral`)."""

    fewest: int = 40  # switches; a sweep of fewer is quick
    each_link: float = 8e-6  # seconds, for each switch and link
    most_switches: int = 3_000  # as many as `describe` takes
    each: float = 1e-9  # seconds of a bound and its check, over the cube of the switches
    share: float = 0.25  # of the time for an attempt that it may take
    moment: int = 600  # switches up to which it is there even where no time is left
    # times the error of rounding that is given away, until the verifier sees the matrix definite
    lowered: tuple[float, ...] = (1.0, 32.0, 1_024.0, 32_768.0)

    def suits(self, problem: PointProblem) -> bool:
        """Tell whether numbers and matrix are small enough."""
        return 1 < problem.network.switches <= self.most_switches and readable(problem)

    def quick(self, network: Network, seconds: float | None) -> bool:
        """Tell whether it takes no more than its share of a time."""
        if seconds is None or network.switches <= self.moment:
            return True
        return self.each * network.switches**3 <= self.share * seconds


USUAL_SPECTRAL = SpectralParams()
