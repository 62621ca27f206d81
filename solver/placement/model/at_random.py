"""Tasks placed at random, with direct routing: the largest demand on a global link.

Two estimates take the place of equations 18 to 20 of Prisacari et al. (2014), which use the law
for as many balls as bins: order statistics over the pairs of groups, and Monte Carlo.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.sides import Sides

FINEST = 2000  # steps of demand between 0 and a task's whole traffic
MOST_LINKS = 40_000_000  # task links that one Monte Carlo run follows


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """The mean of the largest demand, over random placements."""

    mean: float
    error: float  # standard error of the mean
    samples: int


def by_order_statistics(exchange: Exchange, tasks: Sides, size: int) -> float:
    """Estimate the mean largest demand over all pairs of groups that are used.

    The stencil has N_k pairs of neighbours along dimension k, and each joins two given groups
    with the probability 2·|γ|²/(N·(N-1)). The demand on their link is the sum of independent
    binomial numbers with the weights m_k; the largest of as many independent such sums as there
    are pairs of groups has the mean Σ (1 - F(x)^pairs). In truth the sums lean against each
    other, so this is a little high: the tests hold it within 6 % for |γ| ≥ 16.

    Parameters
    ----------
    size
        |γ|, tasks in each group; it must divide their number.
    """
    groups = _groups(tasks, size)
    total = math.prod(tasks)
    joins = 2 * size * size / (total * (total - 1))
    steps, step = _lattice([float(part) for part in exchange.proportions(tasks)])
    law = np.ones(1)
    for count, weight in zip(tasks, steps, strict=True):
        if count > 1:  # two tasks are neighbours twice over
            edges, times = (total, 1) if count > 2 else (total // 2, 2)
            law = np.convolve(law, _binomial(edges, joins, weight * times))
    below = np.minimum(np.cumsum(law), 1.0)
    raw = float(np.sum(1 - below ** (groups * (groups - 1) // 2))) * step
    mean = total / 2 * joins
    return mean + (raw - mean) * _narrower(exchange, tasks, size)


def by_monte_carlo(
    exchange: Exchange, tasks: Sides, size: int, *, samples: int = 200, seed: int = 0
) -> Estimate:
    """Measure the mean largest demand over random placements.

    Raises
    ------
    QuestionError
        If the job and the samples are too many to be followed.
    """
    groups = _groups(tasks, size)
    total = math.prod(tasks)
    if samples < 2 or total * len(tasks) * samples > MOST_LINKS:
        most = MOST_LINKS // (total * len(tasks))
        raise QuestionError("samples", f"must be from 2 to {most:,} for this job, got {samples}")
    rng = np.random.default_rng(seed)
    home = np.repeat(np.arange(groups), size)
    largest = np.empty(samples)
    for sample in range(samples):
        largest[sample] = _largest(exchange, tasks, rng.permutation(home), groups)
    error = float(largest.std(ddof=1)) / math.sqrt(samples)
    return Estimate(mean=float(largest.mean()), error=error, samples=samples)


def _narrower(exchange: Exchange, tasks: Sides, size: int) -> float:
    """Return the deviation of the demand between two groups, over that of independent terms."""
    n = math.prod(tasks)
    pairs = zip(tasks, exchange.proportions(tasks), strict=True)
    squares = sum(float(m) ** 2 * n * (2 if count == 2 else 1) for count, m in pairs)
    one = 2 * size**2 / (n * (n - 1))  # the probability that a pair of neighbours joins them
    sharing = 2 * size**2 * (size - 1) / (n * (n - 1) * max(n - 2, 1))  # two pairs with one task
    apart = 4 * size**2 * (size - 1) ** 2 / (n * (n - 1) * max(n - 2, 1) * max(n - 3, 1))
    mean_square = squares * one + (n - 2 * squares) * sharing + (n * n / 4 - n + squares) * apart
    variance = max(mean_square - (n / 2 * one) ** 2, 0.0)
    return math.sqrt(variance / (squares * one * (1 - one)))


def _largest(exchange: Exchange, tasks: Sides, home: NDArray[np.int64], groups: int) -> float:
    grid = home.reshape(tasks)
    demand = np.zeros(groups * groups)
    for k, part in enumerate(exchange.proportions(tasks)):
        if part:
            for step in (-1, 1):
                pairs = (grid * groups + np.roll(grid, step, axis=k)).ravel()
                demand += float(part) * np.bincount(pairs, minlength=groups * groups)
    between = demand.reshape(groups, groups)
    np.fill_diagonal(between, 0.0)
    return float(between.max())


def _groups(tasks: Sides, size: int) -> int:
    total = math.prod(tasks)
    if size < 1 or total % size or total < 2 * size:
        raise QuestionError(
            "block", f"must divide {total} tasks among two groups or more, got {size} for each"
        )
    return total // size


def _lattice(parts: list[float]) -> tuple[list[int], float]:
    """Return the weights as multiples of a step, and the step."""
    least = min(part for part in parts if part)
    for times in range(1, FINEST):
        step = least / times
        whole = [round(part / step) for part in parts]
        if max(abs(n * step - part) for n, part in zip(whole, parts, strict=True)) < 1e-9:
            return whole, step
    step = 1 / FINEST
    return [round(part / step) for part in parts], step


def _binomial(count: int, probability: float, spacing: int) -> NDArray[np.float64]:
    """Return the law of `spacing` times a binomial number, up to where it is next to nothing."""
    mean = count * probability
    most = min(count, int(mean + 12 * math.sqrt(mean + 1) + 20))
    ks = np.arange(most + 1)
    logs = np.array([_log_choose(count, int(k)) for k in ks])
    sure = np.log1p(-probability) if probability < 1 else 0.0
    law = np.exp(logs + ks * math.log(probability) + (count - ks) * sure)
    spaced = np.zeros(most * spacing + 1)
    spaced[::spacing] = law
    return spaced


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
