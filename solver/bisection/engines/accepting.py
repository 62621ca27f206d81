"""What an engine takes, checked when a question is asked and not when it is answered."""

from __future__ import annotations

from alphacut.solver.bisection.curve import Inquiry
from alphacut.solver.bisection.engines.catalogue import capabilities
from alphacut.solver.bisection.engines.limits import check_range
from alphacut.solver.errors import QuestionError


def check_inquiry(inquiry: Inquiry) -> None:
    """Refuse what an engine does not take: a network of this size, or its capacities.

    Raises
    ------
    QuestionError
        If there is no such engine, or for what is beyond it; it names the largest.
    """
    able = capabilities(inquiry.engine)
    largest = able.largest
    if largest is not None and inquiry.network.switches > largest:
        raise QuestionError(
            "engine", f"{inquiry.engine} takes networks of at most {largest} switches; try auto"
        )
    check_range(inquiry.engine, able, inquiry.network, inquiry.low, inquiry.high)
