"""`uneven`: majorities of groups that lack links here and there."""

from __future__ import annotations

from collections.abc import Callable

from alphacut_verify.proofs.lacking import Uneven
from alphacut_verify.proofs.leaves_and_spines import least_bound
from alphacut_verify.proofs.task import Task

CHARGES: dict[str, Callable[[Uneven], int | None]] = {
    "own": Uneven.own,
    "least": Uneven.alike,
    "leaves": least_bound,
}


def check(task: Task) -> None:
    """Count what groups lack, and find the least bound of all bisections."""
    charges = task.member("charges")
    if not isinstance(charges, str) or charges not in CHARGES:
        raise task.refuse("must be own, least or leaves", "charges")
    uneven = Uneven(task)
    if task.highest is None:
        return
    least = CHARGES[charges](uneven)
    if least is not None and least <= task.highest:
        raise task.refuse(f"proves no more than {least} where {task.highest} must be excluded")
