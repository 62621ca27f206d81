"""What an engine takes, checked when a question is asked and not when it is answered."""

from __future__ import annotations

from alphacut.solver.bisection.curve import Inquiry
from alphacut.solver.bisection.engines.catalogue import capabilities
from alphacut.solver.bisection.engines.limits import check_range


def check_inquiry(inquiry: Inquiry) -> None:
    """Refuse capacities that an engine does not take.

    Raises
    ------
    QuestionError
        If there is no such engine, or for what is beyond it; it names the largest.
    """
    able = capabilities(inquiry.engine)
    check_range(inquiry.engine, able, inquiry.network, inquiry.low, inquiry.high)
