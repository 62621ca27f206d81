"""Networks after failures, and how a proof about the whole one serves them.

The survivors of a network and what has failed of it make a network of two kinds of links: those
that are left count by the slope, those that are gone by the intercept. At β = 1 it is the whole
network, at β = ∞ the one that is left. What is proven of the whole one is then a known point of the
same network, and every relaxation takes it as an inequality: the capacity of any bisection, with
what failures take off it, is at least B. A proof at β = ∞ is about what is left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.solver.common.alpha import Alpha

LEFT, GONE = "left", "gone"
Joint = tuple[int, int, str]  # two switches, and the class of the links between them


def gone(whole: Network, left: Network) -> Counter[Joint]:
    """Count the links that have failed; both have the same switches."""
    counts = Counter({link[:3]: link.multiplicity for link in whole.links})
    counts.subtract({link[:3]: link.multiplicity for link in left.links})
    return +counts


def failed_capacity(whole: Network, left: Network, alpha: Alpha) -> int:
    """Return the scaled capacity of the links that have failed."""
    each = alpha.scales(whole)
    return sum(each[joint[2]] * number for joint, number in gone(whole, left).items())


def two_kinds(whole: Network, left: Network, alpha: Alpha) -> Network:
    """Return the network whose slopes are what is left, and whose intercepts what is gone.

    Capacities are scaled ones at α. Where switches have failed, `whole` is what is left as well.
    """
    each = alpha.scales(whole)

    def links() -> Iterator[Link]:
        for first, second, name, number in left.links:
            yield Link(first, second, f"{LEFT}-{name}", number)
        if whole.links != left.links:
            for (first, second, name), number in gone(whole, left).items():
                yield Link(first, second, f"{GONE}-{name}", number)

    classes = [LinkClass(name=f"{LEFT}-{name}", base=0, slope=c) for name, c in each.items()]
    classes += [LinkClass(name=f"{GONE}-{name}", base=c, slope=0) for name, c in each.items()]
    return Network(
        switches=left.switches,
        links=tuple(links()),
        classes=tuple(classes),
        groups=left.groups,
        hosts=left.hosts,
    )
