"""Finding dragonflies of about so many hosts, and proving what their bisections carry."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import ArrangementsError
from alphacut.service.library.asking import Ratio, bisection, read_seconds
from alphacut.solver.design.document import Design, Designs, designs, document_of, proven
from alphacut.solver.design.question import read_question

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion


def design(
    hosts: int,
    radix: int,
    *,
    within: float | str = "10%",
    alpha: Ratio = 1,
    arrangement: str | None = None,
    balanced: bool = False,
    unused_ports: bool = False,
    per_host: Ratio = 0,
    cost: str | Mapping[str, Ratio] | None = None,
    limit: int = 20,
    time_limit: float | str | None = None,
) -> dict[str, Any]:
    """List dragonflies of about so many hosts, of switches with so many ports, cheapest first.

    Parameters
    ----------
    hosts, radix
        How many hosts, about, and how many ports a switch has.
    within
        How far the number of hosts may lie from it: 0.1 or "10%".
    alpha
        Capacity of a global link in units of a local one, where bisections are compared.
    arrangement
        The global link arrangement; None: for each design one that wires it.
    balanced
        Whether only a = 2p = 2h will do.
    unused_ports
        Whether some global ports may stay unused, so that there are fewer groups.
    per_host
        The least bisection bandwidth for each host, in local links, that must be certain.
    cost
        Prices of a switch and of a cable of each class, such as
        {"switch": 20, "local": 1, "global": 4}. None: the fewest switches come first, then the
        fewest global cables.
    limit
        How many are listed at most.
    time_limit
        Seconds, or a time such as "5m", in which bisections are proven, from the first of the
        list on. None: they keep the bounds that hold for every arrangement.

    Returns
    -------
    dict
        The document: "fitting" tells how many fit, "designs" has a row for each that is listed.

    Raises
    ------
    SolverError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    question = read_question(
        hosts=hosts, radix=radix, within=within, alpha=alpha, arrangement=arrangement,
        balanced=balanced, unused_ports=unused_ports, per_host=per_host, cost=cost, limit=limit,
    )  # fmt: skip
    seconds = read_seconds("time_limit", time_limit)
    return document_of(proven_within(designs(question), seconds))


def proven_within(
    found: Designs, seconds: float | None, tell: Callable[[Design], None] = lambda _: None
) -> Designs:
    """Prove the bisections of designs, each in an equal share of the time that is left.

    Parameters
    ----------
    tell
        Hears which design comes next.
    """
    if seconds is None:
        return found
    end = time.monotonic() + seconds
    left = len(found.found)

    def measure(design: Design) -> Design | None:
        nonlocal left
        share = (end - time.monotonic()) / max(left, 1)
        left -= 1
        if share <= 0:
            return None
        tell(design)
        return _measured(design, found.question, share)

    return proven(found, measure)


def _measured(design: Design, question: DesignQuestion, seconds: float) -> Design:
    """Solve one design at the α of a question; what its verifier accepted is the better bound."""
    try:
        answer = bisection(design.topology, alpha=question.alpha.fraction, time_limit=seconds)
    except ArrangementsError:  # larger than what is built here
        return design
    upper = min(design.upper, answer.value)
    if answer.status == "exact":
        return replace(design, lower=upper, upper=upper, status="exact")
    if answer.document["point"]["proof"] != "certificate":
        return replace(design, upper=upper)
    return replace(design, lower=max(design.lower, answer.lower), upper=upper)
