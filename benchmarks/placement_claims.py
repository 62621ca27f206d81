"""The claims of Prisacari et al. (2014) on exchanges, computed: what docs/placement.md tells.

Run as `python -m benchmarks.placement_claims`; about a minute on one core.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import click
import numpy as np

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.placement.allocation import everything, numbered
from alphacut.solver.placement.decompositions import Wanted
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.layout import WITHIN, Layout, place
from alphacut.solver.placement.loads import loads
from alphacut.solver.placement.machine import machine_of
from alphacut.solver.placement.model.at_random import by_monte_carlo
from alphacut.solver.placement.model.general import SAME_GROUP, task_traffic
from alphacut.solver.placement.ranking import LIMITS, Question, evaluate, study

SPEC = specs.parse({"family": "dragonfly", "a": 8, "h": 4, "p": 4, "arrangement": "relative"})
MACHINE = machine_of(SPEC)
EXCHANGE = Exchange(elements=(512, 512, 512))
DIVISORS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]


def ranks_oppositely() -> list[str]:
    """Whether the best throughput and the best time rank the divisions into 64 tasks oppositely."""
    found = study(Question(exchange=EXCHANGE, machine=MACHINE, wanted=Wanted(count=64)))
    costs = found.by_routing["indirect"]
    best: dict[tuple[int, ...], list[float]] = defaultdict(lambda: [math.inf, math.inf])
    for row, tasks in enumerate(map(tuple, found.tasks.tolist())):
        volume = costs.volume[row]
        every, remote = costs.seconds[row], costs.seconds_remote_only[row]
        best[tasks][0] = min(best[tasks][0], remote / volume)
        best[tasks][1] = min(best[tasks][1], every / volume)
    lines = []
    for at, name in enumerate(("remote only", "all limits")):
        every_row = [(EXCHANGE.volume(tasks), slowness[at]) for tasks, slowness in best.items()]
        rows = [(float(volume), slowness) for volume, slowness in every_row if slowness > 0]
        rates = [1 / slowness for _, slowness in rows]
        times = [volume * slowness for volume, slowness in rows]
        quickest, longest = times.index(min(times)), times.index(max(times))
        lines.append(
            f"64 tasks, {name}: rate of the quickest {rates[quickest] / 1e9:.2f} GB/s, of the "
            f"slowest {rates[longest] / 1e9:.2f} GB/s, time x{max(times) / min(times):.2f}"
        )
    return lines


def random_against_cartesian() -> list[str]:
    """How much longer random placement takes, with direct routing, than Cartesian with indirect.

    On four groups or more: on two or three, idle groups carry most of the indirect traffic.
    """
    ratios: dict[str, list[float]] = {"remote only": [], "all limits": []}
    for tasks in ((4, 4, 4), (8, 8, 4), (16, 8, 8)):
        volume = float(EXCHANGE.volume(tasks))
        blocks = [
            block
            for block in product(*([d for d in DIVISORS if d <= n] for n in tasks))
            if math.prod(block) <= MACHINE.slots
            and 4 <= math.prod(tasks) // math.prod(block) <= MACHINE.groups
        ]
        random = {
            size: by_monte_carlo(EXCHANGE, tasks, size, samples=100).mean
            for size in {math.prod(block) for block in blocks}
        }
        for block in blocks:
            cartesian = evaluate(Question(exchange=EXCHANGE, machine=MACHINE), tasks, block)[1]
            remote = volume * random[math.prod(block)] / float(MACHINE.remote)
            every = max(remote, volume / float(MACHINE.injection))
            if cartesian.seconds_remote_only:
                ratios["remote only"].append(remote / float(cartesian.seconds_remote_only))
            ratios["all limits"].append(every / float(cartesian.seconds))
    return [f"random/Cartesian, {name}: {min(r):.2f} to {max(r):.2f}" for name, r in ratios.items()]


def local_against_remote() -> list[str]:
    """How much more a local link carries than a global one, for 256 tasks."""
    network = specs.build(SPEC)
    hosts = everything(numbered(network.hosts))
    traffic = task_traffic(EXCHANGE, (8, 8, 4))
    lines = []
    for within in WITHIN:
        ratios = defaultdict(list)
        for block in product((1, 2, 4, 8), (1, 2, 4, 8), (1, 2, 4)):
            if not 8 <= math.prod(block) <= 32:
                continue
            placement = place(
                (8, 8, 4), block, hosts, network.groups, Layout(within=within, seed=1)
            )
            found = loads(traffic, placement, network, "indirect", "minimal")
            ratio = found.largest("local") / found.largest("remote")
            ratios[math.prod(block)].append(float(ratio))
        told = ", ".join(
            f"|γ| = {n}: {min(r):.2f} to {max(r):.2f}" for n, r in sorted(ratios.items())
        )
        lines.append(f"local/remote, {within}: {told}")
    return lines


def ties_and_limits() -> list[str]:
    """How many choices tie for the best of each division, which limits bind, and the two rules."""
    lines = []
    spread = {}
    for same_group in SAME_GROUP:
        question = Question(exchange=EXCHANGE, machine=MACHINE, same_group=same_group)
        costs = (found := study(question)).by_routing["indirect"]
        groups = defaultdict(list)
        for tasks, size, used, demand in zip(
            map(tuple, found.tasks.tolist()), found.block.prod(axis=1).tolist(),
            costs.choices.group_count.tolist(), costs.remote.tolist(), strict=True,
        ):  # fmt: skip
            if used >= 4:
                groups[tasks, size].append(demand)
        spread[same_group] = max(max(each) / min(each) for each in groups.values())
        if same_group == "minimal":
            for routing, each in found.by_routing.items():
                binds = Counter(LIMITS[at] for at in each.binding[each.volume > 0])
                lines.append(f"binding, {routing}: {dict(binds)}")
            sends = costs.volume > 0
            times = np.round(found.seconds[np.concatenate([sends, sends])], 12)
            lines.append(f"choices that tie for the best time: {int((times == times.min()).sum())}")
    lines.append(f"indirect demand over blocks of one size, largest/least: {spread}")
    return lines


def totals() -> list[str]:
    """How many choices there are."""
    lines = []
    for any_tasks, any_block in product((False, True), repeat=2):
        wanted = Wanted(any_tasks=any_tasks, any_block=any_block)
        found = study(Question(exchange=EXCHANGE, machine=MACHINE, wanted=wanted))
        [best] = found.best(1)
        lines.append(
            f"any tasks {any_tasks}, any block {any_block}: {found.studied:,} choices; best "
            f"{best.tasks} {best.block} {best.routing}, {float(best.seconds) * 1000:.4f} ms"
        )
    return lines


@click.command
def main() -> None:
    """Print the figures of docs/placement.md."""
    assert Fraction(MACHINE.injection) == 5 * 10**9
    for part in (totals, ties_and_limits, ranks_oppositely, random_against_cartesian,
                 local_against_remote):  # fmt: skip
        for line in part():
            click.echo(line)


if __name__ == "__main__":
    main()
