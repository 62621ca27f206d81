"""Numbers and sets beyond all measure: refused like anything false, and never an error."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify import space
from alphacut.solver.bisection.verify.definite import semidefinite
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.space import Space

Document = dict[str, Any]
Exact = Callable[[str], Document]

HUGE = 10**400  # no floating-point number is as large


@pytest.mark.parametrize("value", [HUGE, -HUGE], ids=["positive", "negative"])
def test_multiplier_larger_than_any_float(exact: Exact, value: int) -> None:
    document = exact("random 8")
    for point in document["points"]:
        point["certificate"]["tree"] = {"objective": 1, "halves": [[0, value]]}
    with pytest.raises(Refused, match="a leaf proves only -inf"):
        verify_document(document)


def test_shift_larger_than_any_machine_number() -> None:
    with pytest.raises(Refused, match="too large"):
        semidefinite(np.zeros((3, 2, 2), dtype=np.int64), 1 << 70)


def test_symmetries_that_carry_a_set_to_more_than_memory_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The 40 switches of a complete network can be exchanged: C(40, 20) halves are one orbit."""
    monkeypatch.setattr(space, "MOST_SETS", 20_000)
    network = specs.build(specs.read("complete:switches=40"))
    turn = [*range(1, 40), 0]
    exchange = [1, 0, *range(2, 40)]
    symmetric = Space(network, Balance.of(network), [turn, exchange])
    assert symmetric.orbit(0b11) == symmetric.orbit(0b101)
    began = time.process_time()
    with pytest.raises(Refused, match="too many"):
        symmetric.orbit((1 << 20) - 1)
    assert time.process_time() - began < 10


def test_pairs_of_large_networks_are_not_too_many() -> None:
    """2,064 switches have 2,129,016 pairs."""
    switches = Dragonfly(a=16, h=8, arrangement="relative").network().switches
    assert switches * (switches - 1) // 2 < space.MOST_SETS
