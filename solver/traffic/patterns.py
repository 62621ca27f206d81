"""Patterns of traffic by name: permutation, shift, uniform, adversarial, all-to-all, stencil.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology, section 4 (permutation, shift).
Camarero et al., Topological characterization of Hamming and Dragonfly networks,
section 5 (adversarial).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from math import lcm

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.stencil import stencil
from alphacut.solver.traffic.traffic import Block, Integers, Pairs, Traffic, hosts_of

FIELD = "traffic"
EXAMPLES = "permutation:seed=1, shift:18, uniform, adversarial:1, all-to-all or stencil:8x9"


def pattern(spec: str, network: Network, *, beside: str) -> Traffic:
    """Return the traffic that a spec names, such as "shift:18".

    - `permutation:seed=N`: host i sends 1 to host π(i), where π is drawn by the seed
      (Fisher and Yates, as Python's `random.Random(seed).shuffle`); a host that is its
      own image sends nothing.
    - `shift:X`: host i sends 1 to host i + X, modulo the hosts.
    - `uniform`: every host sends 1/(N-1) to every other host.
    - `all-to-all`: every host sends 1 to every other host.
    - `adversarial:K`: every host sends 1, spread evenly over the hosts of the group K
      further on, modulo the groups.
    - `stencil:AxBxC`: see `stencil`.

    Parameters
    ----------
    beside
        What may be given instead of a pattern, in words.

    Raises
    ------
    QuestionError
        If it cannot be read, does not fit the network, or nobody would send anything.
    """
    name, _, rest = spec.strip().partition(":")
    if name not in _PATTERNS:
        raise QuestionError(
            FIELD,
            f"unknown pattern {shown(name)}; {known_names(name, _PATTERNS)}; "
            f"give one such as {EXAMPLES}, or {beside}",
        )
    hosts_of(network)  # refuses too many before anything is built
    return _PATTERNS[name](rest.strip(), network)


def permuted(image: Integers, spec: str | dict[str, object]) -> Traffic:
    """Return the traffic in which host i sends 1 to host image[i], unless that is i.

    Raises
    ------
    QuestionError
        If nobody sends anything.
    """
    sources = np.flatnonzero(image != np.arange(len(image)))
    if not len(sources):
        raise QuestionError(FIELD, "is empty: no host sends anything to another host")
    weights = np.ones(len(sources), dtype=np.int64)
    pairs = Pairs(sources=sources, destinations=image[sources], weights=weights)
    return Traffic(spec=spec, hosts=len(image), pairs=pairs)


def _permutation(rest: str, network: Network) -> Traffic:
    name, equals, value = rest.partition("=")
    if name.strip() != "seed" or not equals:
        raise QuestionError(FIELD, f"must be as in permutation:seed=1, got {shown(rest)}")
    seed = _integer(value, "seed", least=0)
    image = list(range(sum(network.hosts)))
    random.Random(seed).shuffle(image)
    return permuted(np.array(image, dtype=np.int64), f"permutation:seed={seed}")


def _shift(rest: str, network: Network) -> Traffic:
    by = _integer(rest, "shift")
    hosts = np.arange(sum(network.hosts), dtype=np.int64)
    return permuted((hosts + by) % len(hosts), f"shift:{by}")


def _uniform(rest: str, network: Network) -> Traffic:
    return _all(rest, network, "uniform", Fraction(1, max(1, sum(network.hosts) - 1)))


def _all_to_all(rest: str, network: Network) -> Traffic:
    return _all(rest, network, "all-to-all", Fraction(1))


def _all(rest: str, network: Network, name: str, unit: Fraction) -> Traffic:
    if rest:
        raise QuestionError(FIELD, f"{name} has no parameters, got {shown(rest)}")
    total = sum(network.hosts)
    if total < 2:
        raise QuestionError(FIELD, "is empty: there is one host, which sends nothing to itself")
    everyone = np.arange(total, dtype=np.int64)
    block = Block(sources=everyone, destinations=everyone, weight=1)
    return Traffic(spec=name, hosts=total, unit=unit, blocks=(block,))


def _adversarial(rest: str, network: Network) -> Traffic:
    ahead = _integer(rest, "adversarial")
    names, group = np.unique(np.array(network.groups), return_inverse=True)
    if len(names) < 2:
        raise QuestionError(FIELD, "adversarial needs groups, and the network has one group only")
    if ahead % len(names) == 0:
        raise QuestionError(
            FIELD,
            f"adversarial:{ahead} sends every group to itself; give a number that is no "
            f"multiple of the {len(names)} groups",
        )
    group_of_host = group[hosts_of(network)]
    hosts = [np.flatnonzero(group_of_host == each) for each in range(len(names))]
    whole = lcm(*(len(each) for each in hosts if len(each)))
    if whole > 10**9:
        raise QuestionError(FIELD, "adversarial: the groups have too many different sizes")
    pairs = [(hosts[i], hosts[(i + ahead) % len(names)]) for i in range(len(names))]
    blocks = tuple(
        Block(sources=start, destinations=end, weight=whole // len(end))
        for start, end in pairs
        if len(start) and len(end)
    )
    if not blocks:
        raise QuestionError(FIELD, "is empty: no group with hosts sends to another one with hosts")
    return Traffic(
        spec=f"adversarial:{ahead}",
        hosts=len(group_of_host),
        unit=Fraction(1, whole),
        blocks=blocks,
    )


def _stencil(rest: str, network: Network) -> Traffic:
    return stencil(rest, sum(network.hosts))


def _integer(text: str, name: str, least: int | None = None) -> int:
    try:
        return read_integer(text, least=least)
    except NumberError as error:
        raise QuestionError(FIELD, f"{name} {error}") from error


_PATTERNS: dict[str, Callable[[str, Network], Traffic]] = {
    "permutation": _permutation,
    "shift": _shift,
    "uniform": _uniform,
    "adversarial": _adversarial,
    "all-to-all": _all_to_all,
    "stencil": _stencil,
}
