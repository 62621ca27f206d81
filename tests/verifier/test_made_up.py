"""Certificates made up at random, not changed from true ones: both verifiers agree on each.

Who changes a true certificate seldom leaves out all that it sends, splits or multiplies. Here
lists are empty as often as not, networks fall apart, and weights may be 0.
"""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError
from benchmarks.mutations.judge import false_claims
from tests.verifier.test_forgeries import ACCEPTED, NOT_CHECKED, here, there

Document = dict[str, Any]
ALPHAS = (ZERO, Alpha(1, 1), Alpha(3, 2), INFINITY)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A small network at an α, and what certificates about it are made of."""

    topology: Document
    network: Network
    balance: Balance
    alpha: Alpha
    near: Sequence[Mapping[int, int]]  # of each switch, scaled capacities to others
    shape: tuple[int, ...] = ()  # pods, edge switches, planes, core switches; of folded Clos alone

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of switches, a dummy that bisections need included."""
        return list(combinations(range(self.network.switches + (self.balance.difference > 0)), 2))


# ---- networks --------------------------------------------------------------


def cases(seed: int) -> Iterator[tuple[Case, random.Random]]:
    """Draw networks of up to seven switches, or folded Clos ones."""
    rng = random.Random(seed)
    while True:
        topology, shape = _folded(rng) if rng.random() < 0.2 else (_graph(rng), ())
        network = specs.build(specs.parse(topology))
        try:
            balance = Balance.of(network, rng.choice(["switches", "hosts"]))
        except QuestionError:
            continue  # without hosts
        alpha = rng.choice(ALPHAS)
        near = [dict[int, int]() for _ in range(network.switches)]
        for first, second, name, number in network.links:
            each = network.class_by_name[name]
            if capacity := number * alpha.scaled(Line(each.base, each.slope)):
                near[first][second] = near[first].get(second, 0) + capacity
                near[second][first] = near[first][second]
        case = Case(topology=specs.complete(specs.parse(topology)), network=network,
                    balance=balance, alpha=alpha, near=near, shape=shape)  # fmt: skip
        yield case, rng


def _graph(rng: random.Random) -> Document:
    switches = rng.randint(2, 7)
    joined = list(combinations(range(switches), 2))
    if rng.random() < 0.3:  # it falls apart
        joined = [pair for pair in joined if (pair[0] < switches // 2) == (pair[1] < switches // 2)]
    links = [
        [*rng.choice(joined), rng.choice(["local", "global"]), rng.choice([1, 1, 2])]
        for _ in range(rng.randint(switches // 2, 2 * switches) if joined else 0)
    ]
    hosts = [[1] * switches, [rng.randint(0, 3) for _ in range(switches)],
             [2 * rng.randint(0, 1) for _ in range(switches)]]  # fmt: skip
    groups = [0, *(switch // rng.choice([2, 3]) for switch in range(1, switches))]
    return {"family": "graph", "switches": switches, "links": links,
            "hosts": rng.choice(hosts), "groups": rng.choice([groups, [0] * switches])}  # fmt: skip


def _folded(rng: random.Random) -> tuple[Document, tuple[int, ...]]:
    """Draw pods of edge and aggregation switches, and their core; or leaves and spines."""
    pods, edges, planes, cores = (rng.randint(*each) for each in ((1, 2), (1, 3), (0, 1), (1, 2)))
    size, core = edges + planes, pods * (edges + planes)
    links = []
    for first in range(0, core, size):
        leaves, middle = range(first, first + edges), range(first + edges, first + size)
        links += [[leaf, each, "local"] for leaf in leaves for each in middle]
        for at, each in enumerate(middle):
            links += [[each, core + at * cores + i, "global"] for i in range(cores)]
        if not planes:
            links += [[leaf, core + i, "global"] for leaf in leaves for i in range(cores)]
    total = core + max(1, planes) * cores
    for _ in range(rng.choice([0, 1, 1, 2])):
        if links and rng.random() < 0.6:
            links.pop(rng.randrange(len(links)))
        else:
            links.append([*rng.sample(range(total), 2), "local"])
    hosts = [2 * (switch < core and switch % size < edges) for switch in range(total)]
    topology = {"family": "graph", "switches": total, "links": links or [[0, 1]], "hosts": hosts}
    return topology, (pods, edges, planes, cores)


# ---- certificates ----------------------------------------------------------


def packed(values: Sequence[int]) -> str:
    """Pack integers into a table, as docs/certificate.md tells."""
    written = [value.to_bytes(8, "little", signed=True) for value in values]
    planes = bytes(each[byte] for byte in range(8) for each in written)
    return base64.b64encode(zlib.compress(planes)).decode()


def parted(number: int, rng: random.Random) -> list[int]:
    """Divide some things at random, into parts that are numbered from 0 as they come."""
    drawn, names = [rng.randrange(max(1, number)) for _ in range(number)], dict[int, int]()
    return [names.setdefault(each, len(names)) for each in drawn]


def _sweep(case: Case, rng: random.Random) -> Document:
    order = rng.sample(range(case.network.switches), case.network.switches)
    return {"order": order, "reach": rng.choice([0, 1, 5, 100])}


def _elimination(case: Case, rng: random.Random) -> Document:
    order, classes = _sweep(case, rng)["order"], list[Any]()
    fixed = rng.choice([0, 0, 1, 2, len(order)])
    left = order[fixed:]
    while left:
        size = rng.choice([1, 1, 2, len(left)])
        classes.append(left[:size] if size > 1 else left[0])
        left = left[size:]
    made: Document = {"order": classes}
    if fixed or rng.random() < 0.1:
        made["cutset"] = {"classes": order[:fixed]}
    if fixed > 1 and rng.random() < 0.3:
        made["cutset"]["exchanges"] = [[0, [order[:2]]]]
    return made


def _packing(case: Case, rng: random.Random) -> Document:
    switches, places = case.network.switches, list[int]()
    sources = [rng.randrange(switches) for _ in range(rng.choice([0, 0, 1, 2, switches]))]
    for source in sources:
        ahead, reached = [0] * switches, [source]
        for switch in reached:  # grows while it is read
            for other in sorted(case.near[switch]):
                if other not in reached:
                    reached.append(other)
                    ahead[other] = sorted(case.near[other]).index(switch)
        places += ahead
    return {"sources": sources, "trees": base64.b64encode(zlib.compress(bytes(places))).decode()}


def _majority(case: Case, rng: random.Random) -> Document:
    groups = rng.choice([parted(case.network.switches, rng), list(case.network.groups)])
    ties = rng.choice([0, 1, len(set(groups)), 99])
    return {"groups": groups, "ties": ties, "charges": rng.choice(["own", "least"])}


def _spreading(case: Case, rng: random.Random) -> Document:
    switches = case.network.switches
    levels = [int(weight == 0) for weight in case.balance.weights]
    labels = [[0] * switches, levels, parted(switches, rng), [*range(switches)], [0]]
    rounds = [{"rule": rng.choice(["even", "up"]), "labels": rng.choice(labels)}
              for _ in range(rng.choice([0, 1, 1, 2]))]  # fmt: skip
    return {"rounds": rounds}


def _group_kinds(case: Case, rng: random.Random) -> Document:
    number, unit = len(set(case.network.groups)), rng.choice([1, 2, 65536])
    kinds = rng.choice([parted(number, rng), [0] * number])
    multipliers = [
        [rng.choice([0, unit // 2, unit]), rng.randint(-4, 4) * unit, rng.choice([0, 0, 1, 5])]
        for _ in range(rng.choice([0, 1, 2, 3]))
    ]
    return {"kinds": kinds, "denominator": unit, "multipliers": multipliers}


def _uneven(case: Case, rng: random.Random) -> Document:
    """Choose what is usual, and count what is lost by listing all divisions of the groups."""
    names = sorted(set(case.network.groups))
    place = [names.index(group) for group in case.network.groups]
    between = dict.fromkeys(combinations(range(len(names)), 2), 0)
    for one, other in combinations(range(len(place)), 2):
        if place[one] != place[other]:
            pair = (min(place[one], place[other]), max(place[one], place[other]))
            between[pair] += case.near[one].get(other, 0)
    usual = rng.choice([0, 1, 3, *between.values()])
    lack = {pair: usual - each for pair, each in between.items() if each != usual}
    whole = [pair for pair in lack if rng.random() < 0.2]
    beside = sum(max(0, lack[pair]) for pair in whole)
    most = dict[int, int]()
    for sides in product((0, 1), repeat=len(names)):
        divided = [p for p in lack if p not in whole and sides[p[0]] != sides[p[1]]]
        lost = beside + sum(lack[pair] for pair in divided)
        most[sum(sides)] = max(lost, most.get(sum(sides), lost))
    order = sorted({group for pair in lack if pair not in whole for group in pair})
    return {
        "charges": rng.choice(["own", "least", "leaves"]), "usual": usual,
        "inside": rng.randint(0, 3), "order": rng.sample(order, len(order)),
        "whole": [list(pair) for pair in whole],
        "lost": [most[number] for number in range(len(names) // 2 + 1)],
    }  # fmt: skip


def _clos(case: Case, rng: random.Random) -> Document:
    """Put switches into pods and planes as they were built, or not, and order all unknowns."""
    if not case.shape:
        return {"pods": [], "planes": [], "down": 1, "up": 1, "order": []}
    pods, edges, planes, cores = case.shape
    within = [0] * edges + [*range(1, planes + 1)]
    of_pod = [pod + 1 if planes else 1 for pod in range(pods) for _ in within]
    of_plane = within * pods + [i + 1 for i in range(max(1, planes)) for _ in range(cores)]
    of_pod += [0] * (len(of_plane) - len(of_pod))
    if rng.random() < 0.2:
        one, other = rng.sample(range(len(of_pod)), 2)
        of_pod[one], of_pod[other] = of_pod[other], of_pod[one]
    usual = {"down": rng.choice([0, 1, 1, 2]), "up": rng.choice([0, 1, 1, 2])}
    faults = [
        (one, other)
        for one, other in case.pairs
        if other < len(of_pod)
        and case.near[one].get(other, 0) != _usual(one, other, of_pod, of_plane, usual, planes)
    ]
    whole = [pair for pair in faults if rng.random() < 0.3]
    unknowns = {switch for pair in faults if pair not in whole for switch in pair}
    if planes:
        first = len(of_pod) - 1
        last = first + len({pod for pod, plane in zip(of_pod, of_plane, strict=True) if not plane})
        unknowns |= {first + of_pod[each] for each in unknowns if of_pod[each]} | {
            last + of_plane[each] for each in unknowns if of_plane[each]
        }
    order = rng.sample(sorted(unknowns), len(unknowns))
    return {"pods": of_pod, "planes": of_plane, **usual, "order": order,
            "whole": [list(pair) for pair in whole]}  # fmt: skip


def _usual(
    one: int, other: int, pods: Sequence[int], planes: Sequence[int], usual: Document, tiers: int
) -> int:
    if not tiers:
        return int(usual["up"]) if (pods[one] == 0) != (pods[other] == 0) else 0
    if pods[one] == pods[other] > 0 and (planes[one] == 0) != (planes[other] == 0):
        return int(usual["down"])
    joined = planes[one] == planes[other] > 0 and (pods[one] == 0) != (pods[other] == 0)
    return int(usual["up"]) if joined else 0


def _tree(case: Case, rng: random.Random) -> Document:
    sets = [[list(rng.choice(case.pairs))] for _ in range(rng.randint(0, 2))]
    return {"sets": sets, "denominator": 1, "tree": _node(case, rng, len(sets), depth=2, counts=0)}


def _node(case: Case, rng: random.Random, sets: int, *, depth: int, counts: int) -> Document:
    kind = rng.choice(["intercept", "slope", "count", "parity", "leaf", "leaf"])
    if not depth or kind == "leaf" or (kind in ("count", "parity") and not sets):
        return rng.choice([_linear, _semidefinite])(case, rng, counts)
    counts += kind == "count"
    of_set = {"set": rng.randrange(sets)} if kind in ("count", "parity") else {}
    level = {} if kind == "parity" else {"level": rng.randint(-1, 6)}
    halves = {
        name: _node(case, rng, sets, depth=depth - 1, counts=counts)
        for name in (("even", "odd") if kind == "parity" else ("low", "high"))
    }
    return {"split": kind, **of_set, **level, **halves}


def _linear(case: Case, rng: random.Random, counts: int) -> Document:
    switches = 1 + case.pairs[-1][1]
    fields: Document = {
        "objective": rng.randint(0, 3),
        "halves": [[switch, rng.randint(-1, 3)] for switch in range(switches)],
        "intercept": [rng.randint(0, 2), rng.randint(0, 2)],
        "slope": [rng.randint(0, 2), rng.randint(0, 2)],
    }
    if counts:
        fields["counts"] = [[rng.randrange(counts), rng.randint(0, 2), rng.randint(0, 2)]]
    return {name: each for name, each in fields.items() if rng.random() < 0.6}


def _semidefinite(case: Case, rng: random.Random, counts: int) -> Document:  # noqa: ARG001
    switches, total = 1 + case.pairs[-1][1], sum(sum(each.values()) for each in case.near)
    least = rng.choice([0, -8, -2 * total, -4 * total])
    sums = [[1, 1, packed([rng.randrange(switches), rng.choice([1, 3]), rng.randint(0, 3)])]]
    leaf = {
        "objective": rng.choice([1, 1, 2]),
        "diagonal": packed([least + rng.randint(-2, 2) for _ in range(switches)]),
        "halves": packed([rng.choice([0, 0, 1, -4])] * switches),
        "box": packed([0] * switches**2), "triangles": packed([]),
        "sums": sums if rng.random() < 0.2 else [],
    }  # fmt: skip
    return {"semidefinite": leaf}


MAKERS: Mapping[str, Callable[[Case, random.Random], Document]] = {
    "components": lambda *_: {}, "leaf_spine_groups": lambda *_: {}, "sweep": _sweep,
    "elimination": _elimination, "packing": _packing, "majority": _majority,
    "spreading": _spreading, "group_kinds": _group_kinds, "uneven": _uneven, "clos": _clos,
    "tree": _tree,
}  # fmt: skip


# ---- what becomes of them --------------------------------------------------


def bisections(case: Case) -> dict[tuple[int, ...], int]:
    """List a side of each bisection, with its scaled capacity."""
    weights, found = case.balance.weights, dict[tuple[int, ...], int]()
    for bits in product((0, 1), repeat=len(weights) - 1):
        side = tuple(switch for switch, bit in enumerate(bits) if bit)
        if abs(sum(weights) - 2 * sum(weights[each] for each in side)) == case.balance.difference:
            found[side] = case.alpha.scaled(case.network.cut(side))
    return found


def documents(case: Case, certificate: Document) -> Iterator[Document]:
    """Claim half of the truth, the truth and more, beside the worst of all bisections."""
    sides = bisections(case)
    worst, least = max(sides, key=sides.__getitem__), min(sides.values())
    cut, value = case.network.cut(worst), case.alpha.value(sides[worst])
    for target in (least // 2, least, least + 1, least + 2, least + 4):
        lower = case.alpha.value(target)
        if 0 < lower <= value:
            yield {
                "format": "alphacut-point/1", "topology": case.topology,
                "switches": case.network.switches, "links": case.network.count_by_class(),
                "balance": case.balance.name, "status": "exact" if lower == value else "bounded",
                "side": list(worst), "intercept": cut.intercept, "slope": cut.slope,
                "point": {"alpha": str(case.alpha), "value": str(value), "lower": str(lower),
                          "proof": "certificate", "certificate": certificate},
            }  # fmt: skip


def campaign(seed: int, count: int) -> Counter[tuple[str, str]]:
    """Make certificates up; return how many of each kind were told what, and assert the rest."""
    outcomes = Counter[tuple[str, str]]()
    for number, (case, rng) in zip(range(count), cases(seed), strict=False):
        kind = rng.choice(["clos", *MAKERS] if case.shape else [*MAKERS])
        head = {"format": "alphacut-certificate/1", "kind": kind, "known": []}
        if kind == "components":
            del head["known"]
        for document in documents(case, {**head, **MAKERS[kind](case, rng)}):
            written = json.loads(json.dumps(document))
            found = here(written)
            outcomes[kind, found] += 1
            if found != NOT_CHECKED:
                assert found == there(written), (number, document)
            if found == ACCEPTED:
                assert false_claims(document) == [], (number, document)
    return outcomes


def test_made_up_certificates_are_refused_or_true() -> None:
    outcomes = campaign(1, 350)
    assert {kind for kind, told in outcomes if told == ACCEPTED} == {*MAKERS}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_thousands_of_made_up_certificates_are_refused_or_true(seed: int) -> None:
    outcomes = campaign(seed, 4_000)
    assert sum(each for (_, told), each in outcomes.items() if told == NOT_CHECKED) < 400
    assert {kind for kind, told in outcomes if told == ACCEPTED} == {*MAKERS}
