"""What is asked about a placement: one of three questions, each of which knows its answer.

A grid is divided among tasks that are laid out; a stencil has a regular mapping or has none; or
it is mapped as well as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from alphacut.arrangements.formats.spec import Limits, build, parse
from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.arrangements.structure.components import reachable
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.allocation import Allocation
from alphacut.solver.placement.decompositions import list_choices
from alphacut.solver.placement.document import advice_json, decision_json, mapped_json
from alphacut.solver.placement.machine import machine_of
from alphacut.solver.placement.mapping.stencil import Stencil
from alphacut.solver.placement.records import Job, allocation_of, read_job
from alphacut.solver.placement.regular.question import RegularQuestion
from alphacut.solver.placement.uneven import divisions

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.arrangements.network import Network

Json = Mapping[str, Any]
USUAL_SECONDS = 100.0  # of a search, where no limit is given


@dataclass(frozen=True, kw_only=True)
class GridQuestion:
    """How a grid is divided among tasks and groups, and where the tasks lie."""

    request: Json
    job: Job

    def check(self) -> None:
        """Refuse a grid that has no division."""
        asked = self.job.question
        try:
            list_choices(asked.exchange.elements, asked.machine, asked.wanted)
        except QuestionError:
            if not divisions(self.job):
                raise

    def answer(self) -> tuple[str, Json]:
        """Return the status and the answer, as documents tell them."""
        from alphacut.solver.placement.recommendation import advise

        advice = advise(self.job, self.request["top"])
        met = advice.laid is not None and advice.laid.cost.seconds == advice.laid.bound
        return "exact" if met else "bounded", advice_json(advice, self.job.allocation)


@dataclass(frozen=True, kw_only=True)
class DecisionQuestion:
    """Whether a stencil has a regular mapping on a dragonfly."""

    request: Json
    regular: RegularQuestion

    @classmethod
    def read(
        cls, request: Json, spec: FamilySpec, network: Network, allocation: Allocation
    ) -> Self:
        """Read a request.

        Raises
        ------
        QuestionError
            If it makes no sense for the network or the sizes.
        """
        machine_of(spec, what="a regular mapping", other="leave out regular")
        assert isinstance(spec, DragonflySpec)
        if len(request["stencil"]) != 2:
            raise QuestionError("stencil", "a regular mapping needs two sides, such as 6x6")
        block = request["block"]
        regular = RegularQuestion(
            dragonfly=spec.record(),
            sides=tuple(request["stencil"]),
            torus=request["torus"],
            rule=request["regular"],
            block=None if block is None else tuple(block),
            groups=_whole_groups(network, allocation, spec.a),
        )
        return cls(request=request, regular=regular)

    def check(self) -> None:
        """Refuse nothing more than reading does."""

    def answer(self) -> tuple[str, Json]:
        """Return the status and the answer, as documents tell them."""
        from alphacut.solver.placement.regular.decide import decide

        seconds = self.request["limits"].get("seconds") or USUAL_SECONDS
        return decision_json(decide(self.regular, seconds=0.9 * seconds))


@dataclass(frozen=True, kw_only=True)
class MappingQuestion:
    """On which hosts the cells of a stencil lie best."""

    request: Json
    network: Network
    allocation: Allocation
    stencil: Stencil

    def check(self) -> None:
        """Refuse a stencil with more cells than there are hosts, and a network of several parts."""
        self.stencil.check_room(len(self.allocation.free))
        if len(reachable(self.network, 0)) < self.network.switches:
            raise QuestionError(
                "topology", "is not connected: some switches have no path between them"
            )

    def answer(self) -> tuple[str, Json]:
        """Return the status and the answer, as documents tell them."""
        import numpy as np

        from alphacut.solver.placement.mapping.search import Params, map_stencil

        slots = np.array([self.allocation.hosts.switch[host] for host in self.allocation.free])
        seconds = self.request["limits"].get("seconds")
        mapped = map_stencil(
            self.stencil,
            self.network,
            self.request["objective"],
            seed=self.request["seed"],
            slots=slots,
            params=Params() if seconds is None else Params(seconds=0.5 * seconds),
        )
        return mapped_json(mapped)


Question = GridQuestion | DecisionQuestion | MappingQuestion


def read_question(request: Json, sizes: Limits) -> Question:
    """Read a request, which is about a grid or about a stencil, and build its network.

    Raises
    ------
    ArrangementsError, QuestionError
        If it cannot be answered as it is asked.
    """
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    allocation = allocation_of(request, network)
    if request["grid"] is not None:
        return GridQuestion(request=request, job=read_job(request, spec, network, allocation))
    if request["regular"] is not None:
        return DecisionQuestion.read(request, spec, network, allocation)
    stencil = Stencil(sides=tuple(request["stencil"]), torus=request["torus"])
    return MappingQuestion(request=request, network=network, allocation=allocation, stencil=stencil)


def _whole_groups(network: Network, allocation: Allocation, a: int) -> tuple[int, ...]:
    """Return the groups with a host that may be used on each of their switches."""
    counts = Counter(network.groups[switch] for switch in allocation.by_switch)
    return tuple(sorted(group for group, count in counts.items() if count == a))
