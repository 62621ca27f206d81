"""Whether what a document on a placement says is so, by the code that writes such documents.

The verifier shares nothing with that code, so that each can be held against the other. Bounds of
small mappings are held against all mappings (`every_mapping`).
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.host_bound import least_seconds
from alphacut.solver.placement.layout import Placement
from alphacut.solver.placement.loads import loads
from alphacut.solver.placement.mapping.bounds import hops_bound, load_bound
from alphacut.solver.placement.mapping.measure import cost
from alphacut.solver.placement.mapping.routes import routes_of
from alphacut.solver.placement.mapping.search import usual_orders
from alphacut.solver.placement.mapping.stencil import Stencil
from alphacut.solver.placement.model.general import block_of_tasks, task_traffic
from alphacut.solver.placement.question import DecisionQuestion, GridQuestion, read_question
from alphacut.solver.placement.ranking import LIMITS
from alphacut.solver.placement.records import allocation_of
from alphacut.solver.placement.regular.decide import decide
from alphacut.solver.placement.verify import regular
from tests.solver.placement.conftest import answer, complete
from tests.solver.placement.every_mapping import all_costs

Json = dict[str, Any]
RATIONAL = ("remote_demand", "local_demand", "bytes", "seconds", "seconds_remote_only")
MOST_MAPPINGS = 60_000


def problem(document: Json) -> str | None:
    """Say what is false in a document; None if nothing is."""
    asked = {name: value for name, value in document["question"].items() if value is not None}
    if asked.get("grid"):
        return _grid_problem(document, asked)
    if asked.get("regular"):
        return _regular_problem(document, asked)
    return _mapping_problem(document, asked)


@cache
def _answer(topology: str, asked: str) -> Json:
    return answer(json.loads(topology), **json.loads(asked))


@cache
def _least(topology: str, sides: tuple[int, ...], torus: bool) -> tuple[int, int]:
    network = specs.build(specs.parse(json.loads(topology)))
    _, load, hops = all_costs(network, sides, torus)
    return int(load.min()), int(hops.min())


def _choice(written: Json) -> Json:
    """A choice, whichever way its numbers are written, and whichever of equal limits it names."""
    values = {name: Fraction(written[name]) for name in RATIONAL}
    return {**{k: v for k, v in written.items() if k != "binding"}, **values}


def _grid_problem(document: Json, asked: Json) -> str | None:
    true = _answer(json.dumps(document["topology"]), json.dumps(asked))
    for name in ("studied", "choices", "front", "anywhere"):
        if (name in document) != (name in true):
            return f"{name} is there, or is not"
    if document["studied"] != true["studied"]:
        return "studied"
    if list(map(_choice, document["choices"])) != list(map(_choice, true["choices"])):
        return "choices"
    points = [
        {(each["seconds"], each["groups"], each["hosts"]) for each in map(_choice, told["front"])}
        for told in (document, true)
    ]
    if points[0] != points[1] or len(points[0]) != len(document["front"]):
        return "front"
    if "anywhere" in true and _choice(document["anywhere"]) != _choice(true["anywhere"]):
        return "anywhere"
    placed = document["placed"]
    if placed is None:
        return None if document["status"] == "bounded" else "status"
    return _placed_problem(document, placed, complete(document["topology"], **asked))


def _placed_problem(document: Json, placed: Json, request: Json) -> str | None:
    question = read_question(request, specs.UNLIMITED)
    assert isinstance(question, GridQuestion)
    job = question.job
    hosts, exchange, machine = job.allocation.hosts, job.question.exchange, job.question.machine
    numbers = [hosts.place[name] for name in placed["hosts"]]
    switches = [hosts.switch[number] for number in numbers]
    tasks = tuple(placed["tasks"])
    keys = [(each["tasks"], each["block"], each["routing"]) for each in document["choices"]]
    if placed["block"] is not None:
        if (placed["tasks"], placed["block"], placed["routing"]) not in keys:
            return "placed: none of the choices"
        blocks = block_of_tasks(tasks, tuple(placed["block"]))
        if [placed["groups"][b] for b in blocks] != [job.network.groups[s] for s in switches]:
            return "placed: groups"
    used = sorted({job.network.groups[switch] for switch in switches})
    if placed["block"] is None and (keys or placed["groups"] != used):
        return "placed: in runs"
    if placed["switches"] != switches or not set(numbers) <= set(job.allocation.free):
        return "placed: switches"
    if max(Counter(numbers).values()) > machine.ranks:
        return "placed: a host is too full"
    if _within_problem(request["within"], numbers, job, machine.ranks):
        return "placed: within"
    placement = Placement(
        tasks=tasks, block=tasks, groups=(), hosts=tuple(numbers), switches=tuple(switches)
    )
    found = loads(task_traffic(exchange, tasks), placement, job.network, placed["routing"],
                  request["same_group"])  # fmt: skip
    seconds = {}
    for limit in LIMITS:
        if Fraction(placed["demand"][limit]) != found.largest(limit):
            return f"placed: {limit}"
        width = getattr(machine, limit)
        seconds[limit] = exchange.volume(tasks) * found.largest(limit) / width
    longest = max(seconds.values())
    table = getattr(found, placed["binding"])
    at = tuple(placed["at"])
    here = int(table[at]) if all(n < size for n, size in zip(at, table.shape, strict=True)) else 0
    bound = Fraction(placed["bound"])
    right = (
        Fraction(placed["seconds"]) == longest == seconds[placed["binding"]]
        and Fraction(placed["seconds_remote_only"]) == seconds["remote"]
        and here == int(table.max())
        and 0 <= bound <= least_seconds(exchange, machine, tasks)
        and document["status"] == ("exact" if bound == longest else "bounded")
    )
    return None if right else "placed: times, place, bound or status"


def _within_problem(within: str, numbers: list[int], job: Any, ranks: int) -> bool:
    by_group: dict[int, list[int]] = {}
    for host in job.allocation.free:
        group = job.network.groups[job.allocation.hosts.switch[host]]
        by_group.setdefault(group, []).extend([host] * ranks)
    for slots in by_group.values():
        here = sorted(number for number in numbers if number in set(slots))
        if within == "packed" and here != slots[: len(here)]:
            return True
        if within == "spread" and here:
            room = Counter(job.allocation.hosts.switch[host] for host in slots)
            held = Counter(job.allocation.hosts.switch[host] for host in here)
            open_ones = [held[s] for s in room if held[s] < room[s]]
            if open_ones and max(held.values()) > min(open_ones) + 1:
                return True
    return False


@cache
def _decided(topology: str, asked: str) -> bool:
    request = complete(json.loads(topology), **json.loads(asked))
    try:
        question = read_question(request, specs.UNLIMITED)
        assert isinstance(question, DecisionQuestion)
        return decide(question.regular).mapping is not None
    except QuestionError as error:
        if error.field != "nodes":  # too few groups
            raise
        return False


def _regular_problem(document: Json, asked: Json) -> str | None:
    if document["answer"] == "open":
        return None if document["status"] == "bounded" else "status"
    if document["answer"] == "no":
        if _decided(json.dumps(document["topology"]), json.dumps(asked)):
            return "there is one"
        proven = {"search": "exact", "solver": "closed"}
        return None if document["status"] == proven[document["proof"]] else "status"
    if document["answer"] != "yes" or document["status"] != "exact":
        return "answer"
    request = complete(document["topology"], **asked)
    network = specs.build(specs.parse(document["topology"]))
    room = allocation_of(request, network).by_switch
    if not set(document["mapping"]) <= set(room):
        return "hosts"
    return regular.problem(network, document["mapping"], asked["stencil"],
                           torus=request["torus"], rule=asked["regular"])  # fmt: skip


def _mapping_problem(document: Json, asked: Json) -> str | None:
    request = complete(document["topology"], **asked)
    network = specs.build(specs.parse(document["topology"]))
    stencil = Stencil(sides=tuple(asked["stencil"]), torus=request["torus"])
    allocation = allocation_of(request, network)
    places = [allocation.hosts.switch[host] for host in allocation.free]
    mapping = document["mapping"]
    if len(mapping) != stencil.cells or not Counter(mapping) <= Counter(places):
        return "mapping"
    routes = routes_of(network)
    found = cost(stencil, routes, np.array(mapping, dtype=np.int64))
    if (document["load"], document["hops"]) != (found.load, found.hops):
        return "cost"
    rooms = [Counter(places)[switch] for switch in range(network.switches)]
    bounds = {"load": load_bound(stencil, network, rooms).value,
              "hops": hops_bound(stencil, network, rooms).value}  # fmt: skip
    if network.switches**stencil.cells <= MOST_MAPPINGS and asked.get("nodes") is None:
        least = _least(json.dumps(document["topology"]), stencil.sides, stencil.torus)
        bounds = dict(zip(("load", "hops"), least, strict=True))
    for name, most in bounds.items():
        if not 0 <= document["bounds"][name]["value"] <= most:
            return f"bound on {name}"
    met = document["bounds"][request["objective"]]["value"] == document[request["objective"]]
    if document["status"] != ("exact" if met else "bounded"):
        return "status"
    orders = usual_orders(stencil, network, np.array(places), request["seed"])
    for each in document["compared"]:
        measured = cost(stencil, routes, orders[each["name"]])
        if (each["load"], each["hops"]) != (measured.load, measured.hops):
            return "compared"
    return None
