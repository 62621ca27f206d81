"""Networks that count capacities in different units cannot be set beside each other."""

from __future__ import annotations

from collections.abc import Iterable

from alphacut.solver.common.errors import QuestionError


def check_units(units: Iterable[str | None]) -> None:
    """Refuse networks whose capacities of 1 are not the same.

    Parameters
    ----------
    units
        The `unit` of each network, what a capacity of 1 is to its owner; None: it says none.

    Raises
    ------
    QuestionError
        If they are not all the same.
    """
    found = dict.fromkeys(unit or "1" for unit in units)
    if len(found) > 1:
        raise QuestionError(
            "topologies",
            f"must count capacities in one unit to be compared, got {' and '.join(found)}; a file "
            "whose cables have several speeds counts in Gb/s, one with a single speed counts links",
        )
