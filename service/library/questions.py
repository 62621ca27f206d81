"""Asking about throughput, routes, placements and simulations, and waiting for the answer.

Each function tells what its parameters ask for; `answered_here` answers it, and a service is asked
the same by the methods of `Service`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import LIMITS, complete, parse
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
from alphacut.service.library.demands import traffic_of
from alphacut.service.library.designing import FoundDesigns
from alphacut.service.library.failures import Resilience
from alphacut.service.library.networks import USUAL, Given, Hosts, given
from alphacut.service.library.profiles import Profile
from alphacut.service.library.wanted import Done, Json, Progress, Wanted, answered_here, request_of
from alphacut.service.render.reading import unit_of
from alphacut.solver.common.errors import QuestionError
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

Sides = Sequence[int] | str


@answered_here
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
    memory: int | None = None,
    resume: Throughput | None = None,
    progress: Progress = None,
) -> Wanted[Throughput]:
    """Compute the largest rate at which a network carries some traffic, with both bounds proven.

    Parameters
    ----------
    graph, weight, hosts
        As for `bisection`; each node has one host unless it is told otherwise. Capacities are
        whole.
    traffic
        A pattern such as "uniform" or "shift:18"; "worst", for a permutation that is searched
        for; the path of a matrix; a mapping of pairs of nodes to demands, where each node has one
        host; or a square matrix of SciPy or NumPy with a row for each host.
    alpha
        Capacity of a global link in units of a local one; needed where there are such links.
    injection
        Capacity of a host's link, as capacities of the graph count.
    model
        0 to 5 for UGAL's models, "mcf" for the maximum concurrent flow, several with commas, or
        "all". None: 3, or "mcf" for a network without groups.
    curve
        Whether the rate is traced over all α as well.
    time_limit
        Seconds, or a time such as "5m", for all models together; those that are finished then
        are returned.
    memory
        Megabytes that the process at work may use; None: no limit.
    resume
        An earlier answer, whose finished models are taken over once it is verified.
    progress
        True for a line on a terminal; or a function that is told where the work stands before
        and after each model. Returning False stops it, with the models that are finished.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    from alphacut.solver.throughput.models import models_for
    from alphacut.solver.throughput.steps import gone_on

    found = _whole(given(graph, weight=weight, hosts=hosts))
    names = tuple(str(each.name) for each in models_for(found.network, model))
    request = request_of(THROUGHPUT, time_limit, {
        "topology": found.topology, "traffic": traffic_of(traffic, found),
        "alpha": str(read_alpha(found, alpha)), "injection": str(injection),
        "model": ",".join(names), "curve": curve,
    })  # fmt: skip
    return Wanted(
        kind=THROUGHPUT, request=request, given=found, made_of=partial(Throughput, asked=names),
        memory=memory, progress=progress, resume=resume, gone_on=gone_on,
    )  # fmt: skip


@answered_here
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
    memory: int | None = None,
    progress: Progress = None,
) -> Wanted[Routes]:
    """Prove the routes of a mechanism free from deadlock, or show a cycle of channels.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    mechanism
        "up-down" or "shortest", on any network; "dimension-order", "minimal", "valiant",
        "2-colour", "4-colour", "4-colour-nonminimal"; "routes" for those of `listed`.
    traffic
        What hosts send: links then have loads, and there is a `saturation`.
    vcs, valiant, colouring, order, adaptive
        As the options of `alphacut route`.
    listed
        Routes hop by hop, as the text of a CSV file.
    """
    found = _whole(given(graph, weight=weight, hosts=hosts))
    request = request_of(ROUTING, time_limit, {
        "topology": found.topology, "mechanism": mechanism, "vcs": vcs, "valiant": valiant,
        "colouring": colouring, "order": order, "routes": listed, "adaptive": adaptive,
        "traffic": None if traffic is None else traffic_of(traffic, found),
    })  # fmt: skip
    return Wanted(
        kind=ROUTING, request=request, given=found, made_of=Routes, memory=memory,
        progress=progress,
    )  # fmt: skip


@answered_here
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
    memory: int | None = None,
    resume: Simulation | None = None,
    progress: Progress = None,
) -> Wanted[Simulation]:
    """Simulate routes cycle by cycle: latency and accepted load, measured and not proven.

    What is not told here is as for `throughput` and `routes`.

    Parameters
    ----------
    traffic
        As for `throughput`; each host sends evenly to all of its destinations.
    loads
        Phits that each host generates in a cycle, above 0 and at most 1, such as [0.1, "1/2"] or
        "0.1,0.5"; a run for each.
    cycles, warm_up
        Cycles of each run, and those of them before measuring begins.
    buffers
        Packets that a buffer holds after a local and after a global link.
    seed
        Of the first run; the next one has the next.
    any_vc
        Virtual channels of each link among which routers choose, rather than by the routes.
    choice
        "ugal-l" or "piggyback": packets choose between minimal and non-minimal routes.
    resume
        An earlier answer with the first of these loads, which is verified and gone on from.
    """
    found = _whole(given(graph, weight=weight, hosts=hosts))
    asked: dict[str, Any] = {}
    if loads is not None:
        asked["loads"] = loads if isinstance(loads, str) else [str(each) for each in loads]
    request = request_of(SIMULATION, time_limit, {
        "topology": found.topology, "mechanism": mechanism, "traffic": traffic_of(traffic, found),
        "cycles": cycles, "warm_up": warm_up, "buffers": buffers, "seed": seed, "any_vc": any_vc,
        "choice": choice, "vcs": vcs, "valiant": valiant, "colouring": colouring, "order": order,
        "routes": listed, **asked,
    })  # fmt: skip
    return Wanted(
        kind=SIMULATION, request=request, given=found, made_of=Simulation, memory=memory,
        progress=progress, resume=resume,
    )  # fmt: skip


@answered_here
def place(
    graph: object,
    grid: Sides,
    *,
    time_limit: float | str | None = None,
    memory: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Wanted[Placement]:
    """Rank all ways to divide a grid among the tasks and groups of a dragonfly, and lay out one.

    Parameters
    ----------
    graph
        A dragonfly: a spec, such as "dragonfly:a=8,h=4,p=4,arrangement=relative", or a file.
    grid
        Elements along each dimension: (512, 512, 512) or "512x512x512".
    options
        As of `alphacut place`: tasks, block, count, any_tasks, any_block, message, weights,
        ranks, injection, local, remote, routing, same_group, within, seed, top; and `hosts`, the
        names of the hosts of each switch, of which `nodes` lists those that may be used.
    """
    found = given(graph)
    request = request_of(PLACEMENT, time_limit, {
        "topology": found.topology, "grid": _sides(grid),
        **{name: _sides(each) for name, each in options.items()},
    })  # fmt: skip
    return Wanted(
        kind=PLACEMENT, request=request, given=found, made_of=Placement, memory=memory,
        progress=progress,
    )  # fmt: skip


@answered_here
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
    memory: int | None = None,
    progress: Progress = None,
) -> Wanted[StencilMapping]:
    """Map the cells of a stencil on the hosts of a network, neighbours near to each other.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    stencil
        Cells along each dimension: (6, 6) or "6x6".
    torus
        Whether the stencil is periodic.
    regular
        "B5" or "R": decide whether there is a regular mapping on a dragonfly, with cells of a
        group in blocks of the sides `block`.
    objective
        What is made small otherwise: "load" of the fullest link, or "hops" of all neighbours.
    seed
        Of what is random.
    """
    found = _whole(given(graph, weight=weight, hosts=hosts))
    asked = {"torus": torus, "regular": regular, "block": _sides(block), "objective": objective,
             "seed": seed}  # fmt: skip
    request = request_of(
        PLACEMENT, time_limit, {"topology": found.topology, "stencil": _sides(stencil), **asked}
    )
    return Wanted(
        kind=PLACEMENT, request=request, given=found, made_of=StencilMapping, memory=memory,
        progress=progress,
    )  # fmt: skip


@answered_here
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
    memory: int | None = None,
    progress: Progress = None,
) -> Wanted[Profile]:
    """Compute the least cut of each size, and with them the expansion and the sparsest cut.

    Parameters
    ----------
    graph, alpha, weight, hosts, digits, time_limit, gap, engine
        As of `bisection`.
    memory, progress
        As of `throughput`, for each size.
    """
    found = given(graph, weight=weight, hosts=hosts, digits=digits)
    at, found = with_alpha(found, alpha)
    limits = read_limits(time_limit, gap)
    request = request_of(PROFILE, None, {
        "topology": found.topology, "alpha": str(at), "balance": found.balance, "engine": engine,
        "limits": {"seconds": limits.seconds, "gap": str(limits.gap)},
    })  # fmt: skip
    return Wanted(
        kind=PROFILE, request=request, given=found, made_of=partial(Profile, lost=found.lost),
        memory=memory, progress=progress,
    )  # fmt: skip


@answered_here
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
    gap: float | str = 0,
    memory: int | None = None,
    progress: Progress = None,
) -> Wanted[Synthesis]:
    """Design the arrangement of global links whose bisection bandwidth is as large as possible.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    start
        A network as it is, whose cables between groups move one by one; in place of a and h.
    a, h
        Switches of each group, and global ports of a switch.
    alpha
        Capacity of a global link in units of a local one. Of several, the design has the largest
        least share of the best that was found at each.
    groups
        At most a·h + 1, which is also the default.
    p
        Hosts of each switch.
    trunking
        Links between each two groups.
    moves
        The most cables of `start` that may move.
    reach
        The most positions in its group by which an end of a cable of `start` may move.
    closed
        Positions of every group that have no global ports.
    symmetry
        What keeps the arrangement: "rotation" of groups, or "none". The default is "rotation",
        with `start` "none".
    seed
        Of what is random: the same one leads to the same design, save for what time cuts off.
    gap
        How near to the least cut that was found a proof has to come, as a share: 0.05 or "5%".

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    found = given(start) if start is not None else _numbers(a, h, p, groups, trunking)
    if start is not None and (a, h, groups, p, trunking) != (None, None, None, 1, None):
        raise QuestionError(
            "start", "has all numbers of its own; leave out a, h, groups, p, trunking"
        )
    several = isinstance(alpha, Sequence) and not isinstance(alpha, str)
    ratios: Any = [_written(each) for each in alpha] if several else _written(alpha)  # type: ignore[union-attr]
    request = request_of(SYNTHESIS, time_limit, {
        "topology": found.topology, "alpha": ratios, "moves": moves, "reach": reach,
        "closed": list(closed), "seed": seed,
        "symmetry": symmetry or ("rotation" if start is None else "none"),
    }, gap=gap)  # fmt: skip
    return Wanted(
        kind=SYNTHESIS, request=request, given=found, made_of=Synthesis, memory=memory,
        progress=progress,
    )  # fmt: skip


@answered_here
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
    memory: int | None = None,
    resume: Resilience | None = None,
    progress: Progress = None,
) -> Wanted[Resilience]:
    """Compute what is left of networks after links or switches have failed.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    graphs
        A network, or a list of several that are compared.
    fail
        What fails, and how much of it: "links=0:5%", "links.global=2%", "switches=0:4".
    samples
        Random failures for each amount.
    seed
        Of the first sample; the others have those that follow.
    alpha
        Capacity of a global link in units of a local one.
    balance
        What halves share equally: "switches" or "hosts". None: hosts where the switches of some
        network have unlike numbers of them.
    traffic
        Kinds of traffic whose largest rate is computed in each sample as well.
    domains
        Switches that fail together, by a name; numbers, or names of a spec that has some.
    gap
        How near to the best cut of a sample a proof has to come, as a share: 0.05 or "5%". None:
        all the way up to 64 switches, and 5 % for larger networks.
    resume
        An earlier answer, whose samples are taken over once it is verified.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    listed = [*graphs] if isinstance(graphs, list | tuple) else [graphs]
    networks = [_whole(given(each, weight=weight, hosts=hosts)) for each in listed]
    if not networks:
        raise QuestionError("graphs", "names no network")
    kinds = [traffic] if isinstance(traffic, str) else traffic
    limits = {} if gap is None else {"gap": gap}
    request = request_of(RESILIENCE, time_limit, {
        "topologies": [each.topology for each in networks], "fail": fail, "samples": samples,
        "seed": seed, "alpha": _written(alpha), "balance": balance,
        "traffic": [traffic_of(each, networks[0]) for each in kinds], "injection": str(injection),
        "domains": {name: [*each] for name, each in (domains or {}).items()},
    }, **limits)  # fmt: skip
    return Wanted(
        kind=RESILIENCE, request=request, given=networks[0], made_of=Resilience, memory=memory,
        progress=progress, resume=resume,
    )  # fmt: skip


@answered_here
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
    memory: int | None = None,
    resume: FoundDesigns | None = None,
    progress: Progress = None,
) -> Wanted[FoundDesigns]:
    """Find the networks worth their price, for about so many hosts and switches of so many ports.

    Parameters
    ----------
    hosts, radix
        How many hosts, about, and how many ports a switch has.
    families
        Such as ["xgft", "hyperx"]. None: all that there are.
    within
        How far the number of hosts may lie from it: 0.1 or "10%".
    alpha
        Capacity of a global link in units of a local one, where bisections are compared.
    arrangement, balanced, unused_ports
        Of dragonflies: the global link arrangement (None: for each one that wires it); whether
        only a = 2p = 2h will do; whether some global ports may stay unused.
    per_host
        The least bisection bandwidth for each host, in local links, that must be certain, such as
        "1/4" or "25%". None: 1/8, a quarter of full bisection.
    prices
        The path of a file in TOML, as `alphacut design --example-prices` prints one.
    cost
        Prices in place of a file, such as {"switch": 20, "copper": 1, "optical": 4}.
    spare_ports
        Ports of each switch that are left free.
    sort
        What comes first: "price", "watts", "bisection", "switches", "hosts", "diameter", "mean".
    limit
        How many are listed at most.
    time_limit
        Seconds, or a time such as "5m", in which bisections are proven, from the first of the
        list on. None: they keep the bounds that take no time.
    memory, progress
        As for `throughput`.
    resume
        An earlier answer to the same question, which is verified and gone on from.

    Raises
    ------
    SolverError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    named = cost if cost is None or isinstance(cost, str) else _amounts(cost)
    request = request_of(DESIGN, None, {
        "hosts": hosts, "radix": radix, "families": _named(families), "within": within,
        "alpha": _written(alpha), "arrangement": arrangement, "balanced": balanced,
        "unused_ports": unused_ports, "per_host": _written(per_host),
        "prices": None if prices is None else Path(prices).read_text(encoding="utf-8"),
        "cost": named, "spare_ports": spare_ports, "sort": sort, "limit": limit,
        "prove": read_seconds("time_limit", time_limit),
    })  # fmt: skip
    return Wanted(
        kind=DESIGN, request=request, made_of=FoundDesigns, memory=memory, progress=progress,
        resume=resume,
    )  # fmt: skip


@answered_here
def conjecture(
    arrangement: str,
    *,
    h: int | str,
    a_max: int,
    a_min: int | None = None,
    sign: str = "both",
    method: str = "links",
    time_limit: float | str | None = None,
    memory: int | None = None,
    resume: Conjecture | None = None,
    progress: Progress = None,
) -> Wanted[Conjecture]:
    """Count whether all networks of an arrangement form a single component of global links.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    arrangement
        "nautilus" or "helix".
    h
        Global links of a switch, or a range of them such as "3:9".
    a_max, a_min
        Switches of a group, at most and at least. None: h + 1 for nautilus, 1 for helix.
    sign
        The rule of nautilus: "text", "figures" or "both".
    method
        "links"; "intervals" for nautilus, "rotation" for helix; "both", one against the other.
    resume
        An earlier answer about the same arrangement, from whose ranges this goes on; all that it
        tells is counted anew with the rest.
    """
    request = request_of(CONJECTURE, time_limit, {
        "arrangement": arrangement, "h": h, "a_max": a_max, "a_min": a_min, "sign": sign,
        "method": method,
    })  # fmt: skip
    return Wanted(
        kind=CONJECTURE, request=request, made_of=Conjecture, memory=memory, progress=progress,
        resume=resume, gone_on=_with_lanes,
    )  # fmt: skip


def _with_lanes(request: Json, document: Json) -> Done:
    """Go on from the ranges of an earlier document, which are counted anew with the rest."""
    CONJECTURE.resumed(CONJECTURE.read(request, LIMITS), document)
    return {**request, "known": document["lanes"]}, []


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
    unit = unit_of(found.topology)
    if unit != 1:
        raise QuestionError(
            "weight",
            "capacities must be whole here, in units of what a host can send, and those of the "
            f"network count in units of {unit}; give another attribute, or weight=None, with which "
            "each link has 1, in a file as well",
        )
    return found


def _sides(written: object) -> object:
    return list(written) if isinstance(written, tuple) else written


def _written(ratio: object) -> object:
    return str(ratio) if isinstance(ratio, Fraction | Decimal) else ratio
