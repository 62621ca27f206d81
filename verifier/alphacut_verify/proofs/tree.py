"""`tree`: splits that leave nothing out, and at every leaf a proof for what is left there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from alphacut_verify.errors import Refused, TooLarge
from alphacut_verify.lines import Lines, Parities, degrees
from alphacut_verify.proofs.symmetry import Permutation, read_automorphism
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import Object, a_list, an_integer, an_object, integers

DEEPEST = 120  # splits above a leaf
MOST_NODES = 1_000_000
Pair = tuple[int, int]
Row = tuple[tuple[int, ...], tuple[int, ...]]  # switches and values


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How many pairs of a set may be separated."""

    index: int  # of the set
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class Path:
    """What the splits above a node leave of all bisections."""

    lines: Lines
    parities: Parities
    place: str
    limits: tuple[Limit, ...] = ()  # of sets, in the order in which they were split last
    decided: tuple[int, ...] = ()  # the sets whose parity was split
    depth: int = 0
    empty: bool = False  # whether parities contradict each other
    rotation: int | None = None  # of the blocks below
    blocks: bool = False  # whether numbers of minorities are decided
    minorities: tuple[int, ...] | None = None  # how many blocks have so many on the lesser side
    states: tuple[tuple[int, int], ...] | None = None  # how many blocks are in which state


@dataclass(kw_only=True)
class Tree:
    """A tree with all that its nodes name."""

    task: Task
    rules: Rules
    rows: list[Row] = field(default_factory=list)
    sets: list[tuple[Pair, ...]] = field(default_factory=list)
    symmetries: list[list[Any]] = field(default_factory=list)
    nodes: int = 0
    checked: dict[int, list[Permutation]] = field(default_factory=dict)  # symmetries seen to hold
    memory: dict[Any, Any] = field(default_factory=dict)  # of what leaves share

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights, with that of the dummy where there is one."""
        return self.task.balance.with_dummy()

    def symmetry(self, index: int) -> list[Permutation]:
        """Return the generators of a group, each checked to be an automorphism."""
        if index not in self.checked:
            self.checked[index] = [
                read_automorphism(each, self.task, self.task.at(f"symmetries.{index}.{i}"))
                for i, each in enumerate(self.symmetries[index])
            ]
        return self.checked[index]

    def keeps_sets(self, generators: list[Permutation], path: Path, place: str) -> None:
        """Refuse a symmetry that does not map each set on the path to itself."""
        for index in {limit.index for limit in path.limits} | set(path.decided):
            pairs = set(self.sets[index])
            for image in generators:
                moved = {_moved(image, pair) for pair in pairs}
                if moved != pairs:
                    raise Refused(place, f"the symmetry does not keep the set {index} of the path")


Check = Callable[[Tree, Object, Path], None]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What checks each kind of split, of leaf with a member of its name, and all other leaves."""

    splits: dict[str, Check]
    leaves: dict[str, Check]
    other: Check


def check(task: Task, rules: Rules) -> None:
    """Check every leaf of a tree."""
    an_integer(task.member("denominator"), task.at("denominator"), 1)
    tree = Tree(task=task, rules=rules)
    _read_parts(tree)
    lines = replace(task.lines, levels=task.levels)
    path = Path(lines=lines, parities=Parities(task.balance), place=task.at("tree"))
    walk(tree, task.member("tree"), path)


def _read_parts(tree: Tree) -> None:
    task, n = tree.task, len(tree.weights)
    for i, entry in enumerate(a_list(task.member("rows", []), task.at("rows"))):
        place = task.at(f"rows.{i}")
        if len(a_list(entry, place)) != 2:
            raise Refused(place, "must be switches and their values")
        switches, values = (
            integers(entry[0], f"{place}.0", 0, n - 1),
            integers(entry[1], f"{place}.1"),
        )
        if len(switches) != len(values) or len(set(switches)) != len(switches):
            raise Refused(place, "must have one value for each of different switches")
        tree.rows.append((switches, values))
    for i, entry in enumerate(a_list(task.member("sets", []), task.at("sets"))):
        place = task.at(f"sets.{i}")
        pairs = []
        for k, each in enumerate(a_list(entry, place)):
            pair = integers(each, f"{place}.{k}", 0, n - 1)
            if len(pair) != 2 or not pair[0] < pair[1]:
                raise Refused(f"{place}.{k}", "must be a pair of switches i < j")
            pairs.append((pair[0], pair[1]))
        if len(set(pairs)) != len(pairs):
            raise Refused(place, "has a pair twice")
        tree.sets.append(tuple(pairs))
    for i, entry in enumerate(a_list(task.member("symmetries", []), task.at("symmetries"))):
        place = task.at(f"symmetries.{i}")
        generators = a_list(entry, place)
        for k, each in enumerate(generators):
            integers(each, f"{place}.{k}", 0)
        tree.symmetries.append(generators)


def walk(tree: Tree, written: Any, path: Path) -> None:
    """Check a node and all below it."""
    tree.nodes += 1
    if tree.nodes > MOST_NODES:
        raise TooLarge(path.place, f"the tree has more than {MOST_NODES} nodes")
    node = an_object(written, path.place)
    split = node.get("split")
    if split is None:
        for name, leaf in tree.rules.leaves.items():
            if name in node:
                leaf(tree, an_object(node[name], f"{path.place}.{name}"), path)
                return
        tree.rules.other(tree, node, path)
        return
    if path.depth == DEEPEST:
        raise Refused(path.place, f"more than {DEEPEST} splits lie above a leaf")
    if not isinstance(split, str) or split not in tree.rules.splits:
        raise Refused(f"{path.place}.split", "is no split that is known")
    tree.rules.splits[split](tree, node, replace(path, depth=path.depth + 1))


# ---- splits ------------------------------------------------------------------------------------


def _children(
    tree: Tree, node: Object, path: Path, names: tuple[str, str], paths: list[Path]
) -> None:
    for name, child in zip(names, paths, strict=True):
        if name not in node:
            raise Refused(f"{path.place}.{name}", "is missing")
        walk(tree, node[name], replace(child, place=f"{path.place}.{name}"))


def _split_line(which: int) -> Check:
    def split(tree: Tree, node: Object, path: Path) -> None:
        level = an_integer(node.get("level"), f"{path.place}.level")
        low = replace(path, lines=path.lines.narrowed(which, high=level))
        high = replace(path, lines=path.lines.narrowed(which, low=level + 1))
        _children(tree, node, path, ("low", "high"), [low, high])

    return split


def _split_count(tree: Tree, node: Object, path: Path) -> None:
    level = an_integer(node.get("level"), f"{path.place}.level")
    index = _set_of(tree, node, path)
    before = next((each for each in path.limits if each.index == index), None)
    low, high = (before.low, before.high) if before else (0, len(tree.sets[index]))
    others = tuple(each for each in path.limits if each.index != index)
    paths = []
    for limit in (
        Limit(index=index, low=low, high=min(high, level)),
        Limit(index=index, low=max(low, level + 1), high=high),
    ):
        rounded = _rounded(tree, path.parities, limit)
        paths.append(replace(path, limits=(*others, rounded)))
    _children(tree, node, path, ("low", "high"), paths)


def _split_parity(tree: Tree, node: Object, path: Path) -> None:
    index = _set_of(tree, node, path)
    paths = []
    for parity in (0, 1):
        parities = path.parities.copy()
        possible = parities.learn(degrees(tree.sets[index]), parity)
        limits = tuple(_rounded(tree, parities, each) for each in path.limits)
        paths.append(
            replace(
                path,
                parities=parities,
                limits=limits,
                decided=(*path.decided, index),
                empty=path.empty or not possible,
            )
        )
    _children(tree, node, path, ("even", "odd"), paths)


def _set_of(tree: Tree, node: Object, path: Path) -> int:
    if not tree.sets:
        raise Refused(f"{path.place}.set", "the certificate has no sets")
    return an_integer(node.get("set"), f"{path.place}.set", 0, len(tree.sets) - 1)


def _rounded(tree: Tree, parities: Parities, limit: Limit) -> Limit:
    parity = parities.of(degrees(tree.sets[limit.index]))
    if parity is None:
        return limit
    return replace(
        limit,
        low=limit.low + (limit.low - parity) % 2,
        high=limit.high - (limit.high - parity) % 2,
    )


def _moved(image: Permutation, pair: Pair) -> Pair:
    x, y = (image[each] if each < len(image) else each for each in pair)
    return (x, y) if x < y else (y, x)


SPLITS: dict[str, Check] = {
    "intercept": _split_line(0),
    "slope": _split_line(1),
    "count": _split_count,
    "parity": _split_parity,
}


# ---- leaves ------------------------------------------------------------------------------------


def highest_of(tree: Tree, path: Path) -> int | None:
    """Return what a leaf must exclude; None where it holds nothing to exclude."""
    if path.empty or any(limit.low > limit.high for limit in path.limits):
        return None
    return path.lines.highest(tree.task.alpha, tree.task.target)
