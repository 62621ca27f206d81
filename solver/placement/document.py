"""The document on a placement, `alphacut-placement/1`: written here, read by `verify`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from alphacut.solver.placement.schema import ASKED, FORMAT

if TYPE_CHECKING:
    from alphacut.solver.placement.allocation import Allocation
    from alphacut.solver.placement.mapping.search import Mapped
    from alphacut.solver.placement.ranking import Choice
    from alphacut.solver.placement.recommendation import Advice, Laid
    from alphacut.solver.placement.regular.question import Decision

Json = Mapping[str, Any]


def document(request: Json, status: str, answer: Json, about: Json) -> dict[str, Any]:
    """Put an answer beside its question.

    The seed of a layout, which nothing in it can show, tells how it was computed; that of a
    mapping makes one of the orders that it is compared with.
    """
    shown = [name for name in ASKED if name != "seed" or request["stencil"] is not None]
    seed = {"seed": request["seed"]} if request["stencil"] is None else {}
    return {
        "format": FORMAT,
        "topology": request["topology"],
        "question": {name: request[name] for name in shown},
        "status": status,
        **answer,
        "provenance": {**about, **seed},
    }


def advice_json(advice: Advice, allocation: Allocation) -> dict[str, Any]:
    """Write the answer about a grid."""
    answer: dict[str, Any] = {
        "studied": advice.studied,
        "choices": [choice_json(choice) for choice in advice.choices],
        "front": [choice_json(choice) for choice in advice.front],
        "placed": None if advice.laid is None else _laid_json(advice.laid, allocation),
    }
    if advice.anywhere is not None:
        answer["anywhere"] = choice_json(advice.anywhere)
    return answer


def choice_json(choice: Choice) -> dict[str, Any]:
    """Write one choice; demands are in what one task sends."""
    return {
        "tasks": list(choice.tasks),
        "block": list(choice.block),
        "routing": choice.routing,
        "same_group": choice.same_group,
        "groups": choice.groups,
        "hosts": choice.hosts,
        "remote_demand": str(choice.remote_demand),
        "local_demand": str(choice.local_demand),
        "bytes": str(choice.volume),
        "binding": choice.binding,
        "seconds": str(choice.seconds),
        "seconds_remote_only": str(choice.seconds_remote_only),
    }


def _laid_json(laid: Laid, allocation: Allocation) -> dict[str, Any]:
    placement, cost = laid.placement, laid.cost
    return {
        "tasks": list(placement.tasks),
        "block": None if placement.block is None else list(placement.block),
        "routing": laid.routing,
        "same_group": laid.same_group,
        "groups": list(placement.groups),
        "hosts": [allocation.hosts.names[host] for host in placement.hosts],
        "switches": list(placement.switches),
        "demand": {limit: str(value) for limit, value in cost.demand.items()},
        "binding": cost.binding,
        "at": list(cost.at),
        "seconds": str(cost.seconds),
        "seconds_remote_only": str(cost.seconds_remote_only),
        "bound": str(laid.bound),
    }


def decision_json(decision: Decision) -> tuple[str, dict[str, Any]]:
    """Write whether there is a regular mapping; return the status as well."""
    if decision.mapping is not None:
        return "exact", {"answer": "yes", "mapping": list(decision.mapping)}
    if decision.impossible:
        proof = "search" if decision.proven else "solver"
        status = "exact" if decision.proven else "closed"
        return status, {"answer": "no", "proof": proof}
    return "bounded", {"answer": "open"}


def mapped_json(mapped: Mapped) -> tuple[str, dict[str, Any]]:
    """Write the best mapping that was found; return the status as well."""
    value = getattr(mapped.cost, mapped.objective)
    bound = mapped.bounds[mapped.objective]
    return "exact" if value == bound.value else "bounded", {
        "mapping": [int(switch) for switch in mapped.mapping],
        "load": mapped.cost.load,
        "hops": mapped.cost.hops,
        "bounds": {
            name: {"value": each.value, "reason": each.reason}
            for name, each in mapped.bounds.items()
        },
        "compared": [
            {"name": name, "load": cost.load, "hops": cost.hops}
            for name, cost in mapped.compared.items()
        ],
    }
