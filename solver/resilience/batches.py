"""The steps in which the samples of a network are taken."""

from __future__ import annotations

from itertools import pairwise

BATCHES = 10  # steps for all samples of a network, at most
LEAST = 5  # samples of a step, where there are so many: they share what their proofs have learnt


def batches(samples: int) -> list[range]:
    """Return the numbers of the samples of each step: as equally many as can be."""
    number = min(BATCHES, -(-samples // LEAST))
    ends = [samples * place // number for place in range(number + 1)] if number else [0]
    return [range(first, last) for first, last in pairwise(ends)]


def steps_each(samples: int) -> int:
    """Return the number of steps for one network."""
    return 2 + len(batches(samples))
