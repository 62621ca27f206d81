"""Checking the bound by shares of leaves in groups of leaves and spines (docs/certificate.md).

Let λ be the share of a group's leaves on side 1, and m that of its lesser side. A spine severs what
it has to leaves, for the share d ≥ m of them that is on the other side. Of this let each link to
another group get as much as it has itself, or the same part of it everywhere. Then a link between
two groups counts at least m + m' where their larger parts are on one side, and else 1 - |m - m'|;
either is at least λ(1 - λ') + λ'(1 - λ) + 2mm'. With the same capacity c between any two of G
groups, all of them together sever c (Λ (G - Λ) + Q² - Q) and more, where Λ and Q are the sums of λ
and m; and what the links of leaves have left adds at least its least, in any group, times Q.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from alphacut.solver.bisection.certificate.proofs import LeafSpineGroupsProof
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities
from alphacut.solver.bisection.verify.part import Statement, enough
from alphacut.solver.common.errors import Refused

Links = Mapping[int, Mapping[int, int]]  # of each switch, by neighbour; scaled, above 0


def check_leaf_spine_groups(proof: LeafSpineGroupsProof, statement: Statement) -> str:  # noqa: ARG001
    """Accept a certificate by shares of leaves, or refuse it; return what it is, in words.

    Raises
    ------
    Refused
        If the network is not made of such groups, or less than the target is proven.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    weights = statement.balance.weights
    links = scaled_capacities(statement.network, statement.alpha)
    groups = _groups(links, weights)
    heavy, size = max(weights), len(groups[0].leaves)
    lighter, rest = divmod((sum(weights) - statement.balance.difference) // 2, heavy)
    if rest:
        raise Refused("the lighter side is not a number of leaves")
    bound = _bound(groups, links, size, lighter)
    enough((bound.numerator, bound.denominator), highest)
    return f"{len(groups)} groups of {size} leaves"


@dataclass(frozen=True, kw_only=True)
class _Group:
    leaves: Sequence[int]
    spines: Sequence[int]


def _groups(links: Links, weights: Sequence[int]) -> list[_Group]:
    """Return leaves with the spines that all of them are joined to, or refuse."""
    leaves = [switch for switch, weight in enumerate(weights) if weight]
    if len({weights[leaf] for leaf in leaves}) != 1:
        raise Refused("leaves have unlike weights")
    taken, groups = [False] * len(weights), list[_Group]()
    for leaf in leaves:
        if taken[leaf]:
            continue
        spines = sorted(links[leaf])
        if not spines:
            raise Refused("a leaf has no links")
        own = sorted(other for other in links[spines[0]] if weights[other])
        if any(weights[each] or taken[each] for each in spines):
            raise Refused("a leaf has links to a leaf, or to the spines of two groups")
        if any(links[each].keys() != links[leaf].keys() for each in own):
            raise Refused("leaves of a group do not have links to the same spines")
        for each in (*own, *spines):
            taken[each] = True
        groups.append(_Group(leaves=own, spines=spines))
    if not all(taken):
        raise Refused("a spine has no leaves")
    if len({len(each.leaves) for each in groups}) != 1 or len(groups) < 2:
        raise Refused("groups do not have as many leaves each, or there is one")
    return groups


def _bound(groups: Sequence[_Group], links: Links, size: int, lighter: int) -> Fraction:
    """Return what is severed at least with so many leaves on side 1."""
    across, left = _counted(groups, links, size)
    total = Fraction(lighter, size)
    values = []
    for whole in range(len(groups) + 1):  # groups whose larger part is on side 1
        fewest = abs(whole * size - lighter)  # leaves on lesser sides; there may be some pairs more
        for minority in range(fewest, fewest + size + 2, 2):  # beyond, more of them sever more
            q = Fraction(minority, size)
            values.append(across * (total * (len(groups) - total) + q * q - q) + left * q)
    return min(values)


def _counted(groups: Sequence[_Group], links: Links, size: int) -> tuple[Fraction, Fraction]:
    """Return the capacity that counts between any two groups, at least.

    The other is the least, in any group, that its spines have left of what they have to leaves.
    """
    home = {each: place for place, group in enumerate(groups) for each in group.spines}
    pairs = Counter[tuple[int, int]]()  # of groups with links between them: no more than links
    down, out = dict[int, int](), dict[int, int]()
    for spine, place in home.items():
        down[spine] = size * min(links[spine][leaf] for leaf in groups[place].leaves)
        for other, capacity in links[spine].items():
            if home.get(other, place) != place:
                pairs[place, home[other]] += capacity
                out[spine] = out.get(spine, 0) + capacity
    part = min([Fraction(1), *(Fraction(down[spine], out[spine]) for spine in out)])
    between = min(pairs.values()) if len(pairs) == len(groups) * (len(groups) - 1) else 0
    left = [sum(down[each] - part * out.get(each, 0) for each in group.spines) for group in groups]
    return part * between, min(map(Fraction, left))
