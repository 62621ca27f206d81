"""`uneven`: majorities of groups that lack links here and there."""

from __future__ import annotations

from collections.abc import Callable

from alphacut_verify.proofs import planes
from alphacut_verify.proofs.lacking import Uneven
from alphacut_verify.proofs.leaves_and_spines import least_bound
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_string, an_integer, integers

CHARGES: dict[str, Callable[[Uneven], int | None]] = {
    "own": Uneven.own,
    "least": Uneven.alike,
    "leaves": least_bound,
}


def check(task: Task) -> None:
    """Count what groups lack, and find the least bound of all bisections."""
    charges = a_string(task.member("charges"), task.at("charges"))
    for name in ("usual", "inside"):
        an_integer(task.member(name), task.at(name))
    for name in ("order", "lost"):
        integers(task.member(name), task.at(name))
    if task.highest is None:
        return
    if charges not in (*CHARGES, "planes"):
        raise task.refuse("must be own, least, leaves or planes", "charges")
    least = planes.least_bound(task) if charges == "planes" else CHARGES[charges](Uneven(task))
    if least is not None and least <= task.highest:
        raise task.refuse(f"proves no more than {least} where {task.highest} must be excluded")
