"""Where the last runs over the states of some blocks stood, in this process.

A run may begin anywhere, and of many states one that begins from nothing takes far more
rounds of steps than one that begins where another stood, at whatever α or intercept.
A process answers one question after the other, often about the same network.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Warm
from alphacut.solver.bisection.verify.imbalances import Box

_last: dict[str, dict[Box | None, Warm]] = {}  # of one network at most: tables are large


def standing(programs: Programs, box: Box | None = None) -> Warm | None:
    """Return where the last run with the same costs stopped, if it was the last of all.

    If none was for bisections of the same imbalances, return one that was for all.
    """
    found = _last.get(programs.name, {})
    return found.get(box, found.get(None))


def stands(programs: Programs, warm: Warm, box: Box | None = None) -> None:
    """Remember where a run stopped."""
    found = _last.pop(programs.name, {})
    _last.clear()
    _last[programs.name] = {**found, box: warm}
