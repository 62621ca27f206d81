"""Slim Fly and PolarFly networks: any two switches have a link, or a neighbour, in common.

Their Laplacian matrices have second eigenvalues in closed form, which bound bisections from below
(Fiedler, 1973; docs/method.md, "Bounds for a design").
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from alphacut.arrangements.topologies._field import prime_power
from alphacut.arrangements.topologies.slim_fly import delta
from alphacut.solver.design.families._base import Found, halves
from alphacut.solver.design.machine import Machine, Range

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion

LARGEST_FIELD = 512


def slim_fly(question: DesignQuestion) -> Found:
    """Look at Slim Fly networks of 2·q² switches."""
    found = Found()
    for q in range(3, LARGEST_FIELD):
        if 2 * q * q > question.most:
            break
        degree = slim_fly_degree(q)
        if degree is None:
            continue
        for p in _hosts(question, 2 * q * q, degree):
            found.fitting += 1
            _keep(question, found, slim_fly_machine(question, q, p, degree))
    return found


def polarfly(question: DesignQuestion) -> Found:
    """Look at PolarFly networks of q² + q + 1 switches."""
    found = Found()
    for q in range(2, LARGEST_FIELD):
        switches = q * q + q + 1
        if switches > question.most:
            break
        if prime_power(q) is None:
            continue
        for p in _hosts(question, switches, q + 1):
            found.fitting += 1
            _keep(question, found, polarfly_machine(question, q, p))
    return found


def _hosts(question: DesignQuestion, switches: int, degree: int) -> range:
    least = max(1, -(-question.least // switches))
    return range(least, min(question.ports - degree, question.most // switches) + 1)


def _keep(question: DesignQuestion, found: Found, machine: Machine) -> None:
    if machine.each.upper >= question.per_host:
        found.machines.append(machine)


def slim_fly_degree(q: int) -> int | None:
    """Return the links of a switch, (3q - δ)/2; None where there is no such Slim Fly."""
    sign = None if prime_power(q) is None else delta(q)
    return None if sign is None or q < 3 else (3 * q - sign) // 2


def slim_fly_machine(question: DesignQuestion, q: int, p: int, degree: int) -> Machine:
    """Write a Slim Fly as a machine.

    Characters of the field divide its matrix into blocks: the trivial one has (q - δ)/2, 2(q - 1)
    times, and (q - δ)/2 ± q; others have roots of (x - λ)(y - λ) = q, with x and y the sums of a
    character over the two sets, which are no larger. So the second eigenvalue of the Laplacian
    matrix is q: B ≥ q³/2. Two groups of different kinds have q links, two of one kind have none:
    half of the groups of each kind against the others cut q·(q²/2) of them, or q·(q² + 1)/2.
    """
    switches, hosts = 2 * q * q, 2 * q * q * p
    inside = q * q * (degree - q)  # links within the groups, two kinds of q groups
    return Machine(
        family="slim_fly",
        name=f"q={q} p={p}",
        topology={"family": "slim_fly", "q": q, "p": p},
        hosts=hosts,
        switches=switches,
        edge=switches,
        ports=p + degree,
        free=question.radix - p - degree,
        local=q * q * degree,
        global_=0,
        copper=inside if q <= question.prices.block else 0,
        bisection=Range(lower=Fraction((q**3 + 1) // 2), upper=Fraction(q * ((q * q + 1) // 2))),
        diameter=2,
        mean=Fraction(p * (degree + 2 * (switches - 1 - degree)), hosts - 1),
        saturation=None,
        formula=True,
    )


def polarfly_machine(question: DesignQuestion, q: int, p: int) -> Machine:
    """Write a PolarFly as a machine.

    With a loop at each of the q + 1 points that are orthogonal to themselves, its adjacency matrix
    has the square J + q·I, hence the eigenvalues q + 1 and ±√q, and the Laplacian matrix, in which
    loops count for nothing, q + 1 ∓ √q. From above halves at random.
    """
    switches = q * q + q + 1
    hosts, links = switches * p, q * (q + 1) ** 2 // 2
    pairs = halves(switches)
    root = isqrt(pairs * pairs * q)
    root += root * root < pairs * pairs * q  # rounded up
    lower = -(-(pairs * (q + 1) - root) // switches)
    upper = links * pairs * 2 // (switches * (switches - 1))
    return Machine(
        family="polarfly",
        name=f"q={q} p={p}",
        topology={"family": "polarfly", "q": q, "p": p},
        hosts=hosts,
        switches=switches,
        edge=switches,
        ports=p + q + 1,
        free=question.radix - p - q - 1,
        local=links,
        global_=0,
        copper=links if switches <= question.prices.block else 0,
        bisection=Range(lower=Fraction(lower), upper=Fraction(upper)),
        diameter=2,
        mean=Fraction(p * (2 * links + 2 * (switches * (switches - 1) - 2 * links)),
                      switches * (hosts - 1)),
        saturation=None,
        formula=True,
    )  # fmt: skip
