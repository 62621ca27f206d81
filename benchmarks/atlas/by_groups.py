"""What the groups of a network alone prove of a curve that is open: at α = 1, and from 0 on.

It takes a moment where everything else took minutes, so that it is asked anew for all that is open.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.catalogue import only
from alphacut.solver.bisection.engines.structured import Majority
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import Alpha
from benchmarks.atlas.networks import spec_of
from benchmarks.atlas.record import Record

STEP = Fraction(1, 20)


def by_groups(dragonfly: Dragonfly, record: Record) -> dict[str, Any]:
    """Bound a curve at α = 1, and tell how far from 0 on its first segment is proven so.

    B is concave: where the line of the first segment is proven at an α, and at 0, it is between
    them. The verifier has accepted every bound.
    """
    network = dragonfly.network()
    cuts = tuple(Cut.of(network, each["side"]) for each in record["segments"])

    def lower(alpha: Fraction) -> Fraction:
        at = Alpha.parse(str(alpha))
        problem = PointProblem(network=network, balance=Balance.of(network), alpha=at, cuts=cuts)
        found = answer(problem, engine_of=lambda _: only(Majority()))
        return at.value(found.certified_bound)

    first = record["segments"][0]
    steps = int(Fraction(first["to"]) / STEP)
    proven = 0
    while steps > proven:  # by halves: what is proven at an α is so below it
        middle = (proven + steps + 1) // 2
        alpha = middle * STEP
        if lower(alpha) >= first["intercept"] + alpha * first["slope"]:
            proven = middle
        else:
            steps = middle - 1
    return {
        "at_one": str(lower(Fraction(1))),
        "first_segment_to": str(proven * STEP),
        "command": f"alphacut point {spec_of(dragonfly)} --alpha 1",
    }
