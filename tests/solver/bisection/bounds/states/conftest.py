"""Small networks that a rotation carries around, and all of their bisections."""

from __future__ import annotations

from functools import cache

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.bounds.states.rotation import find_rotation
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.blocks import Counts
from tests.solver.bisection.bisections import (
    bisections,
    in_classes,
    in_states,
    least_values,
    severed,
)

NETWORKS = {
    "p22": Dragonfly(a=2, h=2, arrangement="relative").network(),  # 10 switches
    "p41": Dragonfly(a=4, h=1, arrangement="relative").network(),  # 20
    "p22-circulant": Dragonfly(a=2, h=2, arrangement="circulant").network(),
    "p32": Dragonfly(a=3, h=2, arrangement="helix").network(),  # 21, with a dummy
}


def relaxation(
    network: Network, params: StateParams = USUAL.states, warm_starts: WarmStartCache | None = None
) -> StateRelaxation:
    balance = Balance.of(network)
    rotation = find_rotation(network, balance, automorphisms(network, balance.weights))
    assert rotation is not None
    structure = BlockCyclic(network, balance, rotation.cycle)
    return StateRelaxation(balance, rotation, structure, params, warm_starts)


@cache
def slopes_by_states(name: str) -> dict[tuple[int, Counts, Counts], int]:
    """List all bisections: the least slope for each intercept and numbers of blocks.

    In each class, and in each state.
    """
    network = NETWORKS[name]
    blocks = relaxation(network).structure.blocks
    inside = bisections(network)
    intercept, slope = severed(network, inside)
    in_class = in_classes(blocks, inside)
    found = least_values([intercept, in_class, in_states(blocks, inside)], slope)
    end = 1 + in_class.shape[1]
    return {(key[0], key[1:end], key[end:]): value for key, value in found.items()}


@cache
def least_slopes(name: str) -> dict[tuple[int, Counts], int]:
    """List the least slope for each intercept and numbers of blocks in each class."""
    found: dict[tuple[int, Counts], int] = {}
    for (level, classes, _), slope in slopes_by_states(name).items():
        found[level, classes] = min(found.get((level, classes), slope), slope)
    return found
