"""What is written for a certificate proves as much as the floats that it was rounded from."""

from __future__ import annotations

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from tests.solver.bisection.bounds.states.conftest import relaxation


@pytest.mark.parametrize("level", [16, 20])
def test_what_is_written_proves_as_much(level: int) -> None:
    structure = relaxation(Dragonfly(a=4, h=2, arrangement="circulant").network()).structure
    known = Known.of(structure, level)
    run = Run(Programs(structure), known, (0, 1), (), None, by_minority=False)
    for number in range(4):
        dual = run.advance(number, lambda: True)
    written = run.rounded(dual)
    assert written.multiples.sums
    numerator, denominator = line_bound(structure, known, (0, 1), (), written.leaf())
    assert dual.bound - 1e-3 < numerator / denominator < dual.bound + 1e-3
