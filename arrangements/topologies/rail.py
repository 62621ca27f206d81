"""Rail-optimised networks of boxes of accelerators: a leaf switch for each rail of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from alphacut.arrangements.network import GLOBAL, LOCAL, Link, Network


@dataclass(frozen=True, kw_only=True)
class Cores:
    """The third level of switches: groups of cores, to which the spines of each pod are dealt."""

    number: int = 0  # of all groups together; 0: there is no third level
    groups: int = 1
    links: int = 0  # of a spine with each core of its group

    @property
    def each(self) -> int:
        """The cores of a group."""
        return self.number // self.groups


NO_CORES = Cores()


def rail(
    units: int, boxes: int, rails: int, spines: int, uplinks: int, planes: int = 1, p: int = 1,
    pods: int = 1, cores: Cores = NO_CORES,
) -> Network:  # fmt: skip
    """Build a rail-optimised network: links "local" to boxes, "global" from leaves to spines.

    A box is a switch of its own, which joins the accelerators in it; accelerator i of each box
    of a unit is on rail i, and its link goes to leaf i of the unit. A unit, which is a group,
    has its boxes first and then its leaves. Rails are dealt to planes in turn, each plane has
    spines of its own, and each of its leaves is joined to all of them. With several pods, units
    are divided among them in their order, and each pod has planes and spines of its own, which are
    a group. With cores, spine i of a pod, counted through its planes, is joined to all cores of
    group i mod groups; cores are the last group. Only boxes have hosts: balance by hosts.

    Parameters
    ----------
    units, boxes, rails
        The units, the boxes of each, and the accelerators with a link of each box.
    spines
        Of each plane of each pod.
    uplinks
        The links of a leaf with each of its spines.
    planes
        1 where all rails meet at the spines; as many as rails where they meet in boxes alone.
    p
        The hosts of each box.
    pods
        Divides the units.
    cores
        The switches that join the spines of all planes and pods, if there are any.

    References
    ----------
    NVIDIA, DGX SuperPOD reference architecture, for units, rails and their numbers, with cores
    from 16 units on. Wang,
    Ghobadi, Shakeri, Zhang and Hasani, Rail-only: a low-cost high-performance network for
    training LLMs with trillion parameters, 2023, for planes that are apart.
    """
    size = boxes + rails
    inside, above = units * size, pods * planes * spines
    down = (
        Link(unit * size + box, unit * size + boxes + leaf, LOCAL.name)
        for unit, box, leaf in product(range(units), range(boxes), range(rails))
    )
    up = (
        Link(
            unit * size + boxes + leaf,
            inside + (unit * pods // units * planes + leaf % planes) * spines + spine,
            GLOBAL.name,
            uplinks,
        )
        for unit, leaf, spine in product(range(units), range(rails), range(spines))
    )
    top = (
        Link(
            inside + spine,
            inside + above + spine % (planes * spines) % cores.groups * cores.each + core,
            GLOBAL.name,
            cores.links,
        )
        for spine, core in product(range(above), range(cores.each))
    )
    return Network(
        switches=inside + above + cores.number,
        links=(*down, *up, *top),
        groups=(
            *(each // size for each in range(inside)),
            *(units + each // (planes * spines) for each in range(above)),
            *(units + pods for _ in range(cores.number)),
        ),
        hosts=((p,) * boxes + (0,) * rails) * units + (0,) * (above + cores.number),
    )
