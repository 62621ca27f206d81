"""Fat trees, leaf-spine networks and extended generalised fat trees, tapered or not.

All hosts send evenly to the top, so that half of the links up from the level that has fewest are
in every bisection; where an even number of subtrees is below them, that many are enough
(docs/method.md, "Bounds for a design").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil, prod
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.topologies.xgft import level_sizes
from alphacut.solver.design.families._base import (
    SLACK,
    Found,
    Integers,
    at_most_one,
    check_number,
    expanded,
    sieve,
)
from alphacut.solver.design.machine import Machine, Range

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion


def fat_tree(question: DesignQuestion) -> Found:
    """Look at three-tier fat trees of switches with k ports, with k/2 hosts or more each."""
    found = Found()
    for k in range(2, question.ports + 1, 2):
        for p in range(1, question.ports - k // 2 + 1):
            hosts = k * k // 2 * p
            if not question.least <= hosts <= question.most:
                continue
            found.fitting += 1
            machine = clos_machine(
                question, "fat_tree", f"k={k} p={p}", {"family": "fat_tree", "k": k, "p": p},
                (p, k // 2, k), (1, k // 2, k // 2),
            )  # fmt: skip
            _keep(question, found, machine)
    return found


def leaf_spine(question: DesignQuestion) -> Found:
    """Look at networks of leaves that are all joined to all spines."""
    found, ports = Found(), question.ports
    for p in range(1, ports):
        for leaves in range(max(2, -(-question.least // p)), min(question.most // p, ports) + 1):
            for uplinks in range(1, ports // leaves + 1):
                for spines in range(1, (ports - p) // uplinks + 1):
                    found.fitting += 1
                    spec = {"family": "leaf_spine", "leaves": leaves, "spines": spines,
                            "uplinks": uplinks, "p": p}  # fmt: skip
                    name = f"{leaves}+{spines} p={p}" + (f" x{uplinks}" if uplinks > 1 else "")
                    machine = clos_machine(
                        question, "leaf_spine", name, spec, (p, leaves), (1, spines),
                        uplinks=uplinks,
                    )  # fmt: skip
                    _keep(question, found, machine)
    return found


def xgft(question: DesignQuestion) -> Found:
    """Look at extended generalised fat trees of two and three levels, and of four if they must.

    Of four levels the taper is at the edge, and the switches above it have as many links up as
    down.
    """
    found = Found()
    for children, parents in _two_levels(question):
        _try(question, found, children, parents)
    for children, parents in _three_levels(question, found):
        _try(question, found, children, parents, counted=True)
    if question.ports**3 // 4 < question.most:
        for children, parents in _four_levels(question):
            _try(question, found, children, parents)
    return found


def _try(
    question: DesignQuestion,
    found: Found,
    children: Sequence[int],
    parents: Sequence[int],
    *,
    counted: bool = False,
) -> None:
    found.fitting += not counted
    name = "x".join(map(str, children)) + " up " + "x".join(map(str, parents[1:]))
    spec = {"family": "xgft", "children": list(children), "parents": list(parents),
            "p": children[0]}  # fmt: skip
    _keep(question, found, clos_machine(question, "xgft", name, spec, children, parents))


def _keep(question: DesignQuestion, found: Found, machine: Machine) -> None:
    if machine.each.upper >= question.per_host:
        found.machines.append(machine)


def _two_levels(question: DesignQuestion) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    ports = question.ports
    for p in range(1, ports):
        for leaves in range(max(2, -(-question.least // p)), min(question.most // p, ports) + 1):
            for spines in range(1, ports - p + 1):
                yield (p, leaves), (1, spines)


def _three_levels(
    question: DesignQuestion, found: Found
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the three-level trees that may be worth their price, and count all."""
    for m1 in range(1, question.ports):
        numbers = _with_hosts(question, m1)
        found.fitting += len(numbers[0])
        check_number(found.fitting)
        for m2, m3, w2, w3 in zip(*(each.tolist() for each in _worth(question, m1, *numbers)),
                                  strict=True):  # fmt: skip
            yield (m1, m2, m3), (1, w2, w3)


def _with_hosts(question: DesignQuestion, m1: int) -> tuple[Integers, ...]:
    """Return (m2, m3, w2, w3) of all trees with m1 hosts at an edge switch, (trees,) each.

    More links up than down are of no use, and not looked at.
    """
    ports = question.ports
    m2 = np.arange(2, ports)
    low = np.maximum(2, -(-question.least // (m1 * m2)))
    high = np.minimum(ports, question.most // (m1 * m2))
    places, times = expanded(np.maximum(0, high - low + 1))
    m2, m3 = m2[places], low[places] + times
    ups = np.full_like(m2, min(m1, ports - m1))
    places, times = expanded(ups)
    m2, m3, w2 = m2[places], m3[places], times + 1
    enough = 2 * m1 * float(question.per_host)
    useful = w2 >= enough - SLACK
    m2, m3, w2 = m2[useful], m3[useful], w2[useful]
    least = np.maximum(1, np.ceil(enough * m2 / w2 - SLACK)).astype(np.int64)
    places, times = expanded(np.maximum(0, np.minimum(m2, ports - m2) - least + 1))
    return m2[places], m3[places], w2[places], least[places] + times


def _worth(
    question: DesignQuestion, m1: int, m2: Integers, m3: Integers, w2: Integers, w3: Integers
) -> tuple[Integers, ...]:
    if not len(m2):
        return m2, m3, w2, w3
    block = question.prices.block
    edge, middle, top = m2 * m3, m3 * w2, w2 * w3
    lower, upper = edge * w2, middle * w3  # links of both stages
    counts = {
        "hosts": m1 * edge, "switches": edge + middle + top, "local": lower + upper,
        "global": np.zeros_like(m2),
        "copper": np.where(m2 + w2 <= block, lower, 0)
        + np.where(edge + middle + top <= block, upper, 0),
    }  # fmt: skip
    each = np.minimum(lower, upper) / (2 * counts["hosts"])
    kept = sieve(question, counts, [each])
    return m2[kept], m3[kept], w2[kept], w3[kept]


def _four_levels(question: DesignQuestion) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    half = question.ports // 2
    for m1 in range(1, question.ports):
        for w2 in range(1, min(m1, question.ports - m1) + 1):
            if w2 < 2 * m1 * question.per_host:
                continue
            below = m1 * half * half
            for m4 in range(
                max(2, -(-question.least // below)),
                min(question.ports, question.most // below) + 1,
            ):
                yield (m1, half, half, m4), (1, w2, half, half)


def clos_machine(
    question: DesignQuestion,
    family: str,
    name: str,
    topology: dict[str, object],
    children: Sequence[int],
    parents: Sequence[int],
    *,
    uplinks: int = 1,
) -> Machine:
    """Write an XGFT as a machine.

    Parameters
    ----------
    children, parents
        (levels,) of each level: what is below a switch, hosts first; and what is above, 1 first.
    uplinks
        The parallel links between two switches that are joined.
    """
    sizes = level_sizes(children, parents)
    links = [
        size * above * uplinks for size, above in zip(sizes, parents[1:], strict=False)
    ]  # up from each level but the top
    hosts, edge = prod(children), sizes[0]
    ports = [
        below * (uplinks if level else 1) + above * uplinks
        for level, (below, above) in enumerate(zip(children, [*parents[1:], 0], strict=True))
    ]
    far = _pairs(children)
    return Machine(
        family=family,
        name=name,
        topology=topology,
        hosts=hosts,
        switches=sum(sizes),
        edge=edge,
        ports=max(ports),
        free=question.radix - ports[0],
        local=sum(links),
        global_=0,
        copper=_copper(links, children, parents, question.prices.block),
        bisection=_bisection(links, children),
        diameter=2 * (len(children) - 1),
        mean=Fraction(sum(2 * level * pairs for level, pairs in enumerate(far)), hosts - 1),
        saturation=_saturation(links, children),
        formula=True,
    )


def _pairs(children: Sequence[int]) -> list[int]:
    """Return the hosts, other than a host, that are as many levels above its switch apart."""
    below = list(accumulate(children, mul))
    return [below[0] - 1, *(high - low for low, high in pairwise(below))]


def _copper(
    links: Sequence[int], children: Sequence[int], parents: Sequence[int], block: int
) -> int:
    """Count the links within subtrees of at most so many switches."""
    copper = 0
    for level, count in enumerate(links):
        inside = sum(level_sizes(children[: level + 2], parents[: level + 2]))
        copper += count if inside <= block else 0
    return copper


def _bisection(links: Sequence[int], children: Sequence[int]) -> Range:
    """Bound the links in a bisection by hosts.

    From below as all send evenly to the top. From above whole subtrees of one level, and of what
    is left over whole subtrees of the level below, and so on; all switches above stand with the
    larger part.
    """
    levels = len(links)
    subtrees = [prod(children[level + 1 :]) for level in range(levels)]
    edge = subtrees[0]
    least = min(Fraction(count * (edge // 2), edge) for count in links)
    each = [count // number for count, number in zip(links, subtrees, strict=True)]

    def split(level: int) -> int:
        """Return what halving one subtree costs, whose switches up to a level are below."""
        if level == 0:
            return 0
        number = children[level]
        return number // 2 * each[level - 1] + (split(level - 1) if number % 2 else 0)

    best = min(
        number // 2 * each[level] + (split(level) if number % 2 else 0)
        for level, number in enumerate(subtrees)
    )
    return Range(lower=Fraction(ceil(least)), upper=Fraction(best))


def _saturation(links: Sequence[int], children: Sequence[int]) -> Range:
    """Return the rate of uniform traffic: what leaves the subtrees of a level fills their links."""
    hosts = prod(children)
    rate = at_most_one(
        *(
            Fraction(links[level] * (hosts - 1), hosts * (hosts - prod(children[: level + 1])))
            for level in range(len(links))
        )
    )
    return Range(lower=rate, upper=rate)
