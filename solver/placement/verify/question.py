"""What was asked of a grid: the exchange, the machine, and which choices are studied.

References
----------
Prisacari et al., HPDC 2014, sections 3.2 to 3.4; what is α there, elements, is `elements` here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from alphacut.solver.common.errors import DocumentError
from alphacut.solver.placement.verify.instance import Instance
from alphacut.solver.placement.verify.machine import Machine, machine_of
from alphacut.solver.placement.verify.stencil import Sides


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question about a grid."""

    machine: Machine
    elements: Sides  # of the grid
    message: Fraction  # bytes for each element of a face
    weights: tuple[Fraction, ...]  # factor of `message` along each dimension
    tasks: Sides | None  # along each dimension, where they are given
    block: Sides | None  # tasks of a group along each dimension, where they are given
    count: int | None  # tasks in all, where it is given
    any_tasks: bool  # also tasks that do not divide the grid
    any_block: bool  # also blocks that do not divide the tasks
    room: tuple[int, ...] | None  # tasks that each group takes, the most first; None: all do
    routings: tuple[str, ...]
    same_group: str

    def sent(self, tasks: Sides) -> tuple[Fraction, ...]:
        """Return the bytes that a task sends to one neighbour along each dimension.

        A face has as many elements as a task, but for the dimension that it closes; where there
        is one task along it, there is no neighbour.
        """
        spread = [Fraction(n, parts) for n, parts in zip(self.elements, tasks, strict=True)]
        faces = [prod(spread[:k] + spread[k + 1 :], start=Fraction(1)) for k in range(len(tasks))]
        return tuple(
            self.message * weight * face if count > 1 else Fraction(0)
            for weight, face, count in zip(self.weights, faces, tasks, strict=True)
        )

    def volume(self, tasks: Sides) -> Fraction:
        """Return the bytes that a task sends: to both neighbours along each dimension."""
        return 2 * sum(self.sent(tasks), Fraction(0))

    def parts(self, tasks: Sides) -> tuple[Fraction, ...]:
        """Return what part of its traffic a task sends to one neighbour along each dimension."""
        sent, volume = self.sent(tasks), self.volume(tasks)
        return tuple(each / volume for each in sent) if volume else sent


def question_of(instance: Instance) -> Question:
    """Read the question about a grid.

    Raises
    ------
    DocumentError
        If its parts do not fit each other.
    """
    request = instance.request
    elements = tuple(request["grid"])
    machine = machine_of(instance.network, request)
    weights = tuple(Fraction(each) for each in request["weights"] or (1,) * len(elements))
    given = {name: _sides(request[name]) for name in ("tasks", "block")}
    for name, each in (*given.items(), ("weights", weights)):
        if each is not None and len(each) != len(elements):
            raise DocumentError(f"question.{name} has not as many numbers as the grid has sides")
    if min(weights) <= 0:
        raise DocumentError("question.weights: must all be above 0")
    both = ("direct", "indirect") if request["routing"] == "both" else (request["routing"],)
    return Question(
        machine=machine,
        elements=elements,
        message=Fraction(request["message"]),
        weights=weights,
        tasks=given["tasks"],
        block=given["block"],
        count=request["count"],
        any_tasks=request["any_tasks"],
        any_block=request["any_block"],
        room=None if instance.whole else _room(instance, request["ranks"]),
        routings=both if machine.groups > 2 else ("direct",),  # no group to go through
        same_group=request["same_group"],
    )


def _sides(given: list[int] | None) -> Sides | None:
    return None if given is None else tuple(given)


def _room(instance: Instance, ranks: int) -> tuple[int, ...]:
    room: Counter[int] = Counter()
    for group, hosts in zip(instance.network.groups, instance.room, strict=True):
        room[group] += hosts * ranks
    return tuple(sorted((each for each in room.values() if each), reverse=True))
