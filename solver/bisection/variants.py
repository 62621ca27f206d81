"""What is asked about bisections, over a range of α or at one, and the document that answers it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from alphacut.arrangements.formats.spec import Limits as SizeLimits
from alphacut.arrangements.formats.spec import build_any, complete, parse
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits
from alphacut.solver.bisection.document import Document, curve_document, point_document
from alphacut.solver.bisection.engines.accepting import check_curve_problem
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.partition import partition_document, side_of, sized_for
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.sizes import filled_up, sized, widened
from alphacut.solver.bisection.theorem import by_theorem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.fingerprint import fingerprint

Json = Mapping[str, Any]
SIZED = ("sizes", "imbalance", "partition")  # fields that no request for halves has


@dataclass(frozen=True, kw_only=True)
class Sized:
    """A network, and the sizes that its cuts may have."""

    network: Network
    balance: Balance

    def cut(self, side: Collection[int]) -> Cut:
        """Return a cut as the problem has it, of the wider network."""
        wider, halves = widened(self.network, self.balance)
        return Cut.of(wider, filled_up(side, self.balance, halves))


@dataclass(frozen=True, kw_only=True)
class Work:
    """A request made ready to be worked on."""

    topology: Json  # the complete spec
    problem: CurveProblem
    limits: Limits
    content: str = ""  # equal for requests that ask the same with the same limits
    sized: Sized | None = None  # for cuts within an imbalance, where the problem's network is wider
    side: tuple[int, ...] = ()  # of a partition whose distance from the least is asked for

    @property
    def network(self) -> Network:
        """The network of the topology."""
        return self.sized.network if self.sized else self.problem.network

    @property
    def balance(self) -> Balance:
        """What the cuts have to keep."""
        return self.sized.balance if self.sized else self.problem.balance


def work_on(
    topology: Json,
    network: Network,
    balance: Balance,
    limits: Limits,
    *,
    low: Alpha,
    high: Alpha,
    engine: str = "auto",
    side: Collection[int] = (),
    content: str = "",
) -> Work:
    """Make work ready, for cuts of the sizes of a balance.

    Parameters
    ----------
    side
        Of a cut of these sizes that is known, and that the search is to beat.

    Raises
    ------
    QuestionError
        If the engine does not take it.
    """
    wider, halves = widened(network, balance)
    sized = None if wider is network else Sized(network=network, balance=balance)
    known = sized.cut(side) if sized else Cut.of(network, side)
    problem = CurveProblem(
        network=wider, balance=halves, low=low, high=high, engine=engine,
        offered=(known,) if side else (),
    )  # fmt: skip
    check_curve_problem(problem)
    return Work(topology=topology, problem=problem, limits=limits, content=content, sized=sized,
                side=tuple(side))  # fmt: skip


class Write(Protocol):
    """Writes what is known as a document; `curve_document` is one."""

    def __call__(
        self,
        envelope: Envelope,
        *,
        topology: Json,
        network: Network,
        balance: Balance,
        provenance: Json,
    ) -> Document:
        """Write a document."""
        ...


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of the two ways to ask about bisections.

    A request is a JSON object with "kind", "topology" (a spec), "alpha" (as
    `span` reads it), "limits" ("seconds", which may be null, and "gap"),
    "engine" and "balance"; of a point also "sizes", "imbalance" and "partition".
    """

    name: str  # of the kind of job
    span: Callable[[Any, Network], tuple[Alpha, Alpha]]  # of α, from a request's "alpha"
    write: Write

    def prepare(self, request: Json, sizes: SizeLimits) -> Work:
        """Build what a request asks about.

        Parameters
        ----------
        sizes
            The largest network that is built.

        Raises
        ------
        SpecError, QuestionError
            If the request cannot be worked on.
        """
        spec = parse(request["topology"], sizes)
        network = build_any(spec, sizes)
        low, high = self.span(request["alpha"], network)
        topology = complete(spec)
        balance, side = _sized(request, network)
        fields = {name: each for name, each in request.items() if name not in SIZED or each}
        if fields["alpha"] is None:
            fields["alpha"] = str(low)
        return work_on(
            topology,
            network,
            balance,
            _limits(request["limits"]),
            low=low,
            high=high,
            engine=request["engine"],
            side=side,
            content=fingerprint({**fields, "kind": self.name, "topology": topology}),
        )

    def document(self, work: Work, envelope: Envelope, provenance: Json) -> Document:
        """Write what is known about some work, beside what a theorem says.

        Parameters
        ----------
        work
            The request, made ready.
        provenance
            Who computed it, with what.
        """
        written = self.write(
            envelope,
            topology=work.topology,
            network=work.network,
            balance=work.balance,
            provenance=provenance,
        )
        return by_theorem({**written, **partition_document(work.network, work.side)})


def _sized(request: Json, network: Network) -> tuple[Balance, list[int]]:
    """Return the sizes that a request is about, and a side of the partition that it judges."""
    balance = Balance.of(network, request["balance"])
    sizes, imbalance, parts = (request.get(name) for name in SIZED)
    if parts is None:
        return sized(network, balance, sizes, imbalance), []
    if sizes is not None:
        raise QuestionError("sizes", "are those of the partition; leave them out")
    side = side_of(parts, range(network.switches))
    return sized_for(network, balance, side, imbalance), side


def _limits(written: Json) -> Limits:
    return Limits(seconds=written["seconds"], gap=Fraction(written["gap"]))


def _range(written: Json, network: Network) -> tuple[Alpha, Alpha]:  # noqa: ARG001
    low = Alpha.parse(written["min"], "alpha.min")
    if not low.finite:
        raise QuestionError("alpha.min", "a curve begins at a finite α; for 'inf' ask for a point")
    return low, Alpha.parse(written["max"], "alpha.max")


def _single(written: object, network: Network) -> tuple[Alpha, Alpha]:
    alpha = Alpha.asked(written, network)
    return alpha, alpha


CURVE = Variant(name="bisection-curve", span=_range, write=curve_document)
POINT = Variant(name="bisection-point", span=_single, write=point_document)
VARIANTS: dict[str, Variant] = {each.name: each for each in (CURVE, POINT)}
