"""Numbers beyond all measure: refused like anything false, and never an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from alphacut.solver.bisection.verify.definite import semidefinite
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import Refused

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
