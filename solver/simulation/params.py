"""The parameters of a simulation.

References
----------
Camarero et al., Topological characterization of Hamming and Dragonfly networks, Table II.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from alphacut.solver.common.errors import QuestionError

OBLIVIOUS, UGAL, PIGGYBACK = "oblivious", "ugal-l", "piggyback"
CHOICES = (OBLIVIOUS, UGAL, PIGGYBACK)
MOST_CYCLES = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Params:
    """What routers are like, and how long they are watched."""

    packet: int = 8  # phits of a packet
    local_latency: int = 10  # cycles
    global_latency: int = 100  # cycles
    local_buffer: int = (
        4  # packets that the buffer of one virtual channel holds, after a local link
    )
    global_buffer: int = 32  # and after a global link
    queue: int = 16  # packets that wait at a host; more are not generated
    vcs: int = 3  # virtual channels where a mechanism leaves their choice to the router
    warm_up: int = 2_000  # cycles before anything is measured
    cycles: int = 6_000  # in all
    stuck: int = 1_000  # cycles without any movement that are taken for a deadlock
    choice: str = OBLIVIOUS  # how packets choose between the minimal and the non-minimal routes
    threshold: int = 3  # packets: how much longer a non-minimal queue may be (UGAL-L)
    seed: int = 0

    def __post_init__(self) -> None:
        for name in (
            "packet", "local_latency", "global_latency", "local_buffer", "global_buffer", "queue",
            "vcs", "cycles", "stuck",
        ):  # fmt: skip
            if getattr(self, name) < 1:
                raise QuestionError(name, f"must be at least 1, got {getattr(self, name)}")
        if not 0 <= self.warm_up < self.cycles <= MOST_CYCLES:
            raise QuestionError(
                "cycles", f"must be more than the {self.warm_up:,} of the warm-up, and at most "
                f"{MOST_CYCLES:,}; got {self.cycles:,}",
            )  # fmt: skip
        if self.choice not in CHOICES:
            raise QuestionError("choice", f"must be one of {', '.join(CHOICES)}")
        if self.seed < 0 or self.seed >= 2**32:
            raise QuestionError("seed", f"must be from 0 to {2**32 - 1}, got {self.seed}")


@dataclass(frozen=True, kw_only=True)
class Run:
    """What came of one simulation."""

    offered: Fraction  # phits that each sending host generates in a cycle, on average
    accepted: float  # phits that arrive in a cycle for each sending host, after the warm-up
    latency: float | None  # mean cycles from generation to the last phit; None: none arrived
    generated: int  # packets, in the whole run
    delivered: int  # packets
    waiting: int  # packets that are still at their host
    moving: int  # packets that are in the network
    refused: int  # packets that found the queue of their host full
    stopped: int | None  # the cycle since which nothing has moved: a deadlock
    busiest: float  # share of the cycles after the warm-up in which the busiest link sent
    seed: int
