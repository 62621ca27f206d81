"""Fat trees, leaf-spine networks and extended generalised fat trees, by their levels."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from alphacut.solver.design.verify.facts import Conditions, Facts, Spec, share


@dataclass(frozen=True, kw_only=True)
class Tree:
    """A folded Clos network. Level 0 has the switches with hosts."""

    below: tuple[int, ...]  # of a switch of each level, hosts or switches of the level below
    above: tuple[int, ...]  # of a host, then of a switch of each level: switches it is joined to
    parallel: int = 1  # links between two switches that are joined

    @classmethod
    def of(cls, spec: Spec) -> tuple[Tree, str]:
        """Return a tree with the name of its shape."""
        if spec["family"] == "fat_tree":
            k, p = spec["k"], spec["p"]
            return cls(below=(p, k // 2, k), above=(1, k // 2, k // 2)), f"k={k} p={p}"
        if spec["family"] == "leaf_spine":
            leaves, spines, p = spec["leaves"], spec["spines"], spec["p"]
            times = spec["uplinks"]
            name = f"{leaves}+{spines} p={p}" + ("" if times == 1 else f" x{times}")
            return cls(below=(p, leaves), above=(1, spines), parallel=times), name
        below, above = tuple(spec["children"]), tuple(spec["parents"])
        name = f"{'x'.join(map(str, below))} up {'x'.join(map(str, above[1:]))}"
        return cls(below=below, above=above), name

    @property
    def levels(self) -> int:
        """The levels of switches."""
        return len(self.below)

    def subtrees(self, level: int) -> int:
        """Count the subtrees whose tops are switches of a level."""
        return prod(self.below[level + 1 :])

    def tops(self, level: int) -> int:
        """Count the switches at the top of one subtree."""
        return prod(self.above[: level + 1])

    def switches(self, level: int) -> int:
        """Count the switches of a level."""
        return self.subtrees(level) * self.tops(level)

    def links(self, level: int) -> int:
        """Count the links from a level to the one above."""
        return self.switches(level) * self.above[level + 1] * self.parallel

    def hosts(self, level: int) -> int:
        """Count the hosts of one subtree."""
        return prod(self.below[: level + 1])

    def within(self, level: int) -> int:
        """Count the switches of one subtree."""
        inside = Tree(below=self.below[: level + 1], above=self.above[: level + 1])
        return sum(map(inside.switches, range(level + 1)))


def clos(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a folded Clos network."""
    tree, name = Tree.of(spec)
    levels, inner = range(tree.levels), range(tree.levels - 1)
    hosts = tree.hosts(tree.levels - 1)
    ports = [
        tree.below[level] * (tree.parallel if level else 1)
        + (tree.above[level + 1] * tree.parallel if level in inner else 0)
        for level in levels
    ]
    rate = share(*(_rate(tree, level, hosts) for level in inner))
    return Facts(
        name=name,
        hosts=hosts,
        switches=sum(map(tree.switches, levels)),
        edge=tree.switches(0),
        ports=max(ports),
        edge_ports=ports[0],
        local=sum(map(tree.links, inner)),
        global_=0,
        copper=sum(
            tree.links(level) for level in inner if tree.within(level + 1) <= conditions.block
        ),
        lower=min(_half(tree.links(level), tree.switches(0)) for level in inner),
        upper=Fraction(min(_split(tree, level) for level in inner)),
        diameter=2 * (tree.levels - 1),
        mean=Fraction(
            sum(2 * (hosts - tree.hosts(level)) for level in inner), hosts - 1
        ),  # two more hops for each level that two hosts do not share a subtree of
        rate=(rate, rate),
    )


def _half(links: int, edge: int) -> Fraction:
    """Return what evenly spread traffic to the top severs of some links, as whole links."""
    return Fraction(-(-links * (edge // 2) // edge))


def _split(tree: Tree, level: int) -> int:
    """Return what it costs to halve the subtrees of a level; the odd one is halved in turn."""
    number = tree.subtrees(level)
    return number // 2 * (tree.links(level) // number) + (number % 2) * _halved(tree, level)


def _halved(tree: Tree, level: int) -> int:
    """Return what it costs to halve one subtree, all switches above standing on one side."""
    if level == 0:
        return 0
    parts = tree.below[level]
    each = tree.links(level - 1) // tree.subtrees(level - 1)
    return parts // 2 * each + (parts % 2) * _halved(tree, level - 1)


def _rate(tree: Tree, level: int, hosts: int) -> Fraction:
    """Return the rate at which what leaves subtrees of a level fills their links."""
    leaving = Fraction(hosts * (hosts - tree.hosts(level)), hosts - 1)
    return tree.links(level) / leaving
