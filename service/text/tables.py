"""Published tables of dimensions, computed anew."""

from __future__ import annotations

from collections.abc import Sequence

from alphacut.arrangements.structure.balance import Dimensions, table
from alphacut.arrangements.structure.levels import CORNERS


def trunking_lines(a: int) -> list[str]:
    """Return Table I of Camarero et al. for groups of a switches, in lines."""
    rows = [
        (
            str(row.trunking),
            f"{float(row.most):.1f}",
            f"{float(row.balanced):.1f}",
            f"{float(row.least):.1f}",
            _example(a, row.trunking, float(row.balanced)),
        )
        for row in table(a)
    ]
    heads = ("t", "as many", "balanced", "half as many", "nearest network")
    return [f"groups of {a} switches: numbers of groups by global links for local ones",
            *aligned([heads, *rows])]  # fmt: skip


def _example(a: int, trunking: int, balanced: float) -> str:
    """Name the network with a whole number of global links that is nearest to balance."""
    candidates = [
        groups for groups in range(2, int(2 * balanced) + 3) if trunking * (groups - 1) % a == 0
    ]
    if not candidates:
        return "-"
    groups = min(candidates, key=lambda each: abs(each - balanced))
    return f"{groups} groups, h = {Dimensions(a=a, groups=groups, trunking=trunking).h}"


def corner_lines(radix: int) -> list[str]:
    """Return Table IV of Camarero et al. for switches of a radix, in lines."""
    heads = (
        "network",
        "trunking",
        "route",
        "diameter",
        "use ratios",
        "a",
        "switches",
        "hosts",
        "as printed",
    )
    rows = []
    for corner in CORNERS:
        sizes = corner.sizes(radix)
        ratios = ", ".join(f"{ratio:.2g}" for ratio in corner.use_ratios)
        rows.append((
            corner.name, corner.trunking, corner.route, str(corner.diameter), ratios,
            f"{sizes.a:.1f}", f"{sizes.switches:,.0f}", f"{sizes.hosts:,.0f}",
            f"{corner.printed(radix):,.0f}",
        ))  # fmt: skip
    return [f"balanced networks of switches with {radix} ports, before rounding to whole sizes",
            *aligned([heads, *rows])]  # fmt: skip


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table whose columns stand one below the other."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=True)).rstrip() for row in rows
    ]
