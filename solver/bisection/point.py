"""One question about a network, answered: the unit of work that can travel.

A question is data that a store or another process can hold; all that is needed to
answer it is in there, so doing it twice is waste and never harm. What other answers
have proven comes with it and is believed, as the store is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.outcome import Certificate, StopReason
from alphacut.solver.bisection.problem import Cut, InequalityRow, KnownPoint, Level
from alphacut.solver.bisection.verify.removed import holds_removed

PROOFS = ("certificate", "solver", None)


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked: the best bisections at any α, or the proof at one.

    Without an α but with cuts, the search goes on from these. With an aim, at α = ∞:
    the proof of a claim about one intercept.
    """

    network: Network
    balance: Balance
    alpha: Alpha | None  # None: look for good bisections over the range, prove nothing
    low: Alpha = ZERO  # the range for which the curve is wanted
    high: Alpha = INFINITY
    cuts: tuple[Cut, ...] = ()  # found so far
    known: tuple[KnownPoint, ...] = ()  # certified so far, at other α
    rows: tuple[InequalityRow, ...] = ()  # inequalities that those proofs used
    levels: tuple[Level, ...] = ()  # certified so far
    aim: Level | None = None
    engine: str = "auto"
    seconds: float | None = None  # wall time allowed; None: no limit
    gap: Fraction = Fraction(0)  # what may be left between the bound and the best cut
    earlier: tuple[Certificate, ...] = field(default=(), repr=False)  # here, then at other α
    # where the same is asked next, or just now; of a search that goes on: where it is wanted
    others: tuple[Alpha, ...] = ()
    divided: bool = False  # whether an attempt left single intercepts to be settled by themselves


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came of a question. Everything in it is valid, however it ended."""

    alpha: Alpha | None  # as asked
    cuts: tuple[Cut, ...]  # bisections found
    bound: int = 0  # scaled lower bound at alpha, with an intercept for its bisections alone
    intercept: int | None = None  # that of the question's aim
    levels: int | None = None  # if intercepts are left to be settled: how many were given
    left: tuple[int, int] | None = None  # and the ends of those that are left
    proof: str | None = None  # what the bound rests on: "certificate", "solver" or nothing
    certificate: Certificate | None = field(default=None, repr=False)
    spare: Certificate | None = field(default=None, repr=False)  # a weaker one, to go on from
    engine: str = ""
    seconds: float = 0.0
    stopped_because: StopReason = StopReason.FINISHED
    remarks: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()  # why the verifier refused a proof: a fault of this software

    @property
    def exhausted(self) -> bool:
        """Whether another attempt would not help.

        A claim that was proven does not count: more may be asked of its intercept later.
        """
        given_up = self.stopped_because is StopReason.WORK_LIMIT
        return given_up or (self.stopped_because is StopReason.FINISHED and self.intercept is None)

    def as_json(self) -> dict[str, Any]:
        """Write the answer as a JSON object; cuts are written as sides."""
        return {
            "alpha": None if self.alpha is None else str(self.alpha),
            "sides": [list(cut.side) for cut in self.cuts],
            "bound": self.bound,
            "intercept": self.intercept,
            "levels": self.levels,
            "left": self.left,
            "proof": self.proof,
            "certificate": self.certificate,
            "spare": self.spare,
            "engine": self.engine,
            "seconds": self.seconds,
            "stopped_because": self.stopped_because.value,
            "remarks": list(self.remarks),
            "refusals": list(self.refusals),
        }

    @classmethod
    def from_json(cls, network: Network, written: Mapping[str, Any]) -> Answer:
        """Read what `as_json` wrote, of this version or an earlier one.

        Capacities are measured anew. A proof that rests on what is not checked any more is none,
        and what was found for a portion of a point's intercepts leaves the rest to another attempt.
        """
        written = _as_written_now(written)
        alpha = written["alpha"]
        return cls(
            alpha=None if alpha is None else Alpha.read(alpha),
            cuts=tuple(Cut.of(network, side) for side in written["sides"]),
            bound=written["bound"],
            intercept=written.get("intercept"),
            levels=written.get("levels"),
            left=tuple(written["left"]) if written.get("left") else None,
            proof=written["proof"],
            certificate=written["certificate"],
            spare=written.get("spare"),
            engine=written["engine"],
            seconds=written["seconds"],
            stopped_because=StopReason(written["stopped_because"]),
            remarks=tuple(written["remarks"]),
            refusals=tuple(written.get("refusals", ())),
        )


def _as_written_now(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out certificates of kinds that are not checked any more, with what they prove."""
    if written.get("portion"):
        written = {**written, "stopped_because": StopReason.WAITING.value}
    if holds_removed(written.get("spare")):
        written = {**written, "spare": None}
    if holds_removed(written["certificate"]):
        written = {**written, "certificate": None, "bound": 0, "proof": None}
    return written
