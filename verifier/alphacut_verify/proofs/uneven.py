"""`uneven`: majorities of groups that lack links here and there."""

from __future__ import annotations

from collections.abc import Callable

from alphacut_verify.proofs import planes
from alphacut_verify.proofs.lacking import Uneven
from alphacut_verify.proofs.leaves_and_spines import least_bound
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, a_string, an_integer, integers

CHARGES: dict[str, Callable[[Uneven], int | None]] = {
    "own": Uneven.own,
    "least": Uneven.alike,
    "leaves": least_bound,
}


def check(task: Task) -> None:
    """Count what groups lack, and find the least bound of all bisections."""
    charges = a_string(task.member("charges"), task.at("charges"))
    if charges not in (*CHARGES, "planes"):
        raise task.refuse("must be own, least, leaves or planes", "charges")
    for name in ("usual", "inside"):
        an_integer(task.member(name), task.at(name), 0)
    integers(task.member("order"), task.at("order"), 0)
    integers(task.member("lost"), task.at("lost"))
    for i, pair in enumerate(a_list(task.member("whole", []), task.at("whole"))):
        if len(integers(pair, task.at(f"whole.{i}"), 0)) != 2:
            raise task.refuse("must be two groups", f"whole.{i}")
    if task.highest is None:
        return
    _check_sizes(task)
    least = planes.least_bound(task) if charges == "planes" else CHARGES[charges](Uneven(task))
    if least is not None and least <= task.highest:
        raise task.refuse(f"proves no more than {least} where {task.highest} must be excluded")


def _check_sizes(task: Task) -> None:
    switches = task.network.switches
    if sum(task.capacities.values()) > 1 << 55:
        raise task.refuse("the capacities of all links add up to more than 2⁵⁵")
    if max(task.member("usual"), task.member("inside")) * switches * switches > 1 << 56:
        raise task.refuse("usual or inside, times the square of the switches, exceeds 2⁵⁶")
