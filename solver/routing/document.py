"""The document about routing, `alphacut-routing/1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.solver.routing.explicit_routes import Listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.answer import Answer, Deadlock, Step
    from alphacut.solver.routing.catalogue import Built
    from alphacut.solver.routing.channels import Channels
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.loads import Loads

FORMAT = "alphacut-routing/1"


def routing_document(
    answer: Answer,
    built: Built,
    *,
    topology: Mapping[str, Any],
    network: Network,
    provenance: Mapping[str, Any],
) -> dict[str, Any]:
    """Write an answer as JSON; docs/routing.md describes the fields."""
    return {
        "format": FORMAT,
        "topology": dict(topology),
        "switches": network.switches,
        "links": network.count_by_class(),
        "mechanism": mechanism_json(built),
        "routes": sum(answer.hops),
        "hops": {str(hops): count for hops, count in enumerate(answer.hops) if count},
        "deadlock": _deadlock(answer.deadlock, built.mechanism.channels),
        **({"load": _load(*answer.load)} if answer.load else {}),
        "provenance": dict(provenance),
    }


def mechanism_json(built: Built) -> dict[str, Any]:
    """Write a mechanism with what was decided about it."""
    written: dict[str, Any] = {"name": built.name, "vcs": "/".join(map(str, built.vcs))}
    for name in ("valiant", "colouring"):
        if getattr(built, name) is not None:
            written[name] = getattr(built, name)
    if built.order is not None:
        written["order"] = list(built.order)
    if built.name == "routes":
        assert isinstance(built.mechanism, Listed)
        written |= _routes(built.mechanism)
    if built.remarks:
        written["remarks"] = list(built.remarks)
    return written


def _routes(routes: Listed) -> dict[str, Any]:
    parts = np.split(routes.hops, routes.starts[1:-1])
    ends = (routes.sources.tolist(), routes.targets.tolist(), routes.weights.tolist())
    return {
        "adaptive": routes.adaptive,
        **({"escape": routes.escape.tolist()} if routes.escape is not None else {}),
        "listed": [
            [source, target, weight, hops.tolist()]
            for source, target, weight, hops in zip(*ends, parts, strict=True)
        ],
    }


def _deadlock(found: Deadlock, channels: Channels) -> dict[str, Any]:
    written: dict[str, Any] = {
        "verdict": found.verdict,
        "channels": found.channels,
        "dependencies": found.dependencies,
    }
    if found.escape is not None:
        written["escape"] = {
            "channels": found.escape.channels,
            "dependencies": found.escape.dependencies,
        }
    if found.order is not None:
        written["order"] = list(found.order)
    if found.cycle is not None:
        written["shortest"] = found.shortest
        written["cycle"] = [_step(step, channels) for step in found.cycle]
    return written


def _step(step: Step, channels: Channels) -> dict[str, Any]:
    return {
        "channel": step.channel,
        **_hop(step.channel, channels),
        "route": {
            "source": step.route.source,
            "target": step.route.target,
            "channels": list(step.route.channels),
            "switches": _switches(step.route.channels, channels),
        },
    }


def _hop(channel: int, channels: Channels) -> dict[str, int]:
    link, vc = channels.link_of(channel)
    links = channels.links
    return {"from": int(links.tails[link]), "to": int(links.heads[link]), "vc": vc}


def _switches(route: tuple[int, ...], channels: Channels) -> list[int]:
    hops = [_hop(channel, channels) for channel in route]
    return [hops[0]["from"], *(hop["to"] for hop in hops)]


def _load(demand: Demand, loads: Loads) -> dict[str, Any]:
    return {
        "traffic": demand.spec,
        "saturation": str(loads.saturation),
        "largest": {name: str(load) for name, load in loads.largest.items()},
        "mean_hops": str(loads.mean_hops),
    }
