"""Bounds at an α by the semidefinite relaxation over all bisections, or some, with a proof."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.bounds.semidefinite.leaf import PairMultipliers, proven_by
from alphacut.solver.bisection.bounds.semidefinite.params import (
    USUAL_SEMIDEFINITE,
    SemidefiniteParams,
    readable,
)
from alphacut.solver.bisection.bounds.semidefinite.relaxation import PairRelaxation
from alphacut.solver.bisection.bounds.states.rotation import Rotation, find_rotation
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.semidefinite import Layout

LARGEST = 8_000  # switches in all: the verifier factorises a matrix of this size


@dataclass(frozen=True, kw_only=True)
class PairProof:
    """What is proven of all bisections in a region."""

    bound: int  # scaled
    multipliers: PairMultipliers | SemidefiniteLeaf
    rotation: Rotation | None  # by which they are written

    def leaf(self, rotation: int | None) -> SemidefiniteLeaf:
        """Write it, with the number that its rotation has in a certificate."""
        proof = self.multipliers
        return proof if isinstance(proof, SemidefiniteLeaf) else proof.leaf(rotation)


@dataclass(frozen=True, kw_only=True)
class Root:
    """All bisections that are open, and how their matrices become small."""

    region: Region
    rotation: Rotation | None  # None: they are factorised whole


def root_of(
    problem: PointProblem, deadline: float | None, params: SemidefiniteParams = USUAL_SEMIDEFINITE
) -> Root | None:
    """Return what the relaxation bounds for a whole problem; None where the network does not suit.

    Parameters
    ----------
    deadline
        On the monotonic clock, in seconds.
    """
    if not params.smallest <= len(problem.balance.extended) <= LARGEST:
        return None
    rotation = _rotation(problem, params)
    if not _suits(problem, rotation, params) or _late(problem, rotation, deadline, params):
        return None
    region = Region.of(problem.network, problem.balance, problem.known, problem.lemmas)
    return Root(region=region, rotation=rotation)


def prove_in(
    region: Region,
    problem: PointProblem,
    rotation: Rotation | None,
    target: int,
    deadline: float | None,
    should_continue: Callable[[int], bool],
    params: SemidefiniteParams = USUAL_SEMIDEFINITE,
) -> PairProof | None:
    """Bound the scaled capacity of the bisections in a region.

    Parameters
    ----------
    target
        The scaled capacity below which none is to be left.
    deadline
        On the monotonic clock, in seconds.
    should_continue
        Hears the bound now and then; returns False to stop.

    Returns
    -------
    None where no line below the target is open.
    """
    need = region.highest(problem.alpha, target)
    if need is None:
        return None

    def lowest(bound: float) -> int:
        low = math.ceil(bound - params.safety * max(1.0, abs(bound))) if math.isfinite(bound) else 0
        return region.lowest(problem.alpha, max(0, low), target)

    relaxation = PairRelaxation(problem, rotation, region, params)
    bounded = relaxation.solve(need, deadline, lambda bound: should_continue(lowest(bound)))
    multipliers = relaxation.multipliers(bounded.dual)
    leaf = multipliers.leaf(None if rotation is None else 0)
    cycle = None if rotation is None else rotation.cycle
    least = proven_by(leaf, Layout(problem.network, problem.balance, cycle), problem, region)
    proven = region.lowest(problem.alpha, least, target)
    return PairProof(bound=proven, multipliers=multipliers, rotation=rotation)


def proven_anew(
    leaf: SemidefiniteLeaf, region: Region, problem: PointProblem, target: int
) -> PairProof:
    """Return what a leaf without a rotation proves of the bisections in a region, up to a target.

    Parameters
    ----------
    leaf
        Found for whatever region: it is measured anew.
    """
    least = proven_by(leaf, Layout(problem.network, problem.balance, None), problem, region)
    bound = region.lowest(problem.alpha, least, target)
    return PairProof(bound=bound, multipliers=leaf, rotation=None)


def _late(
    problem: PointProblem,
    rotation: Rotation | None,
    deadline: float | None,
    params: SemidefiniteParams,
) -> bool:
    """Tell whether there is no time for steps enough."""
    if deadline is None:
        return False
    size = len(problem.balance.extended)
    width = size if rotation is None else rotation.width
    return time.monotonic() + params.fewest_steps * params.step * size * width**2 > deadline


def _suits(problem: PointProblem, rotation: Rotation | None, params: SemidefiniteParams) -> bool:
    """Tell whether matrices are small enough to be factorised again and again."""
    if not readable(problem):
        return False
    if rotation is None:
        return len(problem.balance.extended) <= params.largest_plain
    return rotation.width <= params.largest_row


def _rotation(problem: PointProblem, params: SemidefiniteParams) -> Rotation | None:
    network, balance = problem.network, problem.balance
    if balance.difference:
        return None  # a rotation would have to move the dummy switch
    rotation = find_rotation(network, balance, ())
    if rotation is None and network.switches <= params.largest_automorphisms:
        rotation = find_rotation(network, balance, automorphisms(network, balance.weights))
    return rotation
