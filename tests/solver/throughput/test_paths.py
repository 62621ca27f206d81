"""Numbers of paths: against lists of all of them, equation 1 and Table 3 of Mollah et al."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.throughput.links import DirectedLinks
from alphacut.solver.throughput.minimal import MinimalPaths
from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.throughput.ugal import UgalVariables
from alphacut.solver.throughput.verify.walks import Walks
from alphacut.solver.traffic.reading import read_traffic

TABLE_3 = [  # of Mollah et al.: a = 2h = 2p, groups, switches, hosts, MIN and VLB paths
    (4, 2, 9, 36, 72, 1, 28),
    (6, 3, 19, 114, 342, 1, 102),
    (8, 4, 33, 264, 1056, 1, 248),
    (10, 5, 26, 260, 1300, 2, 960),
    (10, 5, 11, 110, 550, 5, 2250),
    (10, 5, 6, 60, 300, 10, 4000),
    pytest.param(10, 5, 51, 510, 2550, 1, 490, marks=pytest.mark.slow),
]
SMALL = [
    "dragonfly:a=3,h=1,arrangement=relative",
    "dragonfly:a=2,h=2,trunking=2,arrangement=circulant",
    "dragonfly:a=2,h=2,trunking=2,groups=3,arrangement=absolute",
    "cascade:groups=3,trunking=2,rows=2,columns=2,p=1",
    "dragonfly:a=3,h=1,groups=4,arrangement=absolute",
]


def network(text: str) -> Network:
    return specs.build(specs.read(text))


@pytest.mark.parametrize(("a", "h", "groups", "switches", "hosts", "minimal", "valiant"), TABLE_3)
def test_table_3(
    a: int, h: int, groups: int, switches: int, hosts: int, minimal: int, valiant: int
) -> None:
    trunking = a * h // (groups - 1)
    built = network(f"dragonfly:a={a},h={h},p={h},trunking={trunking},arrangement=relative")
    assert (built.switches, sum(built.hosts)) == (switches, hosts)
    counts = MinimalPaths(built).counts.sum(axis=0)
    group = np.array(built.groups)
    across = group[:, None] != group
    assert set(counts[across].tolist()) == {minimal}
    assert set((counts @ counts)[across].tolist()) == {valiant}
    assert valiant * (groups - 1) ** 2 == a**3 * h**2 * (groups - 2)  # equation 1


@pytest.mark.slow
def test_cascade_has_fewer_paths_than_its_bounds() -> None:
    built = network("preset:name=edison-6")
    counts = MinimalPaths(built).counts.sum(axis=0)
    group = np.array(built.groups)
    across = group[:, None] != group
    inside = ~across & ~np.eye(built.switches, dtype=bool)
    paths = counts @ counts
    assert (counts[across].min(), counts[across].max()) == (62, 84)  # at most 96
    assert counts[across].mean() == pytest.approx(76.15, abs=0.005)
    assert (paths[across].min(), paths[across].max()) == (2_088_832, 2_357_504)  # of 3,538,944
    assert paths[across].mean() == pytest.approx(2_225_514, abs=1)
    assert (paths[inside].min(), paths[inside].max()) == (2_702_360, 2_830_140)


@pytest.mark.parametrize("text", SMALL)
def test_uses_of_links_are_those_of_all_listed_paths(text: str, listing: Any) -> None:
    """Every variable of No. 3, for all pairs of switches, against a list of its paths."""
    built = network(text)
    links, listed = DirectedLinks.of(built), listing(built)
    demands = read_traffic("all-to-all", built).between_switches(built)
    variables = UgalVariables(MinimalPaths(built)).of(BY_NAME["3"], demands)
    seen = set()
    valiant = cache(listed.valiant)
    for variable in variables.each:
        ends = int(demands.sources[variable.flow]), int(demands.destinations[variable.flow])
        paths = valiant(*ends) if variable.valiant else listed.minimal(*ends)
        paths = [path for path in paths if len(path) == variable.length]
        uses: Counter[tuple[int, int, str]] = Counter(hop[:3] for path in paths for hop in path)
        found = {
            (int(links.tails[e]), int(links.heads[e]), links.names[links.classes[e]]): int(count)
            for e, count in zip(variable.links, variable.counts, strict=True)
        }
        assert (variable.paths, found) == (len(paths), dict(uses))
        seen.add((ends, variable.valiant, variable.length))
    for ends in {ends for ends, _, _ in seen}:
        for kind, paths in ((False, listed.minimal(*ends)), (True, valiant(*ends))):
            assert {len(path) for path in paths} == {
                length for at, way, length in seen if at == ends and way is kind
            }


@pytest.mark.parametrize("text", SMALL)
def test_the_verifier_counts_the_same_paths_by_other_means(text: str, listing: Any) -> None:
    built = network(text)
    listed = listing(built)
    lengths = [(7 * place) % 11 for place in range(2 * len(built.links))]
    links = DirectedLinks.of(built)
    length_of = {
        (int(links.tails[e]), int(links.heads[e]), links.names[links.classes[e]]): lengths[e]
        for e in range(len(links))
    }
    walks = Walks(built, lengths)
    for ends in [(0, 1), (0, built.switches - 1), (built.switches - 1, 2)]:
        for kind in ("minimal", "valiant"):
            paths = getattr(listed, kind)(*ends)
            for hops in range(1, 2 * len(walks.minimal) - 1):
                if kind == "minimal" and hops >= len(walks.minimal):
                    continue
                sums = walks.valiant[hops] if kind == "valiant" else walks.direct(hops)
                some = [path for path in paths if len(path) == hops]
                assert sums.count[ends] == len(some)
                assert sums.length[ends] == sum(length_of[hop[:3]] for path in some for hop in path)
