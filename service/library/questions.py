"""Asking about throughput, routes, placements and simulations, and waiting for the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, TypeVar

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.jobs.errors import Cancelled, ExecutionError
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.memory import MEGABYTE
from alphacut.jobs.local_steps import answer_locally
from alphacut.service.library import wanted
from alphacut.service.library.answers import (
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
from alphacut.service.library.networks import USUAL, Hosts
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
    """
    asked = wanted.simulate(
        graph, mechanism, traffic=traffic, loads=loads, cycles=cycles, warm_up=warm_up,
        buffers=buffers, seed=seed, any_vc=any_vc, choice=choice, vcs=vcs, valiant=valiant,
        colouring=colouring, order=order, listed=listed, weight=weight, hosts=hosts,
        time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress)


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


def synthesise(
    *,
    a: int,
    h: int,
    alpha: Ratio | Sequence[Ratio],
    groups: int | None = None,
    p: int = 1,
    symmetry: str = "rotation",
    seed: int = 0,
    time_limit: float | str | None = None,
    memory: int | None = None,
    progress: Progress = None,
) -> Synthesis:
    """Design the arrangement of global links whose bisection bandwidth is as large as possible.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    a, h
        Switches of each group, and global ports of a switch.
    alpha
        Capacity of a global link in units of a local one. Of several, the design has the largest
        least share of the best that was found at each.
    groups
        At most a·h + 1, which is also the default.
    p
        Hosts of each switch.
    symmetry
        What keeps the arrangement: the rotation of groups.
    seed
        Of what is random: the same one leads to the same design, save for what time cuts off.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    asked = wanted.synthesise(
        a=a, h=h, alpha=alpha, groups=groups, p=p, symmetry=symmetry, seed=seed,
        time_limit=time_limit,
    )  # fmt: skip
    return answer(asked, memory, progress)


def answer(
    asked: Wanted[Result], memory: int | None, progress: Progress, found: Sequence[Json] = ()
) -> Result:
    """Answer in a child process."""
    asked.kind.check(asked.request, LIMITS)
    told = _Progress(progress, asked.request)
    limited = None if memory is None else LocalExecution(memory=memory * MEGABYTE)
    try:
        with told.line, limited or children(1) as execution:
            driven = answer_locally(
                asked.kind, asked.request, execution, show=told.show, stop=told.stop, found=found
            )
    except (Cancelled, ExecutionError) as error:
        raise SolverError(str(error)) from error
    assert driven.document is not None
    return asked.answer(driven.document)


class _Progress:
    """Tells where the work stands, and hears when it is to stop."""

    def __init__(self, progress: Progress, request: Json) -> None:
        self.line: Any = nullcontext()
        self._tell: Callable[[dict[str, Any]], object] = lambda _: None
        self._stopped = False
        if callable(progress):
            self._tell = progress
        elif progress:
            from alphacut.service.cli.progress import ProgressLine
            from alphacut.service.text.names import network_name

            self.line = ProgressLine(network_name(request["topology"]))
            self._tell = self.line.show

    def show(self, steps: dict[str, Any]) -> None:
        self._stopped = self._tell(steps) is False or self._stopped

    def stop(self) -> bool:
        return self._stopped
