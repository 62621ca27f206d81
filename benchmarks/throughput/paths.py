"""How many minimal and non-minimal paths pairs of switches have, and in how many lengths.

Run as `python -m benchmarks.throughput.paths`; it prints the networks of Table 3 of the paper, and
the one for which its section 3.2 tells numbers. Pairs are those in different groups.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology, Table 3.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.formats.spec import build, read
from alphacut.solver.throughput.minimal import MinimalPaths

NETWORKS = (
    "dragonfly:a=4,h=2,p=2,arrangement=relative",
    "dragonfly:a=6,h=3,p=3,arrangement=relative",
    "dragonfly:a=6,h=3,p=3,trunking=2,arrangement=relative",
    "dragonfly:a=8,h=4,p=4,arrangement=relative",
    "dragonfly:a=10,h=5,p=5,arrangement=relative",
    "dragonfly:a=10,h=5,p=5,trunking=2,arrangement=relative",
    "dragonfly:a=10,h=5,p=5,trunking=5,arrangement=relative",
    "dragonfly:a=10,h=5,p=5,trunking=10,arrangement=relative",
    "preset:name=edison-6",
)


def main() -> None:
    """Print a row for each network."""
    print("| network | groups | switches | hosts | MIN | VLB | lengths of MIN | of VLB | of both |")  # noqa: T201
    print("|---|---|---|---|---|---|---|---|---|")  # noqa: T201
    for text in NETWORKS:
        network = build(read(text))
        minimal = MinimalPaths(network).counts.astype(float)  # exact, as all stay below 2**53
        valiant = np.zeros((2 * len(minimal) - 1, *minimal.shape[1:]))
        for one, other in product(range(len(minimal)), repeat=2):
            valiant[one + other] += minimal[one] @ minimal[other]
        groups = np.array(network.groups)
        across = groups[:, None] != groups
        lengths = [(counts[:, across] > 0).sum(axis=0) for counts in (minimal, valiant)]
        cells = [
            text, str(len(set(network.groups))), f"{network.switches:,}",
            f"{sum(network.hosts):,}",
            *(_range(counts.sum(axis=0)[across]) for counts in (minimal, valiant)),
            *(str(int(each.max())) for each in (*lengths, lengths[0] + lengths[1])),
        ]  # fmt: skip
        print(f"| {' | '.join(cells)} |", flush=True)  # noqa: T201


def _range(values: NDArray[np.float64]) -> str:
    least, most = int(values.min()), int(values.max())
    if least == most:
        return f"{most:,}"
    return f"{least:,} to {most:,} (mean {values.mean():,.2f})"


if __name__ == "__main__":
    main()
