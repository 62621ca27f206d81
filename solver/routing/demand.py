"""What switches send to each other under a traffic pattern, in integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import shown
from alphacut.solver.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.channels import Numbers


@dataclass(frozen=True, kw_only=True)
class Demand:
    """What each switch sends to each other when every host sends one phit in each cycle."""

    rates: Numbers  # (n, n) phits in each cycle, in units of 1/unit; the diagonal stays at home
    unit: int
    sent: Fraction  # phits that all hosts send in a cycle


def uniform(network: Network) -> Demand:
    """Every host sends evenly to every other host."""
    hosts = np.array(network.hosts, dtype=np.int64)
    total = int(hosts.sum())
    if total < 2:
        raise QuestionError("traffic", f"uniform needs at least 2 hosts, this network has {total}")
    rates = np.outer(hosts, hosts)
    rates[np.diag_indices_from(rates)] = hosts * (hosts - 1)
    return Demand(rates=rates, unit=total - 1, sent=Fraction(total))


def adversarial(network: Network, ahead: int) -> Demand:
    """Every host sends evenly to the hosts of the group that is so many groups ahead."""
    hosts = np.array(network.hosts, dtype=np.int64)
    _, group = np.unique(np.array(network.groups, dtype=np.int64), return_inverse=True)
    count = int(group.max()) + 1
    if not 1 <= ahead < count:
        raise QuestionError(
            "traffic", f"adversarial:k needs k from 1 to {count - 1}, for there are {count} groups"
        )
    sums = np.bincount(group, weights=hosts).astype(np.int64)
    if sums.min() < 1:
        raise QuestionError("traffic", "adversarial:k needs hosts in every group")
    unit = int(np.lcm.reduce(sums))
    target = (group[:, None] + ahead) % count == group[None, :]
    rates = hosts[:, None] * hosts[None, :] * (unit // sums)[group][None, :] * target
    return Demand(rates=rates, unit=unit, sent=Fraction(int(hosts.sum())))


def demand_of(pattern: str, network: Network) -> Demand:
    """Read the name of a pattern: uniform, or adversarial:k."""
    name, _, number = pattern.partition(":")
    if pattern == "uniform":
        return uniform(network)
    if name == "adversarial":
        try:
            return adversarial(network, read_integer(number, least=1))
        except NumberError as error:
            raise QuestionError("traffic", f"adversarial:k {error}") from error
    raise QuestionError(
        "traffic",
        f"unknown pattern {shown(pattern)}; known are uniform, adversarial:k and the path of a "
        "matrix",
    )
