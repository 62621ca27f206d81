"""Moving the ends of cables: what is read, and the first step, which searches."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import UNLIMITED, FamilySpec, build, complete, parse
from alphacut.arrangements.formats.spec import Limits as Sizes
from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.synthesis.upper import by_listing

if TYPE_CHECKING:
    from alphacut.solver.synthesis.aim import Aim
    from alphacut.solver.synthesis.recabling.cables import Cabling, IntArray, Limits
    from alphacut.solver.synthesis.recabling.search import Recabled

Json = Mapping[str, Any]
LISTING = 1.25  # of the search's time, until all arrangements of a small shape are bounded


def read(request: Json, largest: int, sizes: Sizes = UNLIMITED) -> tuple[Cabling, Limits]:
    """Return the network with its cables, and what may move.

    Raises
    ------
    QuestionError
        If there is nothing to move, or it cannot be moved as it was asked.
    """
    from alphacut.solver.synthesis.recabling.cables import Cabling, Limits, positions

    spec = parse(request["topology"], sizes)
    for name in ("failed", "capacities"):
        if getattr(spec, name, None) is not None:
            raise QuestionError(f"topology.{name}", "must be left out where cables are moved")
    if spec.size().switches > largest:
        raise QuestionError(
            "topology", f"must have at most {largest:,} switches, got {spec.size().switches:,}"
        )
    try:
        network = build(spec, sizes)
    except SpecError as error:
        raise QuestionError("topology", str(error)) from error
    closed = frozenset(request.get("closed") or ())
    most = max(positions(network)) + 1
    if closed and max(closed) >= most:
        raise QuestionError("closed", f"must be positions from 0 to {most - 1}, got {max(closed)}")
    cabling = Cabling.of(network, ports(spec, network), closed)
    limits = Limits(moves=request.get("moves"), reach=request.get("reach"), closed=closed)
    _check_moves(cabling, limits)
    return cabling, limits


def ports(spec: FamilySpec, network: Network) -> list[int]:
    """Return the ports for cables of each switch: h of a dragonfly, else as many as are used."""
    used = [0] * network.switches
    for link in network.links:
        if network.groups[link.first] != network.groups[link.second]:
            used[link.first] += link.multiplicity
            used[link.second] += link.multiplicity
    return [max(each, spec.h) for each in used] if isinstance(spec, DragonflySpec) else used


def _check_moves(cabling: Cabling, limits: Limits) -> None:
    cables = len(cabling.joined)
    if limits.moves is None:
        return
    if limits.moves > cables:
        raise QuestionError(
            "moves", f"must be at most {cables}, the cables between groups, got {limits.moves}"
        )
    if limits.moves == 1 and not len(cabling.free):
        raise QuestionError(
            "moves", "must be at least 2, got 1: no port is free, and so two cables change places"
        )


def designed(
    request: Json, largest: int, seconds: float, stop: Callable[[float], Callable[[], bool]]
) -> dict[str, Any]:
    """Search for the cables to move; at several α as for arrangements with a symmetry.

    Parameters
    ----------
    stop
        Makes of a time, as of `time.monotonic`, what tells whether to stop.
    """
    from alphacut.solver.synthesis.recabling.cables import moved

    began = time.monotonic()
    cabling, limits = read(request, largest)
    alphas = [Alpha.parse(each) for each in request["alpha"]]
    found, sides = _best(request, cabling, limits, alphas, seconds, stop)
    shape, late = shape_or_none(request["topology"]), stop(began + LISTING * seconds)
    return {
        "links": found.joined.tolist(),
        "moves": [list(each) for each in moved(cabling.joined, found.joined)],
        "sides": [_side(found.side)],
        "invariant": None,
        "start": [_side(each) for each in sides],
        "listed": by_listing(shape, alphas, found.value, request["seed"], late),
        "search": {
            "judged": found.judged,
            "searched": found.searched,
            "cuts": found.cuts,
            "classes": None,
            "seconds": round(time.monotonic() - began, 3),
        },
    }


def _best(
    request: Json,
    cabling: Cabling,
    limits: Limits,
    alphas: list[Alpha],
    seconds: float,
    stop: Callable[[float], Callable[[], bool]],
) -> tuple[Recabled, list[Any]]:
    """Return the best cabling, and cuts of the first one."""
    from alphacut.solver.synthesis.aim import Aim
    from alphacut.solver.synthesis.recabling.search import CableSearch

    began, searches = time.monotonic(), len(alphas) + (len(alphas) > 1)

    def search(aim: Aim, number: int, first: IntArray | None = None) -> Recabled:
        until = stop(began + seconds * number / searches)
        return CableSearch(cabling, aim, limits, request["seed"], until).run(first)

    sides: list[Any] = []
    alone = []
    for number, alpha in enumerate(alphas, 1):
        alone.append(search(Aim.at(alpha), number))
        sides += alone[-1].before_sides
    if len(alphas) == 1:
        return alone[0], sides
    values = [
        Fraction(each.value, alpha.denominator) for each, alpha in zip(alone, alphas, strict=True)
    ]
    aim = Aim.share(alphas, values)
    return search(aim, searches, alone[0].joined), sides


def _side(signs: Any) -> list[int]:
    return [switch for switch, sign in enumerate(signs.tolist()) if sign == signs[0]]


def topology_of(request: Json, found: Json) -> dict[str, Any]:
    """Return the complete spec of the network after the moves, link by link."""
    import numpy as np

    from alphacut.arrangements.formats.spec import to_spec

    cabling, _ = read(request, largest=10**9)
    return complete(to_spec(cabling.rewired(np.array(found["links"], np.int64).reshape(-1, 2))))


def shape_or_none(topology: Json) -> Shape | None:
    """Return the shape of a dragonfly whose bounds hold for every cabling; None: it is another."""
    plain = topology.get("family") == "dragonfly" and topology.get("trunking") == 1
    if not plain or topology.get("local") is not None:
        return None
    return Shape(a=topology["a"], h=topology["h"], groups=topology["groups"])
