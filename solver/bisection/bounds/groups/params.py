"""The numbers that tune the relaxation over joint states of two groups."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.solver.bisection.bounds.stopping import StoppingRule

_OF_GROUPS = StoppingRule(least=24, span=8, patience=2)


@dataclass(frozen=True, kw_only=True)
class GroupParams:
    """The relaxation over joint states of two groups (`bounds.groups`)."""

    look_every: int = 25  # steps
    most_steps: int = 3_000
    stopping: StoppingRule = _OF_GROUPS
    first_triangles: int = 300  # steps without any
    separate_every: int = 50  # steps between two searches for triangles
    new_triangles: int = 3_000


USUAL_GROUP = GroupParams()
