"""Orders of the cells of a stencil on a dragonfly, beside the best mapping found.

KaHIP (Schulz and others) divides the stencil among groups, and the part of each group among its
switches, into parts of equal size with few edges between them; it knows no routes.

Run as `python -m benchmarks.placement_orders`; some minutes on one core. docs/placement.md has
the table.
"""

from __future__ import annotations

import math
from collections import defaultdict

import click
import kahip
import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.placement.mapping.measure import OBJECTIVES, Cost, cost
from alphacut.solver.placement.mapping.routes import routes_of
from alphacut.solver.placement.mapping.search import Params, map_stencil
from alphacut.solver.placement.mapping.stencil import Stencil

CASES = (
    ("dragonfly:a=8,h=4,p=4,arrangement=relative", (32, 32)),
    ("dragonfly:a=8,h=4,p=4,arrangement=relative", (16, 8, 8)),
    ("dragonfly:a=12,h=6,p=6,arrangement=relative", (64, 64)),
)


def by_kahip(stencil: Stencil, network: Network) -> NDArray[np.int64] | None:
    """Divide the stencil among groups, then switches; None where the sizes do not fit."""
    p = network.hosts[0]
    groups = max(network.groups) + 1
    size = network.switches // groups * p
    if stencil.cells % size:
        return None
    mapping = np.zeros(stencil.cells, dtype=np.int64)
    every = np.arange(stencil.cells)
    for group, cells in enumerate(parts(stencil, every, stencil.cells // size)):
        for place, held in enumerate(parts(stencil, cells, size // p)):
            mapping[held] = group * (network.switches // groups) + place
    return mapping


def parts(stencil: Stencil, cells: NDArray[np.int64], count: int) -> list[NDArray[np.int64]]:
    """Divide some cells into parts of equal size."""
    number = {int(cell): at for at, cell in enumerate(cells)}
    near: dict[int, list[int]] = defaultdict(list)
    for u, v in stencil.edges.tolist():
        if u in number and v in number:
            near[number[u]].append(number[v])
            near[number[v]].append(number[u])
    ends, beside = [0], []
    for at in range(len(cells)):
        beside += near[at]
        ends.append(len(beside))
    ones, weights = [1] * len(cells), [1] * len(beside)
    _, part = kahip.kaffpa(ones, ends, weights, beside, count, 0.0, True, 1, kahip.STRONG)
    found = [cells[np.array(part) == each] for each in range(count)]
    assert {len(each) for each in found} == {len(cells) // count}
    return found


@click.command
@click.option("--seconds", default=20.0, show_default=True, help="Of each search.")
def main(seconds: float) -> None:
    """Print load and hops of each order."""
    for written, sides in CASES:
        network, stencil = specs.build(specs.read(written)), Stencil(sides=sides)
        told: dict[str, Cost] = {}
        for objective in OBJECTIVES:
            found = map_stencil(stencil, network, objective, params=Params(seconds=seconds))
            told |= found.compared
            told[f"found for {objective}"] = found.cost
        divided = by_kahip(stencil, network)
        if divided is not None:
            told["KaHIP"] = cost(stencil, routes_of(network), divided)
        bounds = {name: bound.value for name, bound in found.bounds.items()}
        click.echo(f"{'x'.join(map(str, sides))} = {math.prod(sides)} cells on {written}: {bounds}")
        for name, each in told.items():
            click.echo(f"  {name}: load {each.load}, hops {each.hops}")


if __name__ == "__main__":
    main()
