"""Outcomes as the store keeps them: a JSON object each, of this version or an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.outcome import Deferral, Outcome, Report, StopReason
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

WAITS, DIVIDED = "waiting", "divided"  # in place of a reason, where something is left to others


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome as a JSON object; cuts are written as sides."""
    deferral = outcome.deferral
    because = outcome.stopped_because.value
    if deferral is not None:
        because = WAITS if deferral.to_siblings else DIVIDED
    return {
        "alpha": None if outcome.alpha is None else str(outcome.alpha),
        "sides": [list(cut.side) for cut in outcome.cuts],
        "bound": outcome.lower_bound,
        "intercept": outcome.intercept,
        "levels": None if deferral is None or deferral.to_siblings else deferral.lemmas_known,
        "left": None if deferral is None else deferral.open_intercepts,
        **({} if deferral is None or deferral.proven is None else {"proven": deferral.proven}),
        "proof": outcome.proof,
        "certificate": None if outcome.certificate is None else write(outcome.certificate),
        "spare": None if outcome.partial_proof is None else write(outcome.partial_proof),
        "engine": outcome.report.engine,
        "seconds": outcome.report.seconds,
        "stopped_because": because,
        "remarks": list(outcome.report.remarks),
        **({"missing": list(outcome.report.missing)} if outcome.report.missing else {}),
        "refusals": list(outcome.refusals),
    }


def read_outcome(network: Network, stored: Mapping[str, Any]) -> Outcome:
    """Read what `outcome_json` wrote, of this version or an earlier one.

    Capacities are measured anew. A proof that rests on what is not checked any more is none,
    and what was found for a portion of a point's intercepts leaves the rest to another attempt.
    """
    alpha, certificate = stored["alpha"], _proof(stored["certificate"])
    lost = certificate is None and stored["certificate"] is not None
    bound = 0 if lost else stored["bound"]
    because, deferral = _ended(stored)
    return Outcome(
        alpha=None if alpha is None else Alpha.read(alpha),
        intercept=stored.get("intercept"),
        cuts=tuple(Cut.of(network, side) for side in stored["sides"]),
        lower_bound=bound,
        certified_bound=bound if stored["proof"] == "certificate" else 0,
        certificate=certificate,
        stopped_because=because,
        report=Report(
            engine=stored["engine"],
            seconds=stored["seconds"],
            remarks=tuple(stored["remarks"]),
            missing=tuple(stored.get("missing", ())),
        ),
        partial_proof=_proof(stored.get("spare")),
        deferral=deferral,
        refusals=tuple(stored.get("refusals", ())),
    )


def _ended(stored: Mapping[str, Any]) -> tuple[StopReason, Deferral | None]:
    """Read why a run ended, and what it left to other questions."""
    because, left = stored["stopped_because"], stored.get("left")
    if stored.get("portion") or because == WAITS:
        return StopReason.WORK_LIMIT, Deferral(to_siblings=True)
    if because == DIVIDED:
        ends = (left[0], left[1]) if left else None
        return StopReason.WORK_LIMIT, Deferral(
            lemmas_known=stored.get("levels") or 0,
            open_intercepts=ends,
            proven=stored.get("proven"),
        )
    return StopReason(because), None


def _proof(written: object) -> Certificate | None:
    """Read a certificate; one that is not checked any more is none."""
    try:
        return None if written is None else read_certificate(written)
    except Refused:
        return None
