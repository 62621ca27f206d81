"""Up to which α a dragonfly's first segment is the same for every wiring: a table for a, h ≤ 32.

Run as `python -m benchmarks.first_segments`; with `--write` the table goes to docs/machines.md. The
groups are a·h + 1, with one link between any two. With as many groups on either side as there can
be, and one divided where their number is odd, B has the line

    floor(a/2)·ceil(a/2) + ((groups² - 1)/4 - h·floor(a/2))·α        for an odd number of groups,
    (groups/2)²·α                                                      for an even one,

at best. The table has the largest multiple of 1/20 at which no wiring is below that line.
"""

from __future__ import annotations

import click
import numpy as np

from alphacut.solver.bisection.bounds.majority.counted import GroupsAlike
from alphacut.solver.bisection.bounds.majority.kinds import GroupKinds
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams
from benchmarks.machines_page import PAGE, put_between

STEPS = 20
SIZES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 28, 32)
PORTS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)
BEGIN, END = "<!-- first segments -->", "<!-- end of first segments -->"
PARAMS = GroupKindParams(most_refined=50)


def proven(a: int, h: int, steps: int) -> bool:
    """Tell whether no wiring is below the line at α = steps/20; capacities are times 20."""
    groups = a * h + 1
    own = np.arange(a + 1)
    lesser = np.minimum(own, a - own)
    kinds = GroupKinds(
        kinds=(0,) * groups,
        alike=(
            GroupsAlike(
                groups=groups,
                size=a,
                weight=1,
                rows=1,
                inside=STEPS * own * (a - own),
                spared=np.minimum(steps * h * lesser, steps * (groups - 1)),
            ),
        ),
        least={(0, 0): steps * np.arange(groups * (groups - 1) // 2 + 1)},
        most=np.array([[steps]]),
        half=a * groups // 2,
        states=np.arange(groups + 1)[:, None],
    )
    line = steps * (groups // 2) ** 2
    if groups % 2:
        middle = a // 2
        line = STEPS * middle * (a - middle) + steps * ((groups**2 - 1) // 4 - h * middle)
    return kinds.bound(line, PARAMS)[0] >= line


def until(a: int, h: int) -> str:
    """Return the largest multiple of 1/20 at which the line is proven."""
    low, high = 0, 4 * STEPS * max(1, a // h)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if proven(a, h, middle) else (low, middle)
    return f"{low / STEPS:g}" if low else "-"


@click.command
@click.option("--write", is_flag=True, help="Write the table to docs/machines.md.")
def main(write: bool) -> None:
    """Print the table, a line for each a."""
    lines = [
        "| a \\ h | " + " | ".join(map(str, PORTS)) + " |",
        "|---" + "|---:" * len(PORTS) + "|",
    ]
    for a in SIZES:
        lines.append(f"| {a} | " + " | ".join(until(a, h) for h in PORTS) + " |")
        click.echo(lines[-1])
    if write:
        put_between(PAGE, BEGIN, END, "\n".join(lines))


if __name__ == "__main__":
    main()
