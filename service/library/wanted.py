"""Questions of the library as requests that a service is sent, with what their answers are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from alphacut.arrangements.formats.spec import complete, parse
from alphacut.arrangements.words import shown
from alphacut.service.library.answers import (
    Conjecture,
    Placement,
    Routes,
    Simulation,
    StencilMapping,
    Synthesis,
    Throughput,
)
from alphacut.service.library.asking import (
    Ratio,
    read_alpha,
    read_limits,
    read_seconds,
    with_alpha,
)
from alphacut.service.library.designing import FoundDesigns
from alphacut.service.library.failures import Resilience
from alphacut.service.library.networks import USUAL, Given, Hosts, given
from alphacut.service.library.profiles import Profile
from alphacut.service.library.results import Answer
from alphacut.service.render.reading import unit_of
from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.kind import StepKind
from alphacut.solver.conjecture.kind import CONJECTURE
from alphacut.solver.design.kind import DESIGN
from alphacut.solver.placement.kind import PLACEMENT
from alphacut.solver.profile.kind import PROFILE
from alphacut.solver.resilience.kind import RESILIENCE
from alphacut.solver.routing.kind import ROUTING
from alphacut.solver.simulation.kind import SIMULATION
from alphacut.solver.synthesis.kind import SYNTHESIS
from alphacut.solver.synthesis.reading import dealt
from alphacut.solver.throughput.kind import THROUGHPUT

Json = Mapping[str, Any]
Sides = Sequence[int] | str
Result = TypeVar("Result", bound=Answer)
Made = TypeVar("Made", bound=Answer, covariant=True)


class Makes(Protocol[Made]):
    """Makes an answer of a document; the class of an answer is one."""

    def __call__(
        self, *, document: dict[str, Any], nodes: tuple[Any, ...], remarks: tuple[str, ...]
    ) -> Made:
        """Make it."""
        ...


@dataclass(frozen=True, kw_only=True)
class Wanted(Generic[Result]):
    """A question that is answered here, or by a service."""

    kind: StepKind[Any]
    request: Json  # completed, as a service is sent it
    made_of: Makes[Result]  # what the answer is
    given: Given | None = None  # the network, with the names of its nodes; None: of none

    def answer(self, document: Json) -> Result:
        """Return the answer that a document is."""
        about = self.given
        nodes, remarks = ((), ()) if about is None else (about.nodes, about.remarks)
        return self.made_of(document=dict(document), nodes=nodes, remarks=remarks)


def throughput(
    graph: object,
    traffic: object,
    *,
    alpha: Ratio | None = None,
    injection: Ratio = 1,
    model: int | str | None = None,
    curve: bool = False,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    time_limit: float | str | None = None,
) -> Wanted[Throughput]:
    """Ask how much of some traffic a network carries; see `alphacut.throughput`."""
    from alphacut.solver.throughput.models import read_named, usual_models

    found = _whole(given(graph, weight=weight, hosts=hosts))
    models = usual_models(found.network) if model is None else read_named(model)
    names = tuple(str(each.name) for each in models)
    request = request_of(THROUGHPUT, time_limit, {
        "topology": found.topology, "traffic": _traffic(traffic, found),
        "alpha": str(read_alpha(found, alpha)), "injection": str(injection),
        "model": ",".join(names), "curve": curve,
    })  # fmt: skip
    return Wanted(
        kind=THROUGHPUT, request=request, given=found, made_of=partial(Throughput, asked=names)
    )


def routes(
    graph: object,
    mechanism: str,
    *,
    traffic: object = None,
    vcs: str | None = None,
    valiant: str = "switch",
    colouring: str | None = None,
    order: str | None = None,
    listed: str | None = None,
    adaptive: bool = False,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    time_limit: float | str | None = None,
) -> Wanted[Routes]:
    """Ask whether the routes of a mechanism can deadlock; see `alphacut.routes`."""
    found = _whole(given(graph, weight=weight, hosts=hosts))
    request = request_of(ROUTING, time_limit, {
        "topology": found.topology, "mechanism": mechanism, "vcs": vcs, "valiant": valiant,
        "colouring": colouring, "order": order, "routes": listed, "adaptive": adaptive,
        "traffic": None if traffic is None else _traffic(traffic, found),
    })  # fmt: skip
    return Wanted(kind=ROUTING, request=request, given=found, made_of=Routes)


def simulate(
    graph: object,
    mechanism: str,
    *,
    traffic: object = "uniform",
    loads: Sequence[Ratio] | None = None,
    cycles: int = 6_000,
    warm_up: int = 2_000,
    buffers: str = "4/32",
    seed: int = 0,
    any_vc: int | None = None,
    choice: str | None = None,
    vcs: str | None = None,
    valiant: str = "switch",
    colouring: str | None = None,
    order: str | None = None,
    listed: str | None = None,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    time_limit: float | str | None = None,
) -> Wanted[Simulation]:
    """Ask what a simulation of routers measures; see `alphacut.simulate`."""
    found = _whole(given(graph, weight=weight, hosts=hosts))
    asked = {} if loads is None else {"loads": [str(each) for each in loads]}
    request = request_of(SIMULATION, time_limit, {
        "topology": found.topology, "mechanism": mechanism, "traffic": _traffic(traffic, found),
        "cycles": cycles, "warm_up": warm_up, "buffers": buffers, "seed": seed, "any_vc": any_vc,
        "choice": choice, "vcs": vcs, "valiant": valiant, "colouring": colouring, "order": order,
        "routes": listed, **asked,
    })  # fmt: skip
    return Wanted(kind=SIMULATION, request=request, given=found, made_of=Simulation)


def place(
    graph: object, grid: Sides, *, time_limit: float | str | None = None, **options: Any
) -> Wanted[Placement]:
    """Ask where the tasks of a job should lie; see `alphacut.place`."""
    found = given(graph)
    request = request_of(PLACEMENT, time_limit, {
        "topology": found.topology, "grid": _sides(grid),
        **{name: _sides(each) for name, each in options.items()},
    })  # fmt: skip
    return Wanted(kind=PLACEMENT, request=request, given=found, made_of=Placement)


def mapping(
    graph: object,
    stencil: Sides,
    *,
    torus: bool = False,
    regular: str | None = None,
    block: Sides | None = None,
    objective: str = "load",
    seed: int = 0,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    time_limit: float | str | None = None,
) -> Wanted[StencilMapping]:
    """Ask on which hosts the cells of a stencil should lie; see `alphacut.mapping`."""
    found = _whole(given(graph, weight=weight, hosts=hosts))
    asked = {"torus": torus, "regular": regular, "block": _sides(block), "objective": objective,
             "seed": seed}  # fmt: skip
    request = request_of(
        PLACEMENT, time_limit, {"topology": found.topology, "stencil": _sides(stencil), **asked}
    )
    return Wanted(kind=PLACEMENT, request=request, given=found, made_of=StencilMapping)


def profile(
    graph: object,
    alpha: Ratio | None = None,
    *,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    digits: int | None = None,
    time_limit: float | str | None = None,
    gap: float | str = 0,
    engine: str = "auto",
) -> Wanted[Profile]:
    """Ask for the least cut of each size; see `alphacut.profile`."""
    found = given(graph, weight=weight, hosts=hosts, digits=digits)
    at, found = with_alpha(found, alpha)
    limits = read_limits(time_limit, gap)
    request = request_of(PROFILE, None, {
        "topology": found.topology, "alpha": str(at), "balance": found.balance, "engine": engine,
        "limits": {"seconds": limits.seconds, "gap": str(limits.gap)},
    })  # fmt: skip
    return Wanted(
        kind=PROFILE, request=request, given=found, made_of=partial(Profile, lost=found.lost)
    )


def synthesise(
    start: object = None,
    *,
    a: int | None = None,
    h: int | None = None,
    alpha: Ratio | Sequence[Ratio],
    groups: int | None = None,
    p: int = 1,
    trunking: int | None = None,
    moves: int | None = None,
    reach: int | None = None,
    closed: Sequence[int] = (),
    symmetry: str | None = None,
    seed: int = 0,
    time_limit: float | str | None = None,
) -> Wanted[Synthesis]:
    """Ask for an arrangement of global links; see `alphacut.synthesise`."""
    found = given(start) if start is not None else _numbers(a, h, p, groups, trunking)
    if start is not None and (a, h, groups, p, trunking) != (None, None, None, 1, None):
        raise QuestionError(
            "start", "has all numbers of its own; leave out a, h, groups, p, trunking"
        )
    several = isinstance(alpha, Sequence) and not isinstance(alpha, str)
    ratios: Any = [_written(each) for each in alpha] if several else _written(alpha)  # type: ignore[union-attr]
    request = request_of(
        SYNTHESIS,
        time_limit,
        {
            "topology": found.topology,
            "alpha": ratios,
            "moves": moves,
            "reach": reach,
            "closed": list(closed),
            "symmetry": symmetry or ("rotation" if start is None else "none"),
            "seed": seed,
        },
    )
    return Wanted(kind=SYNTHESIS, request=request, given=found, made_of=Synthesis)


def resilience(
    graphs: object,
    fail: str,
    *,
    samples: int = 50,
    seed: int = 0,
    alpha: Ratio = 1,
    balance: str | None = None,
    traffic: Sequence[object] | str = (),
    injection: Ratio = 1,
    domains: Mapping[str, Sequence[int | str]] | None = None,
    weight: str | None = USUAL,
    hosts: Hosts = None,
    time_limit: float | str | None = None,
    gap: float | str | None = None,
) -> Wanted[Resilience]:
    """Ask what is left of networks after failures; see `alphacut.resilience`."""
    listed = [*graphs] if isinstance(graphs, list | tuple) else [graphs]
    networks = [_whole(given(each, weight=weight, hosts=hosts)) for each in listed]
    if not networks:
        raise QuestionError("graphs", "names no network")
    kinds = [traffic] if isinstance(traffic, str) else traffic
    limits = {} if gap is None else {"gap": gap}
    request = request_of(RESILIENCE, time_limit, {
        "topologies": [each.topology for each in networks], "fail": fail, "samples": samples,
        "seed": seed, "alpha": _written(alpha), "balance": balance,
        "traffic": [_traffic(each, networks[0]) for each in kinds], "injection": str(injection),
        "domains": {name: [*each] for name, each in (domains or {}).items()},
    }, **limits)  # fmt: skip
    return Wanted(kind=RESILIENCE, request=request, given=networks[0], made_of=Resilience)


def design(
    hosts: int,
    radix: int,
    *,
    families: str | Sequence[str] | None = None,
    within: float | str = "10%",
    alpha: Ratio = 1,
    arrangement: str | None = None,
    balanced: bool = False,
    unused_ports: bool = False,
    per_host: Ratio | None = None,
    prices: str | Path | None = None,
    cost: str | Mapping[str, Ratio] | None = None,
    spare_ports: int = 0,
    sort: str = "price",
    limit: int = 20,
    time_limit: float | str | None = None,
) -> Wanted[FoundDesigns]:
    """Ask for the networks worth their price; see `alphacut.design`."""
    named = cost if cost is None or isinstance(cost, str) else _amounts(cost)
    request = request_of(DESIGN, None, {
        "hosts": hosts, "radix": radix, "families": _named(families), "within": within,
        "alpha": _written(alpha), "arrangement": arrangement, "balanced": balanced,
        "unused_ports": unused_ports, "per_host": _written(per_host),
        "prices": None if prices is None else Path(prices).read_text(encoding="utf-8"),
        "cost": named, "spare_ports": spare_ports, "sort": sort, "limit": limit,
        "prove": read_seconds("time_limit", time_limit),
    })  # fmt: skip
    return Wanted(kind=DESIGN, request=request, made_of=FoundDesigns)


def conjecture(
    arrangement: str,
    *,
    h: int | str,
    a_max: int,
    a_min: int | None = None,
    sign: str = "both",
    method: str = "links",
    time_limit: float | str | None = None,
) -> Wanted[Conjecture]:
    """Ask whether an arrangement always forms a single component; see `alphacut.conjecture`."""
    request = request_of(CONJECTURE, time_limit, {
        "arrangement": arrangement, "h": h, "a_max": a_max, "a_min": a_min, "sign": sign,
        "method": method,
    })  # fmt: skip
    return Wanted(kind=CONJECTURE, request=request, made_of=Conjecture)


def _named(families: str | Sequence[str] | None) -> str | list[str] | None:
    return families if families is None or isinstance(families, str) else list(families)


def _amounts(cost: Mapping[str, Ratio]) -> dict[str, object]:
    return {name: _written(each) for name, each in cost.items()}


def _numbers(
    a: int | None, h: int | None, p: int, groups: int | None, trunking: int | None
) -> Given:
    """Return the dragonfly of some numbers, whose own arrangement does not count."""
    if a is None or h is None:
        raise QuestionError("a", "and h must be given, or a network to start with")
    spec: dict[str, Any] = {"family": "dragonfly", "a": a, "h": h, "p": p}
    spec |= {name: value for name, value in (("groups", groups), ("trunking", trunking)) if value}
    offsets = dealt(a, h, groups, trunking)
    wired = {"arrangement": "lift", "offsets": offsets} if offsets else {"arrangement": "random"}
    return given(complete(parse(spec | wired)))


def _whole(found: Given) -> Given:
    """Refuse capacities that are no multiples of what a host can send."""
    if unit_of(found.topology) != 1:
        raise QuestionError(
            "weight",
            "capacities must be whole here, in units of what a host can send; give another "
            "attribute, or weight=None for 1",
        )
    return found


def _sides(written: object) -> object:
    return list(written) if isinstance(written, tuple) else written


def _traffic(written: object, found: Given) -> object:
    """Write traffic as requests do."""
    if isinstance(written, str | Path):
        return _pattern(str(written), found)
    if isinstance(written, Mapping):
        return dict(written) if set(written) == {"demands"} else _by_nodes(written, found)
    if hasattr(written, "nonzero") and hasattr(written, "shape"):
        rows, columns = written.nonzero()
        hosts = sum(found.network.hosts)
        if written.shape != (hosts, hosts):
            problem = f"a matrix must have a row for each of {hosts} hosts, got {written.shape}"
            raise QuestionError("traffic", problem)
        pairs = zip(rows.tolist(), columns.tolist(), strict=True)
        return {"demands": [[i, j, str(written[i, j])] for i, j in pairs]}  # type: ignore[index]
    raise QuestionError(
        "traffic",
        f"must be a pattern such as uniform, a path, a mapping of pairs, or a matrix, got "
        f"{shown(written)}",
    )


def _pattern(written: str, found: Given) -> object:
    from alphacut.solver.throughput.worst_case import WORST
    from alphacut.solver.traffic.reading import read_traffic_argument

    if written.strip() == WORST:
        return WORST
    return read_traffic_argument(written, found.network).spec


def _by_nodes(written: Mapping[Any, Any], found: Given) -> object:
    """Write demands between nodes as those between their hosts."""
    counts = dict(zip(found.nodes, found.network.hosts, strict=True))
    first = dict(zip(found.nodes, accumulate(found.network.hosts, initial=0), strict=False))
    demands = []
    for pair, demand in written.items():
        if not isinstance(pair, tuple) or len(pair) != 2 or not set(pair) <= counts.keys():
            raise QuestionError("traffic", f"{shown(pair)} must be a pair of nodes")
        if any(counts[node] != 1 for node in pair):
            raise QuestionError(
                "traffic", f"{shown(pair)}: give hosts by their numbers, where nodes have several"
            )
        value = demand if isinstance(demand, int) else str(demand)
        demands.append([first[pair[0]], first[pair[1]], value])
    return {"demands": demands}


def request_of(
    kind: StepKind[Any], time_limit: float | str | None, written: Json, **others: Any
) -> Json:
    """Make the request that a service would be sent.

    Parameters
    ----------
    others
        Limits beside that of time.
    """
    seconds = read_seconds("time_limit", time_limit)
    limits = others if seconds is None else {"seconds": seconds, **others}
    return completed(kind.request(), {"kind": kind.name, "limits": limits, **written})


def _written(ratio: object) -> object:
    return str(ratio) if isinstance(ratio, Fraction | Decimal) else ratio
