"""Automorphisms: permutations of the switches that keep weights and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, integers

Permutation = tuple[int, ...]


def read_permutations(value: Any, task: Task, place: str) -> list[Permutation]:
    """Read a list of automorphisms."""
    return [
        read_automorphism(each, task, f"{place}.{i}") for i, each in enumerate(a_list(value, place))
    ]


def read_automorphism(value: Any, task: Task, place: str) -> Permutation:
    """Read the image of every switch, and check it: every link goes to one like it."""
    n = task.network.switches
    image = integers(value, place, 0, n - 1)
    if sorted(image) != list(range(n)):
        raise Refused(place, "must be a permutation of all switches")
    weights, links = task.balance.weights, task.network.links
    task.work.take(len(links), place)
    if any(weights[i] != weights[image[i]] for i in range(n)):
        raise Refused(place, "does not keep the weights of the switches")
    for (i, j, name), count in links.items():
        one, other = sorted((image[i], image[j]))
        if links.get((one, other, name)) != count:
            raise Refused(place, f"does not map the links between {i} and {j} to such links")
    return image


def power(permutation: Permutation, exponent: int) -> Permutation:
    """Return a permutation applied so many times."""
    result = tuple(range(len(permutation)))
    for _ in range(exponent):
        result = tuple(permutation[each] for each in result)
    return result


def pair_orbits(generators: Sequence[Permutation], n: int) -> dict[tuple[int, int], int]:
    """Return the orbit of every pair i < j < n, by number; beyond a permutation nothing moves."""
    found: dict[tuple[int, int], int] = {}
    orbits = 0
    for start in ((i, j) for i in range(n) for j in range(i + 1, n)):
        if start in found:
            continue
        found[start] = orbits
        waiting = [start]
        for i, j in waiting:
            for image in generators:
                x = image[i] if i < len(image) else i
                y = image[j] if j < len(image) else j
                pair = (x, y) if x < y else (y, x)
                if pair not in found:
                    found[pair] = orbits
                    waiting.append(pair)
        orbits += 1
    return found
