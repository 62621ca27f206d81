"""Warm starts: where the last run over the states of some blocks stopped, in this process.

A run may begin anywhere, and of many states one that begins from nothing takes far more
rounds of steps than one that begins where another stood, at whatever α or intercept.
A process answers one question after the other, often about the same network.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Warm

_last: dict[str, Warm] = {}  # of one network at most: tables are large


def last_run(programs: Programs) -> Warm | None:
    """Return where the last run with the same costs stopped, if it was the last of all."""
    return _last.get(programs.name)


def remember_run(programs: Programs, warm: Warm) -> None:
    """Remember where a run stopped."""
    _last.clear()
    _last[programs.name] = warm
