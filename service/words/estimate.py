"""How hard a network will be, said before a long run."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.network import Network
from alphacut.service.words.counting import count, listed
from alphacut.solver.bisection.balance import Balance

_LARGEST = 256  # switches, and
_DENSEST = 10_000  # links, up to which orbits of pairs are counted at once


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """What to expect up to some size."""

    pairs: int  # orbits of pairs of switches, at most
    switches: int  # at most
    words: str


# Rough, from the published curves on 2 cores (benchmarks/results): with up to 130 orbits of pairs
# they took 2 to 26 s, without symmetry 8 s (34 switches) to 84 s (39). The first that fits is said.
TABLE = (
    Difficulty(pairs=24 * 25 // 2, switches=24, words="a second or two"),
    Difficulty(pairs=150, switches=48, words="seconds, half a minute at most"),
    Difficulty(pairs=1_000, switches=48, words="seconds to two minutes"),
    Difficulty(pairs=1_500, switches=70, words="minutes"),
    Difficulty(pairs=10_000, switches=130, words="up to hours; perhaps only a bounded result"),
)
BEYOND = "hours; expect a bounded result"


def estimate_words(network: Network, balance: Balance) -> str:
    """Say how large a network is and how long its curve is likely to take.

    Returns
    -------
    str
        Such as "36 switches, 54 local and 36 global links, 72 orbits of pairs: seconds".
    """
    size = [count(network.switches, "switch", "switches"), _links(network)]
    if network.switches <= TABLE[0].switches:  # easy, whatever their symmetry
        return f"{', '.join(size)}: {TABLE[0].words}"
    pairs, noun = count_pairs(network, balance)
    size.append(count(pairs, *noun))
    return f"{', '.join(size)}: {expectation(network.switches, pairs)}"


def expectation(switches: int, pairs: int) -> str:
    """Return the words for a size."""
    fitting = (e for e in TABLE if switches <= e.switches and pairs <= e.pairs)
    return next((entry.words for entry in fitting), BEYOND)


def count_pairs(network: Network, balance: Balance) -> tuple[int, tuple[str, str]]:
    """Count the pairs of switches, up to symmetry where that is cheap, with their noun."""
    if network.switches > _LARGEST or len(network.links) > _DENSEST:
        return network.switches * (network.switches - 1) // 2, ("pair", "pairs")
    from alphacut.arrangements.structure.interchangeable import folded
    from alphacut.solver.bisection.bounds.pairs import Pairs

    generators = folded(network, balance.weights).generators
    return Pairs(network, balance, generators).count, ("orbit of pairs", "orbits of pairs")


def _links(network: Network) -> str:
    counts = {name: number for name, number in network.count_by_class().items() if number}
    if not counts:
        return "no links"
    names = listed([f"{number:,} {name}" for name, number in counts.items()])
    return f"{names} {'link' if sum(counts.values()) == 1 else 'links'}"
