"""Asking about throughput, routes and placements, and waiting for the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from itertools import accumulate
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.arrangements.words import shown
from alphacut.jobs.drive import Driven
from alphacut.jobs.errors import Cancelled, ExecutionError
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.memory import MEGABYTE
from alphacut.jobs.kinds import kinds
from alphacut.jobs.local_steps import answer_locally
from alphacut.service.library.answers import Placement, Routes, StencilMapping, Throughput
from alphacut.service.library.asking import Ratio, read_alpha, read_seconds
from alphacut.service.library.checking import verify
from alphacut.service.library.children import children
from alphacut.service.library.networks import USUAL, Given, Hosts, given
from alphacut.service.render.reading import unit_of
from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import QuestionError, SolverError

Json = Mapping[str, Any]
Sides = Sequence[int] | str
Progress = Callable[[dict[str, Any]], object] | bool | None


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
    from alphacut.solver.throughput.models import read_named, usual_models
    from alphacut.solver.throughput.stepwise import gone_on

    found = _whole(given(graph, weight=weight, hosts=hosts))
    models = usual_models(found.network) if model is None else read_named(model)
    request = request_of("throughput", time_limit, {
        "topology": found.topology, "traffic": _traffic(traffic, found),
        "alpha": str(read_alpha(found, alpha)), "injection": str(injection),
        "model": ",".join(str(each.name) for each in models), "curve": curve,
    })  # fmt: skip
    first: list[Json] = []
    if resume is not None:
        verify(resume)
        request, first = gone_on(request, resume.document)
    driven = answered("throughput", request, memory, progress, first)
    return Throughput(
        document=document_of(driven), nodes=found.nodes, remarks=found.remarks,
        asked=tuple(str(each.name) for each in models),
    )  # fmt: skip


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
    found = _whole(given(graph, weight=weight, hosts=hosts))
    request = request_of("routing", time_limit, {
        "topology": found.topology, "mechanism": mechanism, "vcs": vcs, "valiant": valiant,
        "colouring": colouring, "order": order, "routes": listed, "adaptive": adaptive,
        "traffic": None if traffic is None else _traffic(traffic, found),
    })  # fmt: skip
    driven = answered("routing", request, memory, progress)
    return Routes(document=document_of(driven), nodes=found.nodes, remarks=found.remarks)


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
    found = given(graph)
    request = request_of("placement", time_limit, {
        "topology": found.topology, "grid": _sides(grid),
        **{name: _sides(each) for name, each in options.items()},
    })  # fmt: skip
    driven = answered("placement", request, memory, progress)
    return Placement(document=document_of(driven), nodes=found.nodes, remarks=found.remarks)


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
    found = _whole(given(graph, weight=weight, hosts=hosts))
    asked = {"torus": torus, "regular": regular, "block": _sides(block), "objective": objective,
             "seed": seed}  # fmt: skip
    request = request_of(
        "placement", time_limit, {"topology": found.topology, "stencil": _sides(stencil), **asked}
    )
    driven = answered("placement", request, memory, progress)
    return StencilMapping(document=document_of(driven), nodes=found.nodes, remarks=found.remarks)


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
    from alphacut.solver.throughput.sought import WORST
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


def request_of(kind: str, time_limit: float | str | None, written: Json) -> Json:
    """Make the request that a service would be sent."""
    seconds = read_seconds("time_limit", time_limit)
    limits = {} if seconds is None else {"seconds": seconds}
    model = kinds()[kind].part("request")
    return completed(model, {"kind": kind, "limits": limits, **written})


def answered(
    kind: str, request: Json, memory: int | None, progress: Progress, found: Sequence[Json] = ()
) -> Driven:
    """Answer in a child process."""
    kinds()[kind].part("check")(request, LIMITS)
    told = _Progress(progress, request)
    limited = None if memory is None else LocalExecution(memory=memory * MEGABYTE)
    try:
        with told.line, limited or children(1) as execution:
            return answer_locally(
                kinds()[kind], request, execution, show=told.show, stop=told.stop, found=found
            )
    except (Cancelled, ExecutionError) as error:
        raise SolverError(str(error)) from error


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
            from alphacut.service.words.names import network_name

            self.line = ProgressLine(network_name(request["topology"]))
            self._tell = self.line.show

    def show(self, steps: dict[str, Any]) -> None:
        self._stopped = self._tell(steps) is False or self._stopped

    def stop(self) -> bool:
        return self._stopped


def document_of(driven: Driven) -> dict[str, Any]:
    assert driven.document is not None
    return dict(driven.document)
