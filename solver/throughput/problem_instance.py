"""The machine that a question is about: its links, flows, paths and symmetries, found once."""

from __future__ import annotations

from functools import cached_property

from alphacut.solver.throughput.links import DirectedLinks
from alphacut.solver.throughput.minimal import MinimalPaths
from alphacut.solver.throughput.models import MCF, Model
from alphacut.solver.throughput.primal_dual_bounds import Whole
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.reach import check_paths
from alphacut.solver.throughput.shortest import FoldedShortest, Shortest, ShortestAny, ShortestUgal
from alphacut.solver.throughput.symmetry_reduction import Orbits, shared_orbits
from alphacut.solver.throughput.ugal import UgalVariables
from alphacut.solver.traffic.traffic import Demands


class Machine:
    """What all models of one question share: links, flows and paths of its network.

    Parameters
    ----------
    demands
        Other ones than those of the question's traffic.

    Raises
    ------
    QuestionError
        If a flow has no path under a model.
    """

    def __init__(self, question: Question, demands: Demands | None = None) -> None:
        self.network = question.network
        if demands is None:
            demands = question.demands
        check_paths(self.network, demands, question.models)
        self.demands = demands
        self.links = DirectedLinks.of(question.network)
        self.ratio = question.ratio

    @cached_property
    def paths(self) -> MinimalPaths:
        """The minimal paths."""
        return MinimalPaths(self.network)

    @cached_property
    def listing(self) -> UgalVariables:
        """What makes variables of paths that share rates."""
        return UgalVariables(self.paths)

    @cached_property
    def orbits(self) -> Orbits | None:
        """The symmetries that the network shares with the traffic."""
        return shared_orbits(self.network, self.links, self.demands)

    @property
    def capacities(self) -> Whole:
        """The capacities of all directed links, times the denominator of α."""
        return self.links.capacities(self.ratio)

    def shortest(self, model: Model, orbits: Orbits | None = None) -> Shortest:
        """Return what finds shortest paths for a model with a rate for each path."""
        demands = self.demands if orbits is None else orbits.demands(self.demands)
        found: Shortest = (
            ShortestAny(self.links, self.network.switches, demands)
            if model is MCF
            else ShortestUgal(self.paths, self.listing, demands)
        )
        return found if orbits is None else FoldedShortest(found, orbits)
