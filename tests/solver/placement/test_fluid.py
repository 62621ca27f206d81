"""The fluid simulation against the time that the busiest link needs."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.placement import fluid
from alphacut.solver.placement.allocation import everything, numbered
from alphacut.solver.placement.decompositions import Wanted, list_choices
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.layout import WITHIN, Layout, Placement, place
from alphacut.solver.placement.loads import loads, placed_cost
from alphacut.solver.placement.machine import USUAL_BANDWIDTH, machine_of
from alphacut.solver.placement.model.general import ROUTINGS, SAME_GROUP, task_traffic

WIDTHS = fluid.Bandwidths(**dict.fromkeys(("injection", "local", "remote"), float(USUAL_BANDWIDTH)))


def random_case(rng: random.Random) -> tuple[float, fluid.Messages]:
    """The time by the model, and the messages, of a small job on a small dragonfly."""
    a, h, p = rng.choice([(4, 2, 2), (4, 2, 4), (2, 2, 2)])
    arrangement = rng.choice(["relative", "absolute", "helix", "nautilus"])
    spec = specs.parse({"family": "dragonfly", "a": a, "h": h, "p": p, "arrangement": arrangement})
    network, machine = specs.build(spec), machine_of(spec)
    exchange = Exchange(elements=tuple(rng.choice([32, 64]) for _ in range(rng.randint(1, 3))))
    tasks, block = list_choices(exchange.elements, machine, Wanted())
    rows = [at for at, count in enumerate(tasks.prod(axis=1)) if 8 <= count <= 64]
    at = rng.choice(rows)
    layout = Layout(within=rng.choice(WITHIN), seed=rng.randint(0, 99))
    hosts = everything(numbered(network.hosts))
    placement = place(
        tuple(tasks[at].tolist()), tuple(block[at].tolist()), hosts, network.groups, layout
    )
    routing, same = rng.choice(ROUTINGS), rng.choice(SAME_GROUP)
    found = loads(task_traffic(exchange, placement.tasks), placement, network, routing, same)
    cost = placed_cost(found, exchange, placement, machine)
    sent = fluid.messages(exchange, placement, network, WIDTHS, routing, same)
    return float(cost.seconds), sent


def test_fifty_cases_take_what_the_busiest_link_needs() -> None:
    rng = random.Random(11)
    for _ in range(50):
        seconds, sent = random_case(rng)
        assert sent.bound == pytest.approx(seconds, rel=1e-9)
        assert fluid.simulate(sent) == pytest.approx(seconds, rel=1e-9)


def test_fair_by_message_small_messages_hold_large_ones_up() -> None:
    rng = random.Random(12)
    for _ in range(10):
        seconds, sent = random_case(rng)
        assert (1 - 1e-9) * seconds <= fluid.simulate(sent, "message") <= 1.3 * seconds


def test_rates_are_max_min_fair() -> None:
    """Three messages: one over two links, one on each; capacities 1 and 2 (a textbook case)."""
    sent = fluid.Messages(
        size=np.ones(3), message=np.array([0, 0, 1, 2]), link=np.array([0, 1, 0, 1]),
        share=np.ones(4), capacity=np.array([1.0, 2.0]),
    )  # fmt: skip
    rates = fluid.fair_rates(sent, np.ones(3), np.ones(3, dtype=bool))
    assert rates == pytest.approx([0.5, 0.5, 1.5])
    assert fluid.simulate(sent) == pytest.approx(2.0)


def test_any_network_will_do() -> None:
    network: Network = specs.build(specs.parse({"family": "torus", "sides": [4, 4]}))
    placement = Placement(
        tasks=(4, 4), block=(4, 4), groups=(0,), hosts=tuple(range(16)),
        switches=tuple(range(16)),
    )  # fmt: skip
    exchange = Exchange(elements=(8, 8))
    sent = fluid.messages(exchange, placement, network, WIDTHS, "direct")
    volume = float(exchange.volume((4, 4)))
    assert fluid.simulate(sent) == pytest.approx(volume / float(USUAL_BANDWIDTH))
    assert math.isclose(sent.bound, fluid.simulate(sent))
