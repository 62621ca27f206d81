"""What is taken off the tables, against the same added up block by block."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.states.rotation import find_rotation
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.sequences.autocorrelations import SequenceBound
from alphacut.solver.bisection.verify.sequences.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.bisection.verify.tables import Known, Remainder, Tables, product
from alphacut.solver.common.errors import Refused

State = tuple[int, int]  # number among the possible ones, and sign ±1


def structure_of(a: int, h: int) -> BlockCyclic:
    network = Dragonfly(a=a, h=h, arrangement="relative").network()
    balance = Balance.of(network)
    rotation = find_rotation(network, balance, automorphisms(network, balance.weights))
    assert rotation is not None
    return BlockCyclic(network, balance, rotation.cycle)


@pytest.fixture(scope="module")
def structure() -> BlockCyclic:
    """Nine groups of four."""
    return structure_of(4, 2)


@pytest.fixture(scope="module")
def odd() -> BlockCyclic:
    """Seven groups of three: one side of a bisection has one switch more."""
    return structure_of(3, 2)


def bisection(structure: BlockCyclic, rng: random.Random) -> list[State]:
    """Place blocks at random so that the sides differ by no more than they must."""
    while True:
        placed = [
            (rng.randrange(structure.states), rng.choice([1, -1])) for _ in range(structure.order)
        ]
        if abs(apart(structure, placed)) == structure.balance.difference:
            return placed


def apart(structure: BlockCyclic, placed: list[State]) -> int:
    return sum(sign * int(structure.balance_of[s]) for s, sign in placed)


def worth(remainder: Remainder, placed: list[State]) -> int:
    """Add up tables over the blocks as they are placed."""
    order = len(placed)
    total = remainder.constant + sum(int(remainder.single[s]) for s, _ in placed)
    for d, table in enumerate(remainder.pairs, start=1):
        for b, (s, sign) in enumerate(placed):
            t, other = placed[(b + d) % order]
            total += int(table[int(sign != other), s, t])
    return total


@pytest.mark.parametrize("most", [2, 1 << 15])
@pytest.mark.parametrize("seed", range(20))
def test_sums_take_off_what_they_are_worth(structure: BlockCyclic, seed: int, most: int) -> None:
    rng = random.Random(seed)
    known = Known.of(structure, 4, (8, 0, 1))
    size, order = len(known.chosen), structure.order
    sums = [(drawn(rng, order, size, most), rng.randint(1, 9)) for _ in range(rng.randint(0, 4))]
    tables = Tables(structure, known)
    tables.integer_sums(sums)
    placed = [(rng.randrange(size), rng.choice([1, -1])) for _ in range(order)]
    expected = 0
    for exchanged, b, (each, value) in itertools.product((1, -1), range(order), sums):
        around = [placed[(b + offset) % order] for offset in each.offsets]
        y = sum(
            int(f[int(sign * exchanged < 0), s])
            for f, (s, sign) in zip(each.values, around, strict=True)
        )
        expected += value * (y - each.low) * (y - each.low - 1)
    assert 2 * worth(tables.remainder(), placed) == -expected


def drawn(rng: random.Random, order: int, size: int, most: int) -> IntegerSum:
    """Draw a sum of some of the blocks."""
    offsets = rng.sample(range(order), rng.randint(1, 6))
    values = np.array(
        [[[rng.randint(-most, most) for _ in range(size)] for _ in "+-"] for _ in offsets]
    )
    return IntegerSum(offsets=tuple(offsets), values=values, low=rng.randint(-3, 3))


@pytest.mark.parametrize("everything", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_sequences_take_off_what_they_lack(
    structure: BlockCyclic, seed: int, everything: bool
) -> None:
    """Of what is said to be the most, switch by switch; some states are left out, or none."""
    rng = random.Random(seed)
    known = Known.of(structure) if everything else Known.of(structure, 4, (8, 0, 1))
    order = structure.order
    drawn: list[SequenceBound | CrossBound] = [
        drawn_bound(rng, rng.randrange(4), order),
        drawn_pair(rng, (0, 3) if seed % 2 else (1, 2), order),
    ]
    bounds = [(each, rng.randint(1, 9)) for each in drawn]
    tables = Tables(structure, known)
    tables.correlations(bounds)
    remainder = tables.remainder()
    placed = [(rng.randrange(len(known.chosen)), rng.choice([1, -1])) for _ in range(order)]
    sides = np.array([sign * structure.signs[known.chosen[s]] for s, sign in placed]).T.tolist()
    lacking = sum(value * (each.most - weighed(each, sides)) for each, value in bounds)
    assert worth(remainder, placed) == -lacking


def weighed(each: SequenceBound | CrossBound, sides: list[list[int]]) -> int:
    """Return the weighted sum of what sides (position × block) have, block by block."""
    half, order = len(sides[0]) // 2, len(sides[0])
    if isinstance(each, SequenceBound):
        parts = [(each.weights, 1, each.position, each.position)]
    else:
        first, second = each.positions
        parts = [
            (each.weights[:half], 1, first, first),
            (each.weights[half : 2 * half], 1, second, second),
            (each.weights[2 * half :], 0, first, second),
        ]
    return sum(
        weight * sides[p][b] * sides[q][(b + d) % order]
        for weights, least, p, q in parts
        for d, weight in enumerate(weights, start=least)
        for b in range(order)
    )


def drawn_pair(rng: random.Random, positions: tuple[int, int], order: int) -> CrossBound:
    weights = tuple(rng.randint(-9, 9) for _ in range(2 * order - 1))
    return CrossBound(positions=positions, weights=weights, most=rng.randint(-99, 99))


def drawn_bound(rng: random.Random, position: int, order: int) -> SequenceBound:
    weights = tuple(rng.randint(-9, 9) for _ in range(order // 2))
    return SequenceBound(position=position, weights=weights)


@pytest.mark.parametrize(
    "bound",
    [
        SequenceBound(position=2, weights=(5, 0, 1, 2)),
        CrossBound(positions=(2, 3), weights=(5, 0, 1, 2, *(0,) * 13), most=72),
    ],
)
def test_the_best_sequence_takes_off_nothing(
    structure: BlockCyclic, bound: SequenceBound | CrossBound
) -> None:
    """Where equal entries have the most, and all switches at a position are on one side."""
    tables = Tables(structure, Known.of(structure))
    tables.correlations([(bound, 7)])
    placed = [(s, sign) for s in range(8) for sign in (1, -1) if sign * structure.signs[s, 2] == 1]
    assert worth(tables.remainder(), [*placed, placed[0]]) == 0


@pytest.mark.parametrize(
    "bound",
    [
        SequenceBound(position=0, weights=(1, 0, 0, -1 << 10)),
        CrossBound(positions=(0, 1), weights=(*(0,) * 16, 1 << 10), most=1),
        CrossBound(positions=(0, 1), weights=(0,) * 17, most=1 << 20),
    ],
)
def test_multipliers_of_sequences_that_are_too_large(
    structure: BlockCyclic, bound: SequenceBound | CrossBound
) -> None:
    with pytest.raises(Refused, match="too large"):
        Tables(structure, Known.of(structure)).correlations([(bound, 1 << 40)])


@pytest.mark.parametrize("largest", [31_000_000, 1 << 26])
def test_products_are_exact(largest: int) -> None:
    """Just below what floating point holds, and above."""
    rng = np.random.default_rng(0)
    first, second = (
        rng.integers(largest - 9, largest, size=(9, 5)) * rng.choice([-1, 1], size=(9, 5))
        for _ in range(2)
    )
    exactly = first.T.astype(object) @ second.astype(object)
    assert (product(first, second) == exactly).all()


@pytest.mark.parametrize("seed", range(20))
def test_the_square_of_the_difference_takes_off_nothing(odd: BlockCyclic, seed: int) -> None:
    rng = random.Random(seed)
    tables = Tables(odd, Known.of(odd))
    tables.square(rng.randint(-9, 9))
    assert worth(tables.remainder(), bisection(odd, rng)) == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_difference_takes_off_no_less_than_it_is_worth(odd: BlockCyclic, seed: int) -> None:
    """Times a block's sign it is as large as it may be: that is taken off besides."""
    rng = random.Random(seed)
    values = np.array([rng.randint(-9, 9) for _ in range(odd.states)])
    tables, placed = Tables(odd, Known.of(odd)), bisection(odd, rng)
    tables.balance(values)
    total = sum(sign * int(values[s]) for s, sign in placed)
    most = sum(abs(int(values[s])) for s, _ in placed)
    found = worth(tables.remainder(), placed)
    assert found == -total * apart(odd, placed) - most
    assert found <= 0


@pytest.mark.parametrize("seed", range(20))
def test_equal_sides_take_off_nothing(structure: BlockCyclic, seed: int) -> None:
    rng = random.Random(seed)
    tables = Tables(structure, Known.of(structure))
    tables.balance(np.array([rng.randint(-9, 9) for _ in range(structure.states)]))
    tables.square(rng.randint(-9, 9))
    assert worth(tables.remainder(), bisection(structure, rng)) == 0
