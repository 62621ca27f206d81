"""Outcomes as the store keeps them: a JSON object each, of this version or an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.outcome import Outcome, Report, StopReason
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.verify.removed import holds_removed


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome as a JSON object; cuts are written as sides."""
    return {
        "alpha": None if outcome.alpha is None else str(outcome.alpha),
        "sides": [list(cut.side) for cut in outcome.cuts],
        "bound": outcome.lower_bound,
        "intercept": outcome.intercept,
        "levels": outcome.levels,
        "left": outcome.left,
        "proof": outcome.proof,
        "certificate": outcome.certificate,
        "spare": outcome.spare,
        "engine": outcome.report.engine,
        "seconds": outcome.report.seconds,
        "stopped_because": outcome.stopped_because.value,
        "remarks": list(outcome.report.remarks),
        "refusals": list(outcome.refusals),
    }


def read_outcome(network: Network, stored: Mapping[str, Any]) -> Outcome:
    """Read what `outcome_json` wrote, of this version or an earlier one.

    Capacities are measured anew. A proof that rests on what is not checked any more is none,
    and what was found for a portion of a point's intercepts leaves the rest to another attempt.
    """
    stored = _as_written_now(stored)
    alpha = stored["alpha"]
    return Outcome(
        alpha=None if alpha is None else Alpha.read(alpha),
        intercept=stored.get("intercept"),
        cuts=tuple(Cut.of(network, side) for side in stored["sides"]),
        lower_bound=stored["bound"],
        certified_bound=stored["bound"] if stored["proof"] == "certificate" else 0,
        certificate=stored["certificate"],
        stopped_because=StopReason(stored["stopped_because"]),
        report=Report(
            engine=stored["engine"], seconds=stored["seconds"], remarks=tuple(stored["remarks"])
        ),
        spare=stored.get("spare"),
        levels=stored.get("levels"),
        left=tuple(stored["left"]) if stored.get("left") else None,
        refusals=tuple(stored.get("refusals", ())),
    )


def _as_written_now(stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out certificates of kinds that are not checked any more, with what they prove."""
    if stored.get("portion"):
        stored = {**stored, "stopped_because": StopReason.WAITING.value}
    if holds_removed(stored.get("spare")):
        stored = {**stored, "spare": None}
    if holds_removed(stored["certificate"]):
        stored = {**stored, "certificate": None, "bound": 0, "proof": None}
    return stored
