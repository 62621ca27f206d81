"""Asking about throughput, routes, placements and simulations, and waiting for the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.jobs.errors import Cancelled, ExecutionError
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.memory import MEGABYTE
from alphacut.jobs.local_steps import answer_locally
from alphacut.service.library import wanted
from alphacut.service.library.answers import (
    Conjecture,
    Placement,
    Routes,
    Simulation,
    StencilMapping,
    Synthesis,
    Throughput,
)
from alphacut.service.library.asking import Ratio
from alphacut.service.library.checking import verify
from alphacut.service.library.children import children
from alphacut.service.library.designing import FoundDesigns
from alphacut.service.library.failures import Resilience
from alphacut.service.library.networks import USUAL, Hosts
from alphacut.service.library.profiles import Profile
from alphacut.service.library.results import Answer
from alphacut.service.library.wanted import Sides, Wanted
from alphacut.solver.common.errors import SolverError

Json = Mapping[str, Any]
Progress = Callable[[dict[str, Any]], object] | bool | None
Result = TypeVar("Result", bound=Answer)


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
) -> Throughput:
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
    from alphacut.solver.throughput.steps import gone_on

    asked = wanted.throughput(
        graph, traffic, alpha=alpha, injection=injection, model=model, curve=curve, weight=weight,
        hosts=hosts, time_limit=time_limit,
    )  # fmt: skip
    first: list[Json] = []
    if resume is not None:
        verify(resume)
        request, first = gone_on(asked.request, resume.document)
        asked = replace(asked, request=request)
    return answer(asked, memory, progress, first)


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
) -> Routes:
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
    asked = wanted.routes(
        graph, mechanism, traffic=traffic, vcs=vcs, valiant=valiant, colouring=colouring,
        order=order, listed=listed, adaptive=adaptive, weight=weight, hosts=hosts,
        time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress)


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
) -> Simulation:
    """Simulate routes cycle by cycle: latency and accepted load, measured and not proven.

    What is not told here is as for `throughput` and `routes`.

    Parameters
    ----------
    traffic
        As for `throughput`; each host sends evenly to all of its destinations.
    loads
        Phits that each host generates in a cycle, above 0 and at most 1; a run for each.
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
    asked = wanted.simulate(
        graph, mechanism, traffic=traffic, loads=loads, cycles=cycles, warm_up=warm_up,
        buffers=buffers, seed=seed, any_vc=any_vc, choice=choice, vcs=vcs, valiant=valiant,
        colouring=colouring, order=order, listed=listed, weight=weight, hosts=hosts,
        time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress, done(asked, resume))


def place(
    graph: object,
    grid: Sides,
    *,
    time_limit: float | str | None = None,
    memory: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Placement:
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
    asked = wanted.place(graph, grid, time_limit=time_limit, **options)
    return answer(asked, memory, progress)


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
) -> StencilMapping:
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
    asked = wanted.mapping(
        graph, stencil, torus=torus, regular=regular, block=block, objective=objective, seed=seed,
        weight=weight, hosts=hosts, time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress)


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
) -> Profile:
    """Compute the least cut of each size, and with them the expansion and the sparsest cut.

    Parameters
    ----------
    graph, alpha, weight, hosts, digits, time_limit, gap, engine
        As of `bisection`.
    memory, progress
        As of `throughput`, for each size.
    """
    asked = wanted.profile(
        graph, alpha, weight=weight, hosts=hosts, digits=digits, time_limit=time_limit, gap=gap,
        engine=engine,
    )  # fmt: skip
    return answer(asked, memory, progress)


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
    memory: int | None = None,
    progress: Progress = None,
) -> Synthesis:
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

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    asked = wanted.synthesise(
        start, a=a, h=h, alpha=alpha, groups=groups, p=p, trunking=trunking, moves=moves,
        reach=reach, closed=closed, symmetry=symmetry, seed=seed, time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress)


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
) -> Resilience:
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
        What halves share equally: "switches" or "hosts". None: hosts where some switches have none.
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
    asked = wanted.resilience(
        graphs, fail, samples=samples, seed=seed, alpha=alpha, balance=balance, traffic=traffic,
        injection=injection, domains=domains, weight=weight, hosts=hosts, time_limit=time_limit,
        gap=gap,
    )  # fmt: skip
    return answer(asked, memory, progress, done(asked, resume))


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
) -> FoundDesigns:
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
    asked = wanted.design(
        hosts, radix, families=families, within=within, alpha=alpha, arrangement=arrangement,
        balanced=balanced, unused_ports=unused_ports, per_host=per_host, prices=prices, cost=cost,
        spare_ports=spare_ports, sort=sort, limit=limit, time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress, done(asked, resume))


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
) -> Conjecture:
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
    asked = wanted.conjecture(
        arrangement, h=h, a_max=a_max, a_min=a_min, sign=sign, method=method,
        time_limit=time_limit,
    )  # fmt: skip
    if resume is not None:
        done(asked, resume)
        asked = replace(asked, request={**asked.request, "known": resume.document["lanes"]})
    return answer(asked, memory, progress)


def done(asked: Wanted[Result], earlier: Result | None) -> list[Json]:
    """Return what the first steps of a question have returned, once the answer is verified."""
    if earlier is None:
        return []
    verify(earlier)
    kind = asked.kind
    return kind.resumed(kind.read(asked.request, LIMITS), earlier.document)


def answer(
    asked: Wanted[Result], memory: int | None, progress: Progress, found: Sequence[Json] = ()
) -> Result:
    """Answer in a child process."""
    asked.kind.require()
    asked.kind.check(asked.request, LIMITS)
    told = _Progress(progress, asked)
    limited = None if memory is None else LocalExecution(memory=memory * MEGABYTE)
    try:
        with told.line, limited or children(1) as execution:
            driven = answer_locally(
                asked.kind,
                asked.request,
                execution,
                on_progress=told.show,
                should_stop=told.stop,
                found=found,
            )
    except (Cancelled, ExecutionError) as error:
        raise SolverError(str(error)) from error
    assert driven.document is not None
    return asked.answer(driven.document)


class _Progress:
    """Tells where the work stands, and hears when it is to stop."""

    def __init__(self, progress: Progress, asked: Wanted[Any]) -> None:
        self.line: Any = nullcontext()
        self._tell: Callable[[dict[str, Any]], object] = lambda _: None
        self._stopped = False
        if callable(progress):
            self._tell = progress
        elif progress:
            from alphacut.service.cli.progress import ProgressLine
            from alphacut.service.text.names import request_name

            name = asked.kind.subject(asked.request) or request_name(asked.request)
            self.line = ProgressLine(name)
            self._tell = self.line.show

    def show(self, steps: dict[str, Any]) -> None:
        self._stopped = self._tell(steps) is False or self._stopped

    def stop(self) -> bool:
        return self._stopped
