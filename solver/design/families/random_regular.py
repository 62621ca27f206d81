"""Jellyfish and Xpander networks: regular, and random.

Their shapes are compared by what nearly all random regular networks of so many links at a switch
have, a second eigenvalue of 2·√(d - 1) (Friedman, A proof of Alon's second eigenvalue conjecture,
2008). That is no bound on one of them: those that look best are built, and what is told of them is
proven of the network with the seed in its spec.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.design.families._base import SLACK, Found, halves, sieve
from alphacut.solver.design.machine import Machine, Range

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion

LARGEST = 600  # switches of a network that is built to be told of
DEGREE = 3  # links of a switch, at least


def jellyfish(question: DesignQuestion) -> Found:
    """Look at random regular networks of the fewest switches."""
    return _look(question, "jellyfish", _any(question))


def xpander(question: DesignQuestion) -> Found:
    """Look at random lifts of complete networks, of the fewest switches."""
    return _look(question, "xpander", _lifts(question))


def _any(question: DesignQuestion) -> Iterator[tuple[int, int, int]]:
    """Yield hosts of a switch, links of a switch, and switches."""
    for p in range(1, question.ports):
        for degree in range(DEGREE, question.ports - p + 1):
            switches = max(-(-question.hosts // p), degree + 1)
            switches += switches * degree % 2
            yield p, degree, switches


def _lifts(question: DesignQuestion) -> Iterator[tuple[int, int, int]]:
    for p in range(1, question.ports):
        for degree in range(DEGREE, question.ports - p + 1):
            lift = max(2, -(-question.hosts // (p * (degree + 1))))
            yield p, degree, lift * (degree + 1)


def _look(question: DesignQuestion, family: str, shapes: Iterator[tuple[int, int, int]]) -> Found:
    fits = [
        (p, degree, switches)
        for p, degree, switches in shapes
        if question.least <= p * switches <= question.most
    ]
    small = np.array([each for each in fits if each[2] <= LARGEST], dtype=np.int64).reshape(-1, 3)
    p, degree, switches = small.T
    each = (degree - 2 * np.sqrt(degree - 1)) / (4 * p)
    likely = np.flatnonzero(each >= float(question.per_host) - SLACK)
    p, degree, switches = p[likely], degree[likely], switches[likely]
    links = switches * degree // 2
    counts = {
        "hosts": p * switches, "switches": switches, "local": links,
        "global": np.zeros_like(p), "copper": np.zeros_like(p),
    }  # fmt: skip
    kept = sieve(question, counts, [each[likely]])
    machines = [
        _machine(question, family, int(p[place]), int(degree[place]), int(switches[place]))
        for place in kept
    ]
    return Found(fitting=len(fits), machines=machines)


def _machine(question: DesignQuestion, family: str, p: int, degree: int, switches: int) -> Machine:
    links, hosts = switches * degree // 2, switches * p
    eigenvalue = Fraction(degree * 1000 - isqrt(4_000_000 * (degree - 1)), 1000)
    likely = eigenvalue * halves(switches) / switches
    topology: dict[str, object] = {"family": family, "degree": degree, "seed": 0, "p": p}
    topology |= (
        {"switches": switches} if family == "jellyfish" else {"lift": switches // (degree + 1)}
    )
    return Machine(
        family=family,
        name=f"{switches} d={degree} p={p}",
        topology=topology,
        hosts=hosts,
        switches=switches,
        edge=switches,
        ports=p + degree,
        free=question.radix - p - degree,
        local=links,
        global_=0,
        copper=links if switches <= question.prices.block else 0,
        bisection=Range(lower=likely, upper=likely),
        diameter=_at_least(switches, degree),
        mean=None,
        saturation=None,
        formula=False,
        built=True,
    )


def _at_least(switches: int, degree: int) -> int:
    """Return the least diameter that so many switches can have (Moore's bound)."""
    hops, reached, last = 0, 1, degree
    while reached < switches:
        hops, reached, last = hops + 1, reached + last, last * (degree - 1)
    return hops
