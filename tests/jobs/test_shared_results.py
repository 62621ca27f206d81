"""Results that jobs share: which fit what is known, and which networks are the same."""

from __future__ import annotations

from dataclasses import replace

from alphacut.arrangements.formats.spec import build, build_any, parse, read
from alphacut.jobs.shared_results import fitting, network_key, worth_keeping
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from tests.solver.bisection.test_schedule import NETWORK, ONE, PROBLEM, TWO, point, searched

__all__ = ["searched"]


class TestFitting:
    def test_answers_are_taken_after_those_that_they_build_on(self, searched: Envelope) -> None:
        first, second = point(ONE, 3), point(TWO, 4, (ONE, 3))
        assert fitting(searched, [second, first]) == [first, second]

    def test_one_that_builds_on_more_than_is_known_is_left_out(self, searched: Envelope) -> None:
        assert fitting(searched, [point(ONE, 3), point(TWO, 4, (ONE, 4))]) == [point(ONE, 3)]

    def test_a_circle_is_never_closed(self, searched: Envelope) -> None:
        weak, strong = point(ONE, 3), point(ONE, 5, (TWO, 4))
        resting = point(TWO, 4, (ONE, 3))
        assert fitting(searched, [weak, resting, strong]) == [weak, resting]

    def test_what_is_out_of_range_or_no_better_is_left_out(self, searched: Envelope) -> None:
        narrow = replace(searched, high=ONE).absorb(point(ONE, 3))
        assert fitting(narrow, [point(TWO, 4), point(ONE, 3), point(ONE, 2)]) == []
        assert fitting(narrow, [point(ONE, 4)]) == [point(ONE, 4)]

    def test_only_proofs_are_worth_keeping(self) -> None:
        assert worth_keeping(point(ONE, 3))
        assert not worth_keeping(replace(point(ONE, 3), certified_bound=0))
        assert not worth_keeping(replace(point(ONE, 3), alpha=None))
        assert not worth_keeping(point(ONE, 0))


class TestNetworkKey:
    def test_equal_networks_have_the_same(self) -> None:
        links = [[int(a), int(b), name, m] for a, b, name, m in NETWORK.links]
        groups = list(NETWORK.groups)
        spec = {"family": "graph", "switches": 18, "links": links[::-1], "groups": groups}
        same = build(parse(spec))
        assert network_key(same, Balance.of(same)) == network_key(NETWORK, PROBLEM.balance)

    def test_others_have_another(self) -> None:
        hosts = replace(NETWORK, hosts=(2,) * NETWORK.switches)
        fewer = replace(NETWORK, links=NETWORK.links[1:])
        keys = {
            network_key(NETWORK, PROBLEM.balance),
            network_key(hosts, Balance.of(hosts, "hosts")),
            network_key(fewer, Balance.of(fewer)),
        }
        assert len(keys) == 3
        assert network_key(hosts, Balance.of(hosts)) == network_key(NETWORK, PROBLEM.balance)

    def test_every_wiring_is_not_one_of_them(self) -> None:
        asked = "slingshot:groups=3,switches=4,links=2"
        networks = [
            build_any(read(each))
            for each in (asked, f"{asked},wiring=any", f"{asked},wiring=any,ports=2")
        ]
        assert networks[0].links == networks[1].links == networks[2].links
        assert len({network_key(each, Balance.of(each)) for each in networks}) == 3
