"""Checking a routing document from nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from alphacut.arrangements.formats.spec import Limits as Sizes
from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.common.fields import (
    document_in,
    fraction_in,
    integer_in,
    object_in,
    only_fields,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.routing.verify.adaptive import Adaptive
from alphacut.solver.routing.verify.definition import define
from alphacut.solver.routing.verify.dependencies import Counted
from alphacut.solver.routing.verify.explicit import Listing, dimension_order, read_listed
from alphacut.solver.routing.verify.fabric import Fabric, Integers
from alphacut.solver.routing.verify.forms import channels_in, same
from alphacut.solver.routing.verify.girth import some_shorter
from alphacut.solver.routing.verify.loads import Carried
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Demands, Traffic

FORMAT = "alphacut-routing/1"
FIELDS = (
    "format", "topology", "switches", "links", "mechanism", "routes", "hops", "deadlock", "load",
    "provenance",
)  # fmt: skip
OF_DEADLOCK = (
    "verdict", "channels", "dependencies", "order", "escape", "shortest", "cycle",
)  # fmt: skip
OF_LOAD = ("traffic", "saturation", "largest", "mean_hops")
VERDICTS = ("free", "possible", "not shown")
MOST_VCS = 64
Routes = Counted | Listing


def verify_routing(
    document: object,
    load: Load = refuse_files,  # noqa: ARG001
    limits: Limits = USUAL,
) -> Verdict:
    """Check a routing document: routes counted, dependencies and loads computed anew.

    Parameters
    ----------
    document
        The JSON value.
    load
        Not used: a routing document keeps nothing in files beside it.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it is not a document that can be read, or one with members that are not known.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false.
    """
    written = document_in(document, FORMAT, FIELDS)
    object_in(written.get("provenance", {}), "provenance")
    with within(limits):
        return _verify(written, limits)


def _verify(written: Mapping[str, Any], limits: Limits) -> Verdict:
    network, topology = _network(written, limits)
    mechanism = object_in(written.get("mechanism"), "mechanism")
    fabric = Fabric(network, vcs_in(mechanism))
    routes = routes_in(mechanism, fabric, topology)
    hops = _check_hops(written, routes)
    verdict = _check_deadlock(written, routes, mechanism)
    checked = [
        f"{network.switches} switches rebuilt, {fabric.channels:,} channels",
        f"{hops:,} routes counted",
        verdict,
    ]
    if "load" in written:
        checked.append(_check_load(written, routes, network))
    checked += _unchecked(mechanism)
    shown_free = object_in(written["deadlock"], "deadlock")["verdict"] != "not shown"
    return Verdict(status="exact" if shown_free else "bounded", checked=tuple(checked))


def _unchecked(mechanism: Mapping[str, Any]) -> list[str]:
    """Say what a document about listed routes proves nothing about."""
    if mechanism["name"] != "routes":
        return []
    told = "not checked: whether the routes that are listed are all of those in some tables"
    remarks = mechanism.get("remarks", [])
    return [f"{told}, and {len(remarks)} of its remarks" if remarks else told]


def _network(written: Mapping[str, Any], limits: Limits) -> tuple[Network, dict[str, Any]]:
    try:
        spec = parse(written.get("topology"), Sizes(switches=limits.switches, links=limits.links))
        network = build(spec, Sizes(switches=limits.switches, links=limits.links))
    except ValueError as error:
        raise DocumentError(f"topology: {error}") from error
    if integer_in(written, "switches") != network.switches:
        raise Refused(f"switches is not {network.switches}")
    if not same(written.get("links"), network.count_by_class()):
        raise Refused(f"links is not {network.count_by_class()}")
    return network, complete(spec)


def vcs_in(mechanism: Mapping[str, Any]) -> tuple[int, int]:
    """Read the virtual channels of local and global links."""
    parts = text_in(mechanism, "vcs").split("/")
    if len(parts) != 2 or not all(
        part.isascii() and part.isdigit() and len(part) < 3 and 1 <= int(part) <= MOST_VCS
        for part in parts
    ):
        raise DocumentError(f"mechanism.vcs is not as 2/1, up to {MOST_VCS}")
    return int(parts[0]), int(parts[1])


def routes_in(mechanism: Mapping[str, Any], fabric: Fabric, topology: Mapping[str, Any]) -> Routes:
    """Read a mechanism: by its name from the definition, or its routes one by one."""
    name = text_in(mechanism, "name")
    if name == "routes":
        return read_listed(mechanism, fabric)
    if name == "dimension-order":
        return dimension_order(fabric, topology, mechanism)
    return Counted(define(mechanism, fabric))


def _check_hops(written: Mapping[str, Any], routes: Routes) -> int:
    found = {str(hops): count for hops, count in sorted(routes.histogram().items()) if count}
    if not same(written.get("hops"), found):
        raise Refused(f"hops is not {found}")
    total = sum(found.values())
    if integer_in(written, "routes") != total:
        raise Refused(f"routes is not {total}")
    return total


def _check_deadlock(
    written: Mapping[str, Any], routes: Routes, mechanism: Mapping[str, Any]
) -> str:
    claim = object_in(written.get("deadlock"), "deadlock")
    only_fields(claim, OF_DEADLOCK, "deadlock")
    verdict = text_in(claim, "verdict")
    if verdict not in VERDICTS:
        raise DocumentError(f"deadlock.verdict is none of {', '.join(VERDICTS)}")
    adaptive = _adaptive(routes, mechanism)
    rows = _sorted(adaptive.dependencies() if adaptive else routes.dependencies(), routes)
    if integer_in(claim, "channels") != routes.fabric.channels:
        raise Refused(f"deadlock.channels is not {routes.fabric.channels}")
    if integer_in(claim, "dependencies") != len(rows):
        raise Refused(f"deadlock.dependencies is not {len(rows)}")
    if verdict != "free":
        if (verdict == "not shown") != (adaptive is not None):
            raise Refused("deadlock.verdict is 'not shown' for adaptive routes, and only for them")
        return _check_cycle(claim, routes, adaptive, rows)
    if "cycle" in claim or "shortest" in claim:
        raise Refused("deadlock has a cycle, but says that there is none")
    if "escape" in claim:
        rows = _escape_rows(claim, mechanism, adaptive, routes)
    _check_order(claim, rows, routes.fabric.channels, "escape" in claim)
    return f"{len(rows):,} dependencies found anew, each of which follows the order"


def _adaptive(routes: Routes, mechanism: Mapping[str, Any]) -> Adaptive | None:
    if not isinstance(routes, Listing) or mechanism.get("name") != "routes":
        return None
    if not isinstance(mechanism.get("adaptive"), bool):
        raise DocumentError("mechanism.adaptive is not true or false")
    if "escape" in mechanism:
        if not mechanism["adaptive"]:
            raise DocumentError("mechanism.escape is given for routes that are not adaptive")
        subset = channels_in(mechanism, "escape", routes.fabric.channels, "mechanism.escape")
        if len(set(subset)) < len(subset):
            raise Refused("mechanism.escape has a channel twice")
    return Adaptive(routes) if mechanism["adaptive"] else None


def _sorted(found: Iterator[tuple[int, int]], routes: Routes) -> Integers:
    """Collect dependencies, each once."""
    count = routes.fabric.channels
    keys = np.fromiter((one * count + other for one, other in found), dtype=np.int64)
    return np.stack(np.divmod(np.unique(keys), count), axis=1)


def _escape_rows(
    claim: Mapping[str, Any], mechanism: Mapping[str, Any], adaptive: Adaptive | None,
    routes: Routes,
) -> Integers:  # fmt: skip
    if adaptive is None or "escape" not in mechanism:
        raise Refused("deadlock.escape is claimed, but the mechanism has no escape subset")
    subset = set(mechanism["escape"])
    rows = _sorted(adaptive.escape_dependencies(subset), routes)
    expected = {"channels": len(subset), "dependencies": len(rows)}
    if not same(claim["escape"], expected):
        raise Refused(f"deadlock.escape is not {expected}")
    return rows


def _check_order(claim: Mapping[str, Any], rows: Integers, count: int, partial: bool) -> None:
    order = channels_in(claim, "order", count, "deadlock.order")
    place = np.full(count, -1, dtype=np.int64)
    place[np.array(order, dtype=np.int64)] = np.arange(len(order))
    if (place >= 0).sum() != len(order) or (not partial and len(order) != count):
        raise Refused("deadlock.order does not name each channel once")
    wrong = np.flatnonzero((place[rows[:, 0]] >= place[rows[:, 1]]) | (place[rows] < 0).any(axis=1))
    if len(wrong):
        one, other = rows[wrong[0]].tolist()
        raise Refused(f"deadlock.order does not have channel {one} before channel {other}")


def _check_cycle(
    claim: Mapping[str, Any], routes: Routes, adaptive: Adaptive | None, rows: Integers
) -> str:
    if "order" in claim or "escape" in claim:
        raise Refused("deadlock has an order, but says that there is a cycle")
    steps = claim.get("cycle")
    if not isinstance(steps, list) or not steps:
        raise DocumentError("deadlock.cycle is not a list of steps")
    channels = [_check_step(step, i, routes) for i, step in enumerate(steps)]
    if len(set(channels)) < len(channels):
        raise Refused("deadlock.cycle has a channel twice")
    for i, (one, other) in enumerate(pairwise([*channels, channels[0]])):
        route = object_in(steps[i].get("route"), f"deadlock.cycle.{i}.route")
        _check_route(route, i, (one, other), routes, adaptive)
    if not isinstance(claim.get("shortest"), bool):
        raise DocumentError("deadlock.shortest is not true or false")
    if claim["shortest"] and some_shorter(rows, routes.fabric.channels, len(channels)):
        raise Refused("deadlock.cycle is not the shortest")
    return f"a cycle of {len(channels)} channels, each step made by a route"


def _check_step(step: object, at: int, routes: Routes) -> int:
    written, fabric = object_in(step, f"deadlock.cycle.{at}"), routes.fabric
    only_fields(written, ("channel", "from", "to", "vc", "route"), f"deadlock.cycle.{at}")
    channel = integer_in(written, "channel")
    if not 0 <= channel < fabric.channels:
        raise Refused(f"deadlock.cycle.{at}: there is no channel {channel}")
    link = fabric.link_of[channel]
    ends = {
        "from": fabric.tails[link], "to": fabric.heads[link], "vc": channel - fabric.first[link],
    }  # fmt: skip
    for name, value in ends.items():
        if integer_in(written, name) != value:
            raise Refused(f"deadlock.cycle.{at}.{name} is not {value}")
    return channel


def _check_route(
    route: Mapping[str, Any], at: int, step: tuple[int, int], routes: Routes,
    adaptive: Adaptive | None,
) -> None:  # fmt: skip
    place = f"deadlock.cycle.{at}.route"
    only_fields(route, ("source", "target", "channels", "switches"), place)
    source, target = integer_in(route, "source"), integer_in(route, "target")
    n, count = routes.fabric.network.switches, routes.fabric.channels
    hops = channels_in(route, "channels", count, f"{place}.channels")
    if not (0 <= source < n and 0 <= target < n and source != target):
        raise Refused(f"{place} does not join two switches")
    if step not in pairwise(hops):
        raise Refused(f"{place} does not take the two channels one after the other")
    way = tuple(hops)
    if adaptive is not None:
        allowed = adaptive.allows(source, target, way)
    else:
        allowed = any(way == each for each, _ in routes.routes(source, target))
    if not allowed:
        raise Refused(f"{place} is no route of the mechanism")
    links = [routes.fabric.link_of[hop] for hop in hops]
    switches = [source, *(routes.fabric.heads[link] for link in links)]
    if not same(route.get("switches"), switches):
        raise Refused(f"{place}.switches is not {switches}")


def _check_load(written: Mapping[str, Any], routes: Routes, network: Network) -> str:
    claim = object_in(written["load"], "load")
    only_fields(claim, OF_LOAD, "load")
    try:
        traffic = read_traffic(claim.get("traffic"), network)
        flows = traffic.between_switches(network)
    except QuestionError as error:
        raise DocumentError(f"load.{error}") from error
    loads = carried(routes, flows)
    largest: dict[str, Fraction] = {}
    for name, load in zip(routes.fabric.classes, loads, strict=True):
        largest[name] = max(largest.get(name, Fraction(0)), load)
    if claim.get("largest") != {name: str(load) for name, load in largest.items()}:
        raise Refused(f"load.largest is not {largest}")
    saturation = saturated(loads)
    if fraction_in(claim, "saturation") != saturation:
        raise Refused(f"load.saturation is not {saturation}")
    mean = sum(loads, Fraction(0)) / _total(traffic)
    if fraction_in(claim, "mean_hops") != mean:
        raise Refused(f"load.mean_hops is not {mean}")
    return f"loads of {len(loads):,} directed links computed anew"


def carried(routes: Routes, flows: Demands) -> list[Fraction]:
    """Compute anew what each directed link carries when hosts send all that they are to send."""
    n = routes.fabric.network.switches
    rates = np.zeros((n, n), dtype=np.int64)
    rates[flows.sources, flows.destinations] = flows.weights
    if isinstance(routes, Listing):
        loads = routes.loads(rates)
    else:
        loads = Carried(routes.defined, rates).loads()
    return [load * flows.unit for load in loads]


def saturated(loads: list[Fraction]) -> Fraction:
    """Return the largest share of the traffic that no link refuses, at most 1."""
    most = max(loads, default=Fraction(0))
    return min(Fraction(1), 1 / most) if most else Fraction(1)


def _total(traffic: Traffic) -> Fraction:
    """Return all that hosts send, also those that stay at their switch."""
    total = int(traffic.pairs.weights.sum()) if traffic.pairs else 0
    for block in traffic.blocks:
        everyone = len(block.sources) * len(block.destinations)
        itself = len(set(block.sources.tolist()) & set(block.destinations.tolist()))
        total += block.weight * (everyone - itself)
    return Fraction(total * traffic.unit)
