"""How long a question about bisections is likely to take, said before a long run."""

from __future__ import annotations

from fractions import Fraction

from alphacut.arrangements.network import Network
from alphacut.arrangements.nouns import OF_GRAPHS, Nouns, nouns
from alphacut.service.text.counting import listed
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.effort import Expectation, expected
from alphacut.solver.common.alpha import Alpha

_WORTH = 60.0  # seconds; where a curve may take longer, α = 1 is named as the cheap question
_ONE = Alpha.parse(1)


def estimate_words(
    network: Network,
    *,
    family: str = "",
    alpha: Alpha | None = None,
    seconds: float | None = None,
    gap: Fraction = Fraction(0),
    balance: Balance | None = None,
) -> str:
    """Say how large a network is and how long its curve, or one point, is likely to take.

    Parameters
    ----------
    family
        Of the network: a graph has nodes and edges.
    alpha
        Where one point alone is asked for; None: the whole curve is.
    seconds
        The time limit, if there is one.
    gap
        What may be left open.
    balance
        What both sides have equally many of; None: switches.

    Returns
    -------
    str
        Such as "36 switches, 54 local and 36 global links: a few seconds to a minute".
    """
    words = nouns(family)
    size = f"{words.count_nodes(network.switches)}, {_links(network, words)}"
    likely = expected(network, alpha=alpha, gap=gap, balance=balance)
    told = [duration_words(likely), *_limited(likely, seconds)]
    if alpha is None and (likely.high is None or likely.high > _WORTH):
        point = expected(network, alpha=_ONE, gap=gap, balance=balance)
        if point.high is not None and point.high < likely.low:
            told.append(f"α = 1 alone: {duration_words(point)}")
    return f"{size}: {'; '.join(told)}"


def duration_words(likely: Expectation) -> str:
    """Say how long something is likely to take."""
    if likely.high is None:
        return f"{_about(likely.low)} or far more, and perhaps only a bounded result"
    low, high = _about(likely.low), _about(likely.high)
    within = high if low == high else f"{low} to {high}"
    return f"{within}, perhaps bounded" if likely.bounded else within


def _limited(likely: Expectation, seconds: float | None) -> list[str]:
    """Say what a time limit is likely to do."""
    if seconds is None:
        return []
    if seconds < likely.low:
        return [f"with {seconds:g} s expect a bounded result"]
    if likely.high is None or seconds < likely.high:
        return [f"it may reach its {seconds:g} s and be bounded then"]
    return []


_SCALE = (  # amounts that also read well as the ends of a range
    (1.5, "a second"),
    (8.0, "a few seconds"),
    (20.0, "ten seconds"),
    (45.0, "half a minute"),
    (90.0, "a minute"),
    (900.0, "a few minutes"),
    (2700.0, "half an hour"),
    (5400.0, "an hour"),
)


def _about(seconds: float) -> str:
    return next((words for most, words in _SCALE if seconds <= most), "several hours")


def _links(network: Network, words: Nouns) -> str:
    """Count links by class; edges of a graph that has one class are counted as they are drawn."""
    if words is OF_GRAPHS and len({link.link_class for link in network.links}) == 1:
        return words.count_edges(len(network.links))
    counts = {name: number for name, number in network.count_by_class().items() if number}
    if not counts:
        return f"no {words.edges}"
    names = listed([f"{number:,} {name}" for name, number in counts.items()])
    return f"{names} {words.edge if sum(counts.values()) == 1 else words.edges}"
