"""The numbers that tune sweeps along an order of the switches."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from alphacut.arrangements.network import Network


@dataclass(frozen=True, kw_only=True)
class Effort:
    """A sweep that is given up early, and the networks on which it is worth while."""

    states: int  # at one step
    each: float  # seconds, for each switch, until a network is closed; see `Cost`
    fewest: int = 0  # switches
    most: float = inf
    share: float = 1.0  # of the time


@dataclass(frozen=True, kw_only=True)
class SweepParams:
    """Sweeps along an order of the switches (`bounds.sweep`)."""

    most_states: int = 1 << 21  # at one step; the verifier takes twice as many
    few_states: int = 1 << 15  # with which all is tried at once
    # bits that the switches to come can tell, below which images by symmetries are not looked for
    least_bits: float = 10.0
    efforts: tuple[Effort, ...] = (
        Effort(states=1 << 18, most=39, each=0.01),
        Effort(states=1 << 10, fewest=40, most=200, each=0.002),
        Effort(states=1 << 18, fewest=40, most=64, each=0.5),
        Effort(states=1 << 16, fewest=65, each=0.13),
    )
    before_elimination: Effort = Effort(states=1 << 18, each=0.131, share=0.2)
    most_seconds: float = 20_000  # until a network is closed with as many states as there may be
    sparse: int = 3  # links for each switch up to which a larger network is swept
    large: int = 200  # switches of such a network
    ordered_each_second: int = 10_000  # switches, or more

    def narrow(self, network: Network) -> bool:
        """Tell whether there may be an order along which few states arise."""
        return (
            network.switches <= self.large or len(network.links) <= self.sparse * network.switches
        )

    def orderable(self, network: Network, seconds: float | None) -> bool:
        """Tell whether an order may be found within a time."""
        if seconds is None or network.switches <= self.large:
            return True
        return network.switches <= self.ordered_each_second * seconds


USUAL_SWEEP = SweepParams()
