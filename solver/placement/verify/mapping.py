"""Checking the best mapping that was found: what it costs, bounds, and the usual orders."""

from __future__ import annotations

from collections import Counter
from itertools import chain, repeat
from math import prod

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, Refused
from alphacut.solver.common.fields import integer_in, object_in, only_fields, text_in
from alphacut.solver.common.verdict import Verdict
from alphacut.solver.placement.verify.bounds import Bounds
from alphacut.solver.placement.verify.instance import Instance
from alphacut.solver.placement.verify.orders import usual_order
from alphacut.solver.placement.verify.reading import Json, integers_in, list_in, needs, same_status
from alphacut.solver.placement.verify.routes import Routes, measured
from alphacut.solver.placement.verify.stencil import Edge, edges_of

MOST_CELLS = 100_000
COSTS = ("load", "hops")


def verify_mapping(written: Json, instance: Instance) -> Verdict:
    """Check a mapping, and what is told beside it."""
    needs(written, ("mapping", *COSTS, "bounds", "compared"), "the document")
    request, network = instance.request, instance.network
    sides, torus = tuple(request["stencil"]), request["torus"]
    if prod(sides) > MOST_CELLS:
        raise BeyondLimit("memory", f"{prod(sides):,} cells, and {MOST_CELLS:,} are allowed")
    mapping = integers_in(written, "mapping", below=network.switches)
    if len(mapping) != prod(sides):
        raise Refused(f"the mapping has {len(mapping):,} cells, the stencil {prod(sides):,}")
    if any(count > instance.room[switch] for switch, count in Counter(mapping).items()):
        raise Refused("the mapping puts cells where there are no hosts for them")
    routes, edges = Routes(network), edges_of(sides, torus=torus)
    cost = dict(zip(COSTS, measured(routes, edges, mapping), strict=True))
    _same_cost(written, cost, "the mapping")
    bounds = Bounds(sides, edges, network, instance.room, torus=torus)
    lower = _check_bounds(object_in(written["bounds"], "bounds"), bounds)
    if any(lower[name] > cost[name] for name in COSTS):
        raise Refused("a bound is above the cost")
    _check_compared(written, instance, routes, edges)
    met = lower[request["objective"]] == cost[request["objective"]]
    status = "exact" if met else "bounded"
    same_status(written, status)
    return Verdict(
        status=status,
        checked=(
            f"{len(edges)} edges on {len(network.links)} links measured anew",
            "both bounds proven anew, each by its reason",
            f"{len(written['compared'])} usual orders laid out and measured anew",
        ),
    )


def _same_cost(node: Json, cost: dict[str, int], name: str) -> None:
    for each in COSTS:
        if integer_in(node, each) != cost[each]:
            raise Refused(f"{each} of {name} is {cost[each]}, not {shown(node[each])}")


def _check_bounds(written: Json, bounds: Bounds) -> dict[str, int]:
    only_fields(written, COSTS, "bounds")
    found = {}
    for name in COSTS:
        node = object_in(written.get(name), f"bounds.{name}")
        only_fields(node, ("value", "reason"), f"bounds.{name}")
        value, reason = integer_in(node, "value"), text_in(node, "reason")
        proven = bounds.load(reason) if name == "load" else bounds.hops(reason)
        if proven is None:
            raise Refused(f"bounds.{name}: {shown(reason)} is not so, or shows nothing")
        if value > proven:
            raise Refused(f"bounds.{name}: that reason shows {proven}, not {value}")
        if value < 0:
            raise Refused(f"bounds.{name} is negative")
        found[name] = value
    return found


def _check_compared(written: Json, instance: Instance, routes: Routes, edges: list[Edge]) -> None:
    request, groups = instance.request, instance.network.groups
    places = list(chain.from_iterable(map(repeat, range(len(instance.room)), instance.room)))
    told = set()
    for at, entry in enumerate(list_in(written, "compared")):
        node = object_in(entry, f"compared.{at}")
        only_fields(node, ("name", *COSTS), f"compared.{at}")
        name = text_in(node, "name")
        order = usual_order(name, tuple(request["stencil"]), places, groups, request["seed"])
        if order is None or name in told:
            raise Refused(f"compared.{at}: {shown(name)} is no usual order, or is told twice")
        told.add(name)
        cost = dict(zip(COSTS, measured(routes, edges, order), strict=True))
        _same_cost(node, cost, f"the order {name}")
