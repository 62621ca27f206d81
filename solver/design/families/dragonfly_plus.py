"""Dragonfly+ networks: groups of leaves and spines, with global links at the spines alone.

Spines and global links are as in `arrangements.topologies.dragonfly_plus`: one link between a leaf
and a spine, and global links spread over the spines as evenly as may be.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.design.families._base import (
    SLACK,
    Found,
    Integers,
    at_most_one,
    capacity,
    check_number,
    expanded,
    halves,
    sieve,
)
from alphacut.solver.design.machine import FULL, Machine, Range

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion

TRIED = 8  # numbers of links between two groups, from the least that will do to the most of use
PARTS = (1, 2, 3, 4)  # spines as quarters of the hosts of a leaf, where ports need no more


def dragonfly_plus(question: DesignQuestion) -> Found:
    """Look at Dragonfly+ networks: all groups, and a few numbers of spines and global links."""
    found, kept = Found(), []
    for leaves in range(2, question.ports):
        groups, p, links, spines = _shapes(question, leaves)
        found.fitting += len(groups)
        check_number(found.fitting)
        columns = np.stack([groups, np.full_like(groups, leaves), p, links, spines], axis=1)
        kept.append(columns[_worth(question, columns)])
    rows = np.concatenate(kept)
    found.machines += [
        _machine(question, *map(int, row)) for row in rows[_worth(question, rows)].tolist()
    ]
    return found


def _shapes(question: DesignQuestion, leaves: int) -> tuple[Integers, ...]:
    """Return (groups, p, links, spines) of what fits, (shapes,) each."""
    ports, alpha = question.ports, float(question.alpha.fraction)
    p = np.arange(1, ports)
    low = np.maximum(2, -(-question.least // (leaves * p)))
    high = question.most // (leaves * p)
    places, times = expanded(np.maximum(0, high - low + 1))
    p, groups = p[places], low[places] + times
    each = 4 * leaves * p / (alpha * groups)  # links between two groups for B = 1 for each host
    least = np.maximum(1, np.ceil(float(question.per_host) * each - SLACK)).astype(np.int64)
    most = np.maximum(least, np.ceil(float(FULL) * each).astype(np.int64))
    step = np.maximum(1, (most - least) // TRIED)
    places, times = expanded((most - least) // step + 1)
    p, groups, links = p[places], groups[places], (least + 0)[places] + times * step[places]
    fewest = -(-links * (groups - 1) // (ports - leaves))
    some = [np.maximum(fewest, -(-p * part // PARTS[-1])) for part in PARTS]
    spines = np.concatenate(some)
    groups, p, links = (np.tile(array, len(PARTS)) for array in (groups, p, links))
    fits = p + spines <= ports
    rows = np.unique(
        np.stack([groups[fits], p[fits], links[fits], spines[fits]], axis=1), axis=0
    ).astype(np.int64)
    return rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]


def _worth(question: DesignQuestion, columns: Integers) -> Integers:
    """Return the places of rows of groups, leaves, p, links and spines, (shapes, 5)."""
    if not len(columns):
        return np.zeros(0, dtype=np.int64)
    groups, leaves, p, links, spines = columns.T
    alpha = float(question.alpha.fraction)
    size = leaves + spines
    local = groups * leaves * spines
    counts = {
        "hosts": groups * leaves * p, "switches": groups * size, "local": local,
        "global": links * groups * (groups - 1) // 2,
        "copper": np.where(size <= question.prices.block, local, 0),
    }  # fmt: skip
    between = alpha * links * groups / (4 * leaves * p)
    leaf = spines / p
    high = np.minimum(between * 1.01, leaf / 2)  # an odd group costs a little more
    low = np.minimum(between, leaf / 4)
    return sieve(question, counts, [high, low])


def _machine(
    question: DesignQuestion, groups: int, leaves: int, p: int, links: int, spines: int
) -> Machine:
    alpha = question.alpha.fraction
    edge, own = groups * leaves, leaves * p
    hosts, used = edge * p, links * (groups - 1)
    ports = -(-used // spines)
    inner = groups * leaves * spines
    between = Fraction(leaves**2, links) / alpha  # of one global link, if each leaf sends 1 to each
    # what a leaf sends out of its group is divided over spines as their global links are
    within = Fraction((edge - leaves) * ports, used) + Fraction(leaves - 1, spines)
    lower = capacity(halves(edge) / max(between, within), alpha)
    upper = min(_cuts(groups, leaves, spines, links, alpha))
    one = Fraction(hosts - 1, p**2)
    return Machine(
        family="dragonfly_plus",
        name=f"{groups} of {leaves}+{spines} p={p} x{links}",
        topology={
            "family": "dragonfly_plus", "groups": groups, "leaves": leaves, "spines": spines,
            "p": p, "ports": ports, "links": links,
        },
        hosts=hosts,
        switches=groups * (leaves + spines),
        edge=edge,
        ports=max(p + spines, leaves + ports),
        free=question.radix - p - spines,
        local=inner,
        global_=links * groups * (groups - 1) // 2,
        copper=inner if leaves + spines <= question.prices.block else 0,
        bisection=Range(lower=min(lower, upper), upper=upper),
        diameter=3,
        mean=Fraction(2 * (own - p) + 3 * (hosts - own), hosts - 1),
        saturation=Range(
            lower=at_most_one(one / between, one / within),
            upper=at_most_one(one / between, one * spines / (edge - 1)),
        ),
        formula=True,
    )  # fmt: skip


def _cuts(
    groups: int, leaves: int, spines: int, links: int, alpha: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the capacities of two bisections: by groups, and by leaves.

    With an odd number of groups one is split, half of its leaves without any spine; then all of its
    global links to the other side are cut too.
    """
    half = groups // 2
    by_groups = alpha * links * half * (groups - half)
    if groups % 2:
        by_groups += leaves // 2 * spines
    return Fraction(by_groups), Fraction(groups * leaves // 2 * spines)
