"""The numbers that tune the elimination of switches."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.network import Network


@dataclass(frozen=True, kw_only=True)
class EliminationParams:
    """Eliminating switches along an order (`engines.elimination`)."""

    fewest: int = 65  # switches from which it may be better than sweeps
    planned_each_second: int = 10_000  # switches for which an order is found, or more
    links_as_a_switch: int = 10  # of a dense network, in that
    planned_of_trees: int = 100_000  # the same of trees
    few_sums: int = 1 << 28  # that take about a second; all is counted at once then
    few_sides: int = 1 << 8  # in one table; with more, most work is done for any capacity
    soon_sums: int = 1 << 28  # of a plan that is tried before anything else
    soon_sums_given: int = 1 << 37  # the same where a cutset is found: nothing else comes near
    much_sums: int = 1 << 30  # of a plan, beyond which more orders are tried
    share_if_soon: float = 0.8  # of the time, where counting is certain to end soon
    share: float = 0.5
    times_planned: float = 2.0  # as long as counting takes: the check counts again
    apart: bool = True  # whether it comes before a tree where a network falls apart
    each: float = 0.132  # seconds, for each switch: sweeps are tried before

    def plannable(self, network: Network, seconds: float | None) -> bool:
        """Tell whether an order may be found within a time: that of a tree takes less."""
        tree = len(network.links) < network.switches
        each = self.planned_of_trees if tree else self.planned_each_second
        return seconds is None or network.switches <= each * seconds


USUAL_ELIMINATION = EliminationParams()
