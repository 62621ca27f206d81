"""Rail-optimised networks of boxes of accelerators: a leaf switch for each rail of a unit."""

from __future__ import annotations

from itertools import product

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network


def rail(
    units: int, boxes: int, rails: int, spines: int, uplinks: int, planes: int = 1, p: int = 1
) -> Network:
    """Build a rail-optimised network: links "local" to boxes, "global" from leaves to spines.

    A box is a switch of its own, which joins the accelerators in it; accelerator i of each box
    of a unit is on rail i, and its link goes to leaf i of the unit. A unit, which is a group,
    has its boxes first and then its leaves. Rails are dealt to planes in turn, each plane has
    spines of its own, and each of its leaves is joined to all of them; spines are the last
    group. Only boxes have hosts: balance by hosts.

    Parameters
    ----------
    units, boxes, rails
        The units, the boxes of each, and the accelerators with a link of each box.
    spines
        Of each plane.
    uplinks
        The links of a leaf with each of its spines.
    planes
        1 where all rails meet at the spines; as many as rails where they meet in boxes alone.
    p
        The hosts of each box.

    References
    ----------
    NVIDIA, DGX SuperPOD reference architecture, for units, rails and their numbers. Wang,
    Ghobadi, Shakeri, Zhang and Hasani, Rail-only: a low-cost high-performance network for
    training LLMs with trillion parameters, 2023, for planes that are apart.
    """
    size = boxes + rails
    down = (
        Link(unit * size + box, unit * size + boxes + leaf, LOCAL.name)
        for unit, box, leaf in product(range(units), range(boxes), range(rails))
    )
    up = (
        Link(
            unit * size + boxes + leaf,
            units * size + leaf % planes * spines + spine,
            GLOBAL.name,
            uplinks,
        )
        for unit, leaf, spine in product(range(units), range(rails), range(spines))
    )
    inside = units * size
    return Network(
        switches=inside + planes * spines,
        links=(*down, *up),
        groups=tuple(each // size for each in range(inside)) + (units,) * (planes * spines),
        hosts=((p,) * boxes + (0,) * rails) * units + (0,) * (planes * spines),
    )
