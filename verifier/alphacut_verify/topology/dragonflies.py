"""Dragonflies: groups of switches, and global links between groups.

The switch at position j of group i has the number i·a + j. A rule of this file returns the global
links as pairs of places (i, j), each once, lower group first. The references are Belka et al., New
link arrangements for Dragonfly networks, and Camarero et al., Topological characterization of
Hamming and Dragonfly networks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from alphacut_verify.errors import Refused, Unreadable, Unsupported
from alphacut_verify.network import GLOBAL, LOCAL, Network
from alphacut_verify.reading import a_list, an_object, integers
from alphacut_verify.topology.draft import LARGEST, Draft, Spec
from alphacut_verify.topology.grouped import Links, grouped


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What has to be wired."""

    a: int  # switches in each group
    h: int  # global ports of each switch
    groups: int
    t: int  # links between each two groups
    seed: int
    sign: str  # of nautilus
    offsets: tuple[tuple[int, int], ...]  # of a lift

    @property
    def full(self) -> bool:
        """Whether all ports are used."""
        return self.a * self.h == self.t * (self.groups - 1)


class Missing(Exception):
    """There is no such wiring."""


# ---- arrangements told by ports --------------------------------------------------------------


def by_ports(shape: Shape, target: Callable[[int, int], int]) -> Links:
    """Join ports: block b of t ports of group g leads to target(g, b), each to the
    port that leads back, in order.
    """
    start = {
        (group, target(group, block)): block * shape.t
        for group in range(shape.groups)
        for block in range(shape.groups - 1)
    }
    return [
        ((one, (start[one, other] + k) // shape.h), (other, (start[other, one] + k) // shape.h))
        for one, other in combinations(range(shape.groups), 2)
        for k in range(shape.t)
    ]


def absolute(shape: Shape) -> Links:
    """Wire ports to the groups 0, 1, 2, … in order, their own left out."""
    return by_ports(shape, lambda group, block: block + (block >= group))


def relative_in_blocks(shape: Shape) -> Links:
    """Wire blocks of t ports 1, 2, 3, … groups ahead."""
    return by_ports(shape, lambda group, block: (group + block + 1) % shape.groups)


def relative(shape: Shape) -> Links:
    """Wire port q of U 1 + q mod (groups - 1) groups ahead, to port U - 1 - q there."""
    others = shape.groups - 1
    used = shape.t * others
    found: Links = []
    for group, port in product(range(shape.groups), range(used)):
        other = (group + port % others + 1) % shape.groups
        if group < other:
            found.append(((group, port // shape.h), (other, (used - 1 - port) // shape.h)))
    return found


def circulant(shape: Shape) -> Links:
    """Wire ports 1 group ahead, 1 back, 2 ahead, 2 back, …; h must be even."""
    if shape.h % 2:
        raise Missing("h must be even")

    def target(group: int, port: int) -> int:
        distance = port // 2 + 1
        return (group + (-distance if port % 2 else distance)) % shape.groups

    return by_ports(shape, target)


def circulant_extended(shape: Shape) -> Links:
    """Wire positions by distances in turn, which begin anew after the largest (section 5.2.3)."""
    if shape.h % 2 or shape.groups % 2 == 0:
        raise Missing("h must be even, and the number of groups odd")
    half, distances = shape.h // 2, (shape.groups - 1) // 2
    return [
        ((i, j), ((i + (half * j + k) % distances + 1) % shape.groups, j))
        for i, j, k in product(range(shape.groups), range(shape.a), range(half))
    ]


# ---- other arrangements ----------------------------------------------------------------------


def nautilus(shape: Shape) -> Links:
    """Visit switches in order; each links what it lacks to the next groups that its group lacks.

    Switch (i, j) takes the nearest ahead, if j is even (with sign "figures": if i·a + j is), or the
    nearest back. A link that group i makes ends at position i mod a (Belka et al., section 2.1).
    """
    a, groups = shape.a, shape.groups
    degree = dict.fromkeys(product(range(groups), range(a)), 0)
    found: Links = []
    for i in range(groups):
        lacking = list(range(i + 1, groups))
        for j in range(a):
            ahead = (j if shape.sign == "text" else i * a + j) % 2 == 0
            while degree[i, j] < shape.h and lacking:
                other = (lacking.pop(0) if ahead else lacking.pop(), i % a)
                found.append(((i, j), other))
                degree[i, j] += 1
                degree[other] += 1
    return found


def helix(shape: Shape) -> Links:
    """Link to floor(h/2) groups ahead at the next position; for odd h one mutual link each.

    Outgoing links of (i, j) lead to (i + j·floor(h/2) + k + 1, j + 1 mod a); the mutual one to
    (i + a·floor(h/2) + j + 1, a - 1 - j) (Belka et al., section 2.2, equations 1 and 3).
    """
    a, half, groups = shape.a, shape.h // 2, shape.groups
    found: Links = [
        ((i, j), ((i + j * half + k + 1) % groups, (j + 1) % a))
        for i, j, k in product(range(groups), range(a), range(half))
    ]
    if shape.h % 2:
        for i, j in product(range(groups), range(a)):
            other = ((i + a * half + j + 1) % groups, a - 1 - j)
            if (i, j) < other:
                found.append(((i, j), other))
    return found


def palmtree(shape: Shape) -> Links:
    """Join switch i of group g to switch a - 1 - i of the groups i·h + 1, …, i·h + h back."""
    a, h, groups = shape.a, shape.h, shape.groups
    found: Links = []
    for g, i, k in product(range(groups), range(a), range(1, h + 1)):
        other = ((g - i * h - k) % groups, a - 1 - i)
        if (g, i) < other:
            found.append(((g, i), other))
    return found


def palmtree_extended(shape: Shape) -> Links:
    """The same with trunks: switch x leads 1 + ((a - 1 - x)·h + k) mod (groups - 1) ahead."""
    a, h, groups = shape.a, shape.h, shape.groups
    found: Links = []
    for y, x, k in product(range(groups), range(a), range(h)):
        other = ((y + 1 + ((a - 1 - x) * h + k) % (groups - 1)) % groups, a - 1 - x)
        if (y, x) < other:
            found.append(((y, x), other))
    return found


def hamming(shape: Shape) -> Links:
    """Join equal positions: factors of the complete graph of groups, dealt out in turn.

    With an even number of groups the factors are perfect matchings, h for each position: the last
    group stays and the others go round. With an odd number they are Hamiltonian cycles, h/2 for
    each position, by Walecki's construction.
    """
    even = shape.groups % 2 == 0
    if not even and shape.h % 2:
        raise Missing("h or the number of groups must be even")
    factors = _matchings(shape.groups) if even else _hamiltonian_cycles(shape.groups)
    each = shape.h if even else shape.h // 2
    return [
        ((one, j), (other, j))
        for j, k in product(range(shape.a), range(each))
        for one, other in factors[(j * each + k) % len(factors)]
    ]


def _matchings(n: int) -> list[list[tuple[int, int]]]:
    m = n - 1
    return [[(r, m), *(((r + k) % m, (r - k) % m) for k in range(1, n // 2))] for r in range(m)]


def _hamiltonian_cycles(n: int) -> list[list[tuple[int, int]]]:
    last = n - 1
    zigzag = [(k + 1) // 2 if k % 2 else -(k // 2) for k in range(last)]
    found = []
    for r in range(last // 2):
        tour = [last, *((r + step) % last for step in zigzag)]
        found.append(list(zip(tour, tour[1:] + tour[:1], strict=True)))
    return found


def at_random(shape: Shape) -> Links:
    """Let each group deal the others out to its switches.

    With Python's `random.Random(seed)`: group after group, its list of other groups (in order, all
    of them t times over) is sorted by the next numbers of `random()`; place q of it is dealt to
    switch q // h. Then for any two groups, in order, the switches of the second that were dealt the
    first are sorted by the next numbers, and joined to those of the first.
    """
    generator, t = random.Random(shape.seed), shape.t
    dealt: list[dict[int, list[int]]] = []
    for group in range(shape.groups):
        cards = [other for other in range(shape.groups) if other != group] * t
        cards.sort(key=lambda _: generator.random())
        own: dict[int, list[int]] = {}
        for place, other in enumerate(cards):
            own.setdefault(other, []).append(place // shape.h)
        dealt.append(own)
    found: Links = []
    for one, other in combinations(range(shape.groups), 2):
        ends = sorted(dealt[other][one], key=lambda _: generator.random())
        found += [((one, x), (other, y)) for x, y in zip(dealt[one][other], ends, strict=True)]
    return found


def lift(shape: Shape) -> Links:
    """Join position x of each group i to position y of group i + d, for t pairs (x, y) at offset d.

    Where i + d is as far ahead as behind, the last offset of an even number of groups, one link
    joins both, at equal positions.
    """
    half, even = divmod(shape.groups, 2)
    if len(shape.offsets) != half * shape.t:
        raise Missing(f"it needs {half * shape.t} pairs of positions")
    found: Links = []
    for place, (x, y) in enumerate(shape.offsets):
        d = place // shape.t + 1
        if not even and d == half and x != y:
            raise Missing("the last offset must join equal positions")
        if max(x, y) >= shape.a:
            raise Missing("a position is beyond the group")
        starts = half if not even and d == half else shape.groups
        found += [((i, x), ((i + d) % shape.groups, y)) for i in range(starts)]
    used = Counter(end for link in found for end in link)
    if max(used.values()) > shape.h:
        raise Missing("a switch has more global links than ports")
    return found


@dataclass(frozen=True, kw_only=True)
class Rule:
    """How an arrangement wires each form of trunks; None where it does not exist."""

    single: Callable[[Shape], Links]
    extended: Callable[[Shape], Links] | None = None
    multichassis: Callable[[Shape], Links] | None = None
    fewer: Callable[[Shape], Links] | None = None  # where there are fewer groups than ports for


RULES = {
    "absolute": Rule(single=absolute, multichassis=absolute, fewer=absolute),
    "consecutive": Rule(single=absolute, multichassis=absolute, fewer=absolute),
    "relative": Rule(
        single=relative, extended=relative, multichassis=relative_in_blocks, fewer=relative
    ),
    "circulant": Rule(single=circulant, extended=circulant_extended),
    "nautilus": Rule(single=nautilus),
    "helix": Rule(single=helix),
    "palmtree": Rule(single=palmtree, extended=palmtree_extended),
    "hamming": Rule(single=hamming, extended=hamming),
    "random": Rule(single=at_random, extended=at_random),
    "lift": Rule(single=lift, extended=lift, fewer=lift),
}


def dragonfly(spec: Spec) -> Network:
    """Build a dragonfly of a published arrangement."""
    a, h, t = spec.integer("a"), spec.integer("h"), spec.integer("trunking", 1, 1)
    name = spec.one_of("arrangement", tuple(RULES))
    groups = spec.integer("groups", 2, a * h // t + 1)
    spec.switches(a * groups, "groups")
    rule = RULES[name]
    options = dict(an_object(spec.rest("options") or {}, spec.at("options")))
    sign = options.pop("sign", "text") if name == "nautilus" else "text"
    if options or sign not in ("text", "figures"):
        raise Unreadable(spec.at("options"), "has what is no option of this arrangement")
    form = spec.rest("trunks")
    if t > 1 and form is None:
        form = "extended" if rule.extended else "lag"
    shape = Shape(a=a, h=h, groups=groups, t=t, seed=spec.integer("seed", 0, 0), sign=sign,
                  offsets=_offsets(spec) if name == "lift" else ())  # fmt: skip
    if t * (groups - 1) > a * h:
        raise Refused(spec.at("groups"), f"a group has only a·h = {a * h} global ports")
    try:
        links = _wired(rule, shape, form)
    except Missing as missing:
        raise Refused(spec.at("arrangement"), f"there is no such wiring: {missing}") from None
    times = t if form == "lag" else 1
    return grouped(spec, a, groups, [link for link in links for _ in range(times)])


def _offsets(spec: Spec) -> tuple[tuple[int, int], ...]:
    """Read the pairs of positions of a lift."""
    place = spec.at("offsets")
    pairs = [integers(each, place, 0, LARGEST) for each in a_list(spec.rest("offsets"), place)]
    if any(len(pair) != 2 for pair in pairs):
        raise Unreadable(place, "must be pairs of positions")
    return tuple((x, y) for x, y in pairs)


def _wired(rule: Rule, shape: Shape, form: object) -> Links:
    if not shape.full and rule.fewer is None:
        raise Missing("with fewer groups it is not said which ports are unused")
    if form == "lag":
        if shape.h % shape.t:
            raise Missing("trunking must divide h")
        single = Shape(**{**vars(shape), "h": shape.h // shape.t, "t": 1})
        return _wired(rule, single, None)
    if form == "multichassis":
        if rule.multichassis is None:
            raise Missing("it has no multichassis form")
        return rule.multichassis(shape)
    if form == "extended":
        if rule.extended is None:
            raise Missing("it has no extended form")
        if shape.t > shape.a:
            raise Missing("trunking must be at most a")
        return rule.extended(shape)
    if form is not None:
        raise Missing("trunks must be extended, lag or multichassis")
    return rule.fewer(shape) if not shape.full and rule.fewer else rule.single(shape)


# ---- as they are built -----------------------------------------------------------------------


def dragonfly_plus(spec: Spec) -> Network:
    """Build a Dragonfly+: leaves and then spines in each group; global links at the spines.

    Link q of a group leaves it at spine floor(q·spines/(links·(groups - 1))), and leads
    1 + q mod (groups - 1) groups ahead; the k-th link to a group arrives as the k-th from this one.
    """
    groups, leaves, spines = (
        spec.integer("groups", 2),
        spec.integer("leaves"),
        spec.integer("spines"),
    )
    uplinks = spec.integer("uplinks", 1, 1)
    ports = spec.integer("ports", 1, leaves * uplinks)
    links = spec.integer("links", 1, max(1, spines * ports // (groups - 1)))
    size, others = leaves + spines, groups - 1
    n, used = spec.switches(groups * size, "groups"), links * others
    if used > spines * ports:
        raise Refused(spec.at("links"), "a group has too few global ports")
    draft = Draft(spec, n)
    for group, leaf, spine in product(range(groups), range(leaves), range(spines)):
        draft.join(group * size + leaf, group * size + leaves + spine, LOCAL[0], uplinks)
    for one, other in combinations(range(groups), 2):
        for k in range(links):
            there = (k * others + other - one - 1) * spines // used
            back = (k * others + groups - (other - one) - 1) * spines // used
            draft.join(one * size + leaves + there, other * size + leaves + back, GLOBAL[0])
    p = spec.integer("p", 1, 1)
    hosts = [p if switch % size < leaves else 0 for switch in range(n)]
    return draft.network(hosts=hosts, groups=[switch // size for switch in range(n)])


def slingshot(spec: Spec) -> Network:
    """Build complete groups, of one or several kinds, with so many links between any two.

    The ends of a group's global links, in the order of the groups that they lead to, are dealt to
    its switches in turn (`round_robin`), or in blocks: end e of U to switch floor(e·size/U).
    """
    numbers = _by_kind(spec, "groups", 1, 1)
    kinds = len(numbers)
    sizes = _by_kind(spec, "switches", kinds, 1)
    upper = _by_kind(spec, "links", kinds * (kinds + 1) // 2, 0)
    hosts = _by_kind(spec, "p", kinds, 0, 1)
    if not any(hosts):
        raise Unreadable(spec.at("p"), "must be at least 1 in some kind")
    of = [kind for kind, number in enumerate(numbers) for _ in range(number)]
    n = spec.switches(sum(sizes[kind] for kind in of), "groups")
    wiring = spec.one_of("wiring", ("round_robin", "blocks", "random", "any"), "round_robin")
    seed = spec.integer("seed", 0, 0)
    if wiring == "random":
        raise Unsupported(spec.at("wiring"), f"a random wiring (seed {seed}) is not built here")
    place = {
        pair: upper[i]
        for i, pair in enumerate((r, c) for r in range(kinds) for c in range(r, kinds))
    }
    between = {
        (x, y): place[min(of[x], of[y]), max(of[x], of[y])]
        for x, y in product(range(len(of)), repeat=2)
        if x != y
    }
    used = [sum(between[x, y] for y in range(len(of)) if y != x) for x in range(len(of))]
    least = [
        max([1, *(-(-used[x] // sizes[k]) for x in range(len(of)) if of[x] == k)])
        for k in range(kinds)
    ]
    ports = _by_kind(spec, "ports", kinds, 1, least)
    for kind in range(kinds):
        if any(used[x] > sizes[kind] * ports[kind] for x in range(len(of)) if of[x] == kind):
            raise Refused(spec.at("ports"), "a group has too few global ports")
    begin = [sum(sizes[kind] for kind in of[:x]) for x in range(len(of))]
    draft = Draft(spec, n)
    for x, kind in enumerate(of):
        for pair in combinations(range(begin[x], begin[x] + sizes[kind]), 2):
            draft.join(*pair)
    free = [0] * len(of)

    def end(group: int) -> int:
        e, size = free[group], sizes[of[group]]
        free[group] += 1
        return begin[group] + (e * size // used[group] if wiring == "blocks" else e % size)

    for x, y in combinations(range(len(of)), 2):
        for _ in range(between[x, y]):
            draft.join(end(x), end(y), GLOBAL[0])
    every = [(x, kind) for x, kind in enumerate(of) for _ in range(sizes[kind])]
    return draft.network(
        hosts=[hosts[kind] for _, kind in every],
        groups=[x for x, _ in every],
        ports=[ports[kind] for _, kind in every] if wiring == "any" else None,
    )


def _by_kind(
    spec: Spec, name: str, kinds: int, low: int, default: int | Sequence[int] | None = None
) -> tuple[int, ...]:
    """Read a number for each kind of groups, or one for all; `groups` tells how many there are."""
    value = spec.rest(name, default)
    if isinstance(value, (list, tuple)):
        found = spec.integers(name, low, default if not isinstance(default, int) else None)
        if name != "groups" and len(found) not in (1, kinds):
            raise Unreadable(spec.at(name), f"must have {kinds} numbers")
    else:
        found = (spec.integer(name, low, default if isinstance(default, int) else None),)
    return found * kinds if len(found) == 1 else found


DRAGONFLIES = {
    "dragonfly": dragonfly, "dragonfly_plus": dragonfly_plus, "slingshot": slingshot,
}  # fmt: skip
