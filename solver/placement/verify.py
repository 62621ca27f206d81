"""Checking a document on a placement from nothing but itself.

Demands are computed anew from the explicit traffic matrix, not by the closed forms that ranked
the choices, which are listed anew to see that none is left out. Mappings are checked edge by edge;
an answer "no" is proven again by complete search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, DocumentError, QuestionError, Refused
from alphacut.solver.common.fields import fraction_in, integer_in, object_in, only_fields
from alphacut.solver.common.limits import USUAL, Limits
from alphacut.solver.common.verdict import Verdict
from alphacut.solver.placement import schema
from alphacut.solver.placement.completeness import (
    MOST_TASKS,
    check_asked,
    check_front,
    check_left_out,
    check_list,
    rank,
    whole_machine,
)
from alphacut.solver.placement.document import ASKED
from alphacut.solver.placement.every_choice import Every, Key
from alphacut.solver.placement.host_bound import least_seconds
from alphacut.solver.placement.mapping.bounds import hops_bound, load_bound
from alphacut.solver.placement.mapping.measure import cost as measured
from alphacut.solver.placement.mapping.routes import routes_of
from alphacut.solver.placement.mapping.stencil import Stencil
from alphacut.solver.placement.model.general import block_of_tasks, task_traffic
from alphacut.solver.placement.question import regular_question
from alphacut.solver.placement.reading import Job, allocation_of, read_job, spec_of
from alphacut.solver.placement.recount import Cost, Recount
from alphacut.solver.placement.regular import check, exhaustive
from alphacut.solver.placement.request import PlacementRequest
from alphacut.solver.placement.study import Question
from alphacut.solver.placement.walk import walked

Json = Mapping[str, Any]


def verify_placement(document: object, load: object, limits: Limits = USUAL) -> Verdict:  # noqa: ARG001
    """Check a document on a placement.

    Raises
    ------
    DocumentError
        If it cannot be read.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false.
    """
    written = object_in(document, "the document")
    only_fields(written, schema.PLACEMENT["properties"], "")
    request = _request(written)
    if request["stencil"] is None:
        return _verify_choices(written, request)
    if request["regular"] is not None:
        return _verify_regular(written, request, limits)
    return _verify_mapping(written, request)


def _request(written: Json) -> Json:
    asked = object_in(written.get("question"), "question")
    only_fields(asked, ASKED, "question")
    body = {"kind": "placement", "topology": written.get("topology"), **asked}
    try:
        return PlacementRequest.model_validate(body).model_dump(mode="json")
    except (ValueError, QuestionError) as error:
        first = str(error).splitlines()[0]
        raise DocumentError(f"question or topology cannot be read: {first}") from error


def _verify_choices(written: Json, request: Json) -> Verdict:
    question = (job := read_job(request)).question
    choices, front = _list(written, "choices"), _list(written, "front")
    if not choices:
        raise Refused("there is no choice")
    others = [written["anywhere"]] if "anywhere" in written else []
    if ("anywhere" in written) != (not job.whole):
        raise Refused("anywhere is told if an allocation is given, and only then")
    sizes = [math.prod(_sides(each, "tasks")) for each in (*choices, *front, *others)]
    if max(sizes) > question.machine.total or sum(sizes) > MOST_TASKS:
        raise BeyondLimit("memory", f"the choices have more than {MOST_TASKS:,} tasks together")
    recount = Recount(question.exchange, question.machine, question.same_group)
    told = _told(choices, question, recount)
    every = Every.of(question)
    if integer_in(written, "studied") != len(every.tasks):
        raise Refused(f"studied is {len(every.tasks)}, not {shown(written['studied'])}")
    words = [
        f"{len(choices)} choices: demands from the explicit matrix, and times",
        check_list(every, told, request["top"], recount),
    ]
    words.append(check_front(every, told, _told(front, question, recount), recount))
    for key, cost in _told(others, question, recount).items():
        anywhere = Every.of(whole_machine(question))
        check_asked(anywhere, [key])
        check_left_out(anywhere, {key: cost}, rank(key, cost), recount)
    placed = written.get("placed")
    status = "bounded"
    if placed is not None:
        status = _check_placed(object_in(placed, "placed"), request)
        words.append("the layout: every host and link loaded anew, and the bound")
    _same_status(written, status)
    return Verdict(status=status, checked=tuple(words))


def _told(choices: Sequence[Any], question: Question, recount: Recount) -> dict[Key, Cost]:
    """Compute choices anew, and return them in their order."""
    found: dict[Key, Cost] = {}
    for at, written in enumerate(choices):
        key, cost = _check_choice(object_in(written, f"choices.{at}"), question, recount)
        if key in found:
            raise Refused(f"choices.{at} is told twice")
        found[key] = cost
    return found


def _check_choice(choice: Json, question: Question, recount: Recount) -> tuple[Key, Cost]:
    """Compute a choice anew from the traffic matrix between its groups."""
    only_fields(choice, schema.CHOICE["properties"], "a choice")
    tasks, block = _sides(choice, "tasks"), _sides(choice, "block")
    if len(tasks) != question.exchange.dimensions or len(block) != len(tasks):
        raise Refused("a choice has not the dimensions of the grid")
    name = f"choice {'x'.join(map(str, tasks))} in {'x'.join(map(str, block))}"
    if any(size > n for n, size in zip(tasks, block, strict=True)):
        raise Refused(f"{name}: a block is longer than the grid of tasks")
    routing = choice.get("routing")
    if routing not in question.routings or choice.get("same_group") != question.same_group:
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
    if cost.times.get(str(choice.get("binding"))) != cost.seconds:
        raise Refused(f"{name}: {shown(choice.get('binding'))} does not bind")
    return (tasks, block, routing), cost


def _check_placed(placed: Json, request: Json) -> str:
    """Load every host and link anew, and return the status that follows."""
    job = read_job(request)
    exchange, machine, network = job.question.exchange, job.question.machine, job.network
    tasks, block = _sides(placed, "tasks"), _sides(placed, "block")
    place = allocation_of(request, network).hosts.place
    names = _list(placed, "hosts")
    free = set(job.allocation.free)
    if len(names) != math.prod(tasks) or any(place.get(str(name)) not in free for name in names):
        raise Refused("placed: a task lies on a host that may not be used")
    hosts = tuple(place[str(name)] for name in names)
    if max(Counter(hosts).values()) > machine.ranks:
        raise Refused(f"placed: a host has more than {machine.ranks} tasks")
    switches = tuple(job.allocation.hosts.switch[host] for host in hosts)
    if list(switches) != _list(placed, "switches"):
        raise Refused("placed: switches are not those of the hosts")
    homes, groups = block_of_tasks(tasks, block), _list(placed, "groups")
    if len(groups) <= max(homes) or any(
        groups[home] != network.groups[switch] for home, switch in zip(homes, switches, strict=True)
    ):
        raise Refused("placed: a task does not lie in the group of its block")
    pairs = task_traffic(exchange, tasks)
    demand = walked(
        pairs, switches, network,
        direct=placed.get("routing") == "direct", same_group=str(placed.get("same_group")),
    )  # fmt: skip
    away = np.array(
        [hosts[s] != hosts[d] for s, d in zip(pairs.source, pairs.destination, strict=True)]
    )
    sent = np.bincount(np.array(hosts)[pairs.source], pairs.units * away).max(initial=0)
    demand["injection"] = int(sent) * pairs.unit
    return _check_times(placed, demand, exchange.volume(tasks), job)


def _check_times(placed: Json, demand: dict[str, Fraction], volume: Fraction, job: Job) -> str:
    machine = job.question.machine
    seconds = {}
    for limit, value in demand.items():
        if fraction_in(object_in(placed.get("demand"), "placed.demand"), limit) != value:
            raise Refused(f"placed: the {limit} demand is {value}")
        seconds[limit] = volume * value / getattr(machine, limit)
    longest = max(seconds.values())
    bound = least_seconds(job.question.exchange, machine, _sides(placed, "tasks"))
    for field, true in (
        ("seconds", longest), ("seconds_remote_only", seconds["remote"]), ("bound", bound),
    ):  # fmt: skip
        if fraction_in(placed, field) != true:
            raise Refused(f"placed: {field} is {true}")
    if seconds.get(str(placed.get("binding"))) != longest:
        raise Refused(f"placed: {shown(placed.get('binding'))} does not bind")
    return "exact" if longest == bound else "bounded"


def _verify_regular(written: Json, request: Json, limits: Limits) -> Verdict:
    question = regular_question(request)
    rule = question.rule
    if written.get("answer") == "yes":
        mapping = _list(written, "mapping")
        wrong = check.problem(
            question.dragonfly.network(), mapping, question.sides, torus=question.torus, rule=rule
        )
        if wrong is not None:
            raise Refused(f"the mapping is not {rule}: {wrong}")
        _same_status(written, "exact")
        return Verdict(status="exact", checked=(f"the mapping is {rule}, edge by edge",))
    if written.get("answer") == "open":
        _same_status(written, "bounded")
        return Verdict(status="bounded", checked=("nothing is claimed",))
    if written.get("proof") != "search":
        _same_status(written, "closed")
        return Verdict(status="closed", checked=("a solver's word, which is not checked",))
    for shape in question.shapes:
        outcome = exhaustive.search(question, shape, 0.8 * limits.time / len(question.shapes))
        if outcome.mapping is not None:
            raise Refused("there is such a mapping")
        if not outcome.complete:
            raise BeyondLimit("time", "trying everything takes longer than is allowed")
    _same_status(written, "exact")
    return Verdict(status="exact", checked=("everything was tried again: there is no mapping",))


def _verify_mapping(written: Json, request: Json) -> Verdict:
    network = spec_of(request).build()
    allocation = allocation_of(request, network)
    stencil = Stencil(sides=tuple(request["stencil"]), torus=request["torus"])
    mapping = _list(written, "mapping")
    room = Counter(allocation.hosts.switch[host] for host in allocation.free)
    if len(mapping) != stencil.cells or any(
        count > room[switch] for switch, count in Counter(mapping).items()
    ):
        raise Refused("the mapping puts cells where there are no hosts for them")
    true = measured(stencil, routes_of(network), np.array(mapping, dtype=np.int64))
    for name in ("load", "hops"):
        if integer_in(written, name) != getattr(true, name):
            raise Refused(f"{name} is {getattr(true, name)}, not {shown(written[name])}")
    bounds = object_in(written.get("bounds"), "bounds")
    values = {
        "load": load_bound(stencil, network).value,
        "hops": hops_bound(stencil, network).value,
    }
    for name, value in values.items():
        if integer_in(object_in(bounds.get(name), f"bounds.{name}"), "value") > value:
            raise Refused(f"the bound on {name} that can be shown is {value}")
    objective = request["objective"]
    status = "exact" if getattr(true, objective) == values[objective] else "bounded"
    _same_status(written, status)
    return Verdict(status=status, checked=_mapping_words(stencil, network))


def _mapping_words(stencil: Stencil, network: Network) -> tuple[str, ...]:
    return (
        f"{len(stencil.edges)} edges on {len(network.links)} links measured anew",
        "both bounds computed anew",
    )


def _same_status(written: Json, status: str) -> None:
    if written.get("status") != status:
        raise Refused(f"the status is {status}, not {shown(written.get('status'))}")


def _list(written: Json, name: str) -> Sequence[Any]:
    value = written.get(name)
    if not isinstance(value, list):
        raise DocumentError(f"{name} is not a list")
    return value


def _sides(written: Json, name: str) -> tuple[int, ...]:
    sides = _list(written, name)
    if not sides or any(type(side) is not int or side < 1 for side in sides):
        raise DocumentError(f"{name} is not a list of sides such as [8, 8, 4]")
    return tuple(sides)
