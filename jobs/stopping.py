"""Why a run ended although something is open, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alphacut.solver.bisection.curve import Limits
from alphacut.solver.bisection.envelope import Envelope

INTERRUPTED, TIME, GAP, GIVEN_UP, BROKEN = "interrupted", "time", "gap", "given-up", "broken"
ANY_WIRING = "any-wiring"  # given up, and no other engine may be asked

_HELP = {
    INTERRUPTED: "going on takes what is proven over",
    TIME: "more time; going on takes what is proven over",
    GAP: "a smaller gap; going on takes what is proven over",
    GIVEN_UP: "another engine; this one would not get further with more time",
    ANY_WIRING: "a wiring that is known: what holds for every one is bounded by this engine alone",
    BROKEN: "going on takes what is proven over; more memory, if that was wanting",
}


def stopped(
    envelopes: Sequence[Envelope],
    limits: Limits,
    seconds: float,
    *,
    interrupted: bool = False,
    broken: bool = False,
    any_wiring: bool = False,
) -> dict[str, Any] | None:
    """Say why curves or points are bounded, for the member "provenance" of their document.

    Parameters
    ----------
    seconds
        Wall time that was spent on them.
    interrupted
        Whether somebody told the run to stop.
    broken
        Whether an error ended it.
    any_wiring
        Whether every wiring of a shape is meant, not one network.

    Returns
    -------
    dict or None
        None: nothing is open.
    """
    if all(each.status != "bounded" for each in envelopes):
        return None
    if interrupted:
        return because(INTERRUPTED)
    if broken:
        return because(BROKEN)
    if limits.gap > 0 and max(each.gap for each in envelopes) <= limits.gap:
        return because(GAP)
    late = limits.seconds is not None and seconds >= limits.seconds
    if late or not any_wiring:
        return because(TIME if late else GIVEN_UP)
    return {"because": GIVEN_UP, "helps": _HELP[ANY_WIRING]}


def because(reason: str) -> dict[str, Any]:
    """Return a reason with what would help."""
    return {"because": reason, "helps": _HELP[reason]}
