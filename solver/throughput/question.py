"""A question about throughput, and what answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.models import MCF, Model
from alphacut.solver.throughput.primal_dual_bounds import Bracket, Whole
from alphacut.solver.throughput.variables import Variables
from alphacut.solver.traffic.traffic import Demands, Traffic

MOST_SWITCHES = 2_500  # as tables hold a number for each pair of switches


@dataclass(frozen=True, kw_only=True)
class Question:
    """How much of some traffic a network carries.

    Raises
    ------
    QuestionError
        If α is not finite, hosts can send nothing, the network has no groups that a model needs, or
        it is larger than what is tried.
    """

    topology: Mapping[str, Any]  # the complete spec of the network
    network: Network
    traffic: Traffic
    alpha: Alpha
    models: tuple[Model, ...]
    injection: Fraction = Fraction(1)  # capacity of a host's link, as those of the network count
    seconds: float | None = None  # for each model; None: no limit
    curve: bool = False  # whether the rate is traced over all α as well

    def __post_init__(self) -> None:
        if not self.alpha.finite:
            raise QuestionError("alpha", "must be finite, such as 5/4")
        if self.injection <= 0:
            raise QuestionError("injection", f"must be above 0, such as 1, got {self.injection}")
        if self.network.switches > MOST_SWITCHES:
            raise QuestionError(
                "topology",
                f"has {self.network.switches:,} switches, at most {MOST_SWITCHES:,} are taken",
            )
        if any(model is not MCF for model in self.models) and len(set(self.network.groups)) < 2:
            raise QuestionError(
                "topology",
                "has no groups, without which there are no minimal and non-minimal paths; "
                "model mcf takes any network",
            )

    @property
    def demands(self) -> Demands:
        """What links between switches have to carry at the rate 1."""
        return self.traffic.between_switches(self.network).over(self.injection)

    @property
    def ratio(self) -> Fraction:
        """α as a number."""
        return self.alpha.fraction


@dataclass(frozen=True, kw_only=True)
class ModelAnswer:
    """What is proven about one model, with the evidence.

    The evidence is any rates of paths, and any lengths of links, in units of their own:
    what they prove is computed from them.
    """

    model: Model
    bracket: Bracket
    variables: Variables  # those of the last program
    demands: Demands  # of the flows of these; one stands for its orbit if there are symmetries
    rates: Whole  # (V,) of each path of each variable
    lengths: Whole  # (E,) of the directed links
    means: tuple[Fraction, ...]  # least mean length of a variable of each flow under these
    shares: tuple[Fraction, ...]  # (E,) load of each at the lower rate, by its capacity
    symmetries: tuple[Integers, ...]  # carry the rates of one flow to those of its orbit
    solver: str  # what gave them
    seconds: float
