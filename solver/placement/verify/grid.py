"""Checking the choices for a grid, their front, and the one that is laid out on hosts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, Refused
from alphacut.solver.common.fields import fraction_in, integer_in, object_in, only_fields
from alphacut.solver.common.verdict import Verdict
from alphacut.solver.placement import schema
from alphacut.solver.placement.verify.choice_cost import Cost, Recount
from alphacut.solver.placement.verify.decompositions import Every, Key
from alphacut.solver.placement.verify.instance import Instance
from alphacut.solver.placement.verify.layout import check_placed
from alphacut.solver.placement.verify.question import Question, question_of
from alphacut.solver.placement.verify.ranking import (
    MOST_TASKS,
    check_asked,
    check_front,
    check_left_out,
    check_list,
    rank,
    whole_machine,
)
from alphacut.solver.placement.verify.reading import Json, list_in, needs, same_status, sides_in

CHOICE = tuple(schema.CHOICE["properties"])


def verify_grid(written: Json, instance: Instance) -> Verdict:
    """Check the answer about a grid."""
    needs(written, ("studied", "choices", "front", "placed"), "the document")
    question = question_of(instance)
    listed = {name: list_in(written, name) for name in ("choices", "front")}
    _check_size([each for entries in listed.values() for each in entries], question)
    recount, every = Recount(question), Every.of(question)
    if integer_in(written, "studied") != len(every.tasks):
        raise Refused(f"studied is {len(every.tasks)}, not {shown(written['studied'])}")
    told = _told(listed["choices"], "choices", question, recount)
    words = [
        f"{len(told)} choices: demands from the explicit matrix, and times",
        check_list(every, told, instance.request["top"], recount),
    ]
    front = _told(listed["front"], "front", question, recount)
    words.append(check_front(every, told, front, recount))
    _check_anywhere(written, instance, question, recount)
    status = "bounded"
    if written["placed"] is not None:
        status = check_placed(object_in(written["placed"], "placed"), instance, question, told)
        words.append("the layout: every host and link loaded anew, and the bound")
    same_status(written, status)
    if "seed" in written["question"]:  # of earlier releases
        words.append("the seed, which tells how the layout was found, is not checked")
    return Verdict(status=status, checked=tuple(words))


def _check_size(entries: Sequence[Any], question: Question) -> None:
    """Refuse choices whose matrices would be too large to build."""
    sizes = [math.prod(sides_in(object_in(each, "a choice"), "tasks")) for each in entries]
    if sum(sizes) > MOST_TASKS:
        raise BeyondLimit("memory", f"the choices have more than {MOST_TASKS:,} tasks together")
    if any(size > question.machine.total for size in sizes):
        raise Refused(f"a choice has more tasks than the machine takes, {question.machine.total:,}")


def _told(
    entries: Sequence[Any], name: str, question: Question, recount: Recount
) -> dict[Key, Cost]:
    """Compute choices anew, and return them in their order."""
    found: dict[Key, Cost] = {}
    for at, written in enumerate(entries):
        key, cost = _check_choice(object_in(written, f"{name}.{at}"), question, recount)
        if key in found:
            raise Refused(f"{name}.{at} is told twice")
        found[key] = cost
    return found


def _check_choice(choice: Json, question: Question, recount: Recount) -> tuple[Key, Cost]:
    """Compute a choice anew from the traffic matrix between its groups."""
    only_fields(choice, CHOICE, "a choice")
    needs(choice, CHOICE, "a choice")
    tasks, block = sides_in(choice, "tasks"), sides_in(choice, "block")
    if len(tasks) != len(question.elements) or len(block) != len(tasks):
        raise Refused("a choice has not the dimensions of the grid")
    name = f"choice {'x'.join(map(str, tasks))} in {'x'.join(map(str, block))}"
    if any(size > n for n, size in zip(tasks, block, strict=True)):
        raise Refused(f"{name}: a block is longer than the grid of tasks")
    routing = choice["routing"]
    if routing not in question.routings or choice["same_group"] != question.same_group:
        raise Refused(f"{name}: its routing is not among what was asked")
    cost = recount.cost(tasks, block, routing)
    for field, value in (
        ("remote_demand", cost.remote), ("local_demand", cost.local), ("bytes", cost.volume),
        ("seconds", cost.seconds), ("seconds_remote_only", cost.times["remote"]),
    ):  # fmt: skip
        if fraction_in(choice, field) != value:
            raise Refused(f"{name}: {field} is {value}, not {shown(choice[field])}")
    if integer_in(choice, "groups") != cost.groups or integer_in(choice, "hosts") != cost.hosts:
        raise Refused(f"{name}: uses {cost.groups} groups and {cost.hosts} hosts")
    if cost.times.get(str(choice["binding"])) != cost.seconds:
        raise Refused(f"{name}: {shown(choice['binding'])} does not bind")
    return (tasks, block, routing), cost


def _check_anywhere(
    written: Json, instance: Instance, question: Question, recount: Recount
) -> None:
    """Check the best choice on the whole machine, which is told beside an allocation."""
    if instance.whole:
        if "anywhere" in written:
            raise Refused("anywhere is told if an allocation is given, and only then")
        return
    every = Every.of(whole_machine(question))
    if "anywhere" not in written:
        if every.rows:
            raise Refused("anywhere is missing: the best choice on the whole machine")
        return
    _check_size([written["anywhere"]], question)
    told = _told([written["anywhere"]], "anywhere", question, recount)
    check_asked(every, told)
    (key, cost), *_ = told.items()
    check_left_out(every, told, rank(key, cost), recount)
