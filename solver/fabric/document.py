"""The document of a fabric: both bisections with their proofs, what differs, what a loss costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.fabric.differences import Differences
from alphacut.solver.fabric.fabric import Fabric
from alphacut.solver.fabric.from_design import Least
from alphacut.solver.fabric.losses import Left, Losses
from alphacut.solver.fabric.matching import Match

FORMAT = "alphacut-fabric/1"
WEAKEST_FIRST = ("bounded", "formula", "closed", "exact")  # what is proven of a bisection

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A design, and what the fabric has in place of it."""

    point: Json  # the bisection of the design
    hosts: int  # of the design
    match: Match
    groups: Sequence[int | None]  # of each group of the design, that of the fabric
    found: Differences
    least: Least | None  # what the design proves of the fabric, where that is more than is known


def fabric_document(
    fabric: Fabric,
    *,
    now: Json,
    compared: Compared | None,
    losses: Losses,
    alpha: Alpha,
    provenance: Json,
) -> dict[str, Any]:
    """Write the document.

    Parameters
    ----------
    now
        The bisection as it is, an `alphacut-point/1`.
    """
    least = None if compared is None else compared.least
    closed = least is not None and str(least.lower) == now["point"]["value"]
    statuses = ["exact" if closed else now["status"]]
    if compared is not None:
        statuses.append(compared.point["status"])
    return {
        "format": FORMAT,
        "files": list(fabric.files),
        **({"united": _united(fabric)} if fabric.united else {}),
        "status": min(statuses, key=WEAKEST_FIRST.index),
        "hosts": {
            "now": sum(fabric.network.hosts),
            "designed": None if compared is None else compared.hosts,
        },
        "groups": {"by": fabric.grouping.by, "names": list(fabric.grouping.names)},
        "match": None if compared is None else _match(compared),
        "differences": None if compared is None else _differences(compared.found),
        "cut": _cut(fabric, now["side"]),
        "losses": _losses(losses, alpha),
        "now": dict(now),
        "designed": None if compared is None else dict(compared.point),
        **({} if least is None else {"from_design": _least(least)}),
        "provenance": dict(provenance),
    }


def _united(fabric: Fabric) -> list[Json]:
    return [
        {"file": each.file, "with": each.earlier, "switches": each.switches}
        for each in fabric.united
    ]


def _match(compared: Compared) -> Json:
    match = compared.match
    return {"by": match.by, "same": list(match.same), "groups": list(compared.groups)}


def _differences(found: Differences) -> Json:
    return {
        "classes": found.classes,
        "switches": {"missing": found.lost, "unplanned": found.unplanned_switches},
        **{
            name: [list(entry) for entry in getattr(found, name)]
            for name in ("missing", "doubled", "unplanned", "swapped", "moved", "changed", "pairs")
        },
    }


def _least(least: Least) -> Json:
    return {"gone": str(least.gone), "lower": str(least.lower)}


def _cut(fabric: Fabric, side: Sequence[int]) -> list[list[Any]]:
    """List the links that the cut severs, with what their cables are called."""
    return [[*link, list(fabric.cable_names(link[:3]))] for link in fabric.network.crossing(side)]


def _losses(losses: Losses, alpha: Alpha) -> Json:
    def left(entry: Left, name: str) -> Json:
        return {
            name: entry.what,
            "lower": str(alpha.value(entry.lower)),
            "upper": str(alpha.value(entry.upper)),
        }

    def lost(entry: Left, name: str) -> Json:
        return {**left(entry, name), "moved": list(entry.moved)}

    return {
        "links": [left(each, "links") for each in losses.links],
        "worst_links": [
            [*joint, str(alpha.value(capacity))] for joint, capacity in losses.worst_links
        ],
        "switches": [lost(each, "switch") for each in losses.switches],
        "groups": [lost(each, "group") for each in losses.groups],
    }


def usual_balance(network: Network) -> Balance:
    """Weigh a network by hosts where some switches have none, and else by switches."""
    some = any(network.hosts) and not all(network.hosts)
    return Balance.of(network, "hosts" if some else "switches")
