"""Checking a layout on hosts: that it is one that was asked for, its loads, and its bound."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction

import numpy as np

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, object_in, only_fields
from alphacut.solver.placement.verify.decompositions import Key, is_division
from alphacut.solver.placement.verify.instance import Instance
from alphacut.solver.placement.verify.machine import Machine
from alphacut.solver.placement.verify.question import Question
from alphacut.solver.placement.verify.reading import Json, integers_in, list_in, needs, sides_in
from alphacut.solver.placement.verify.route_loads import Carried, walked
from alphacut.solver.placement.verify.stencil import Sides, most_inside
from alphacut.solver.placement.verify.traffic import Messages, blocks_of, messages_of

FIELDS = (
    *("tasks", "block", "routing", "same_group", "groups", "hosts", "switches", "demand"),
    *("binding", "at", "seconds", "seconds_remote_only", "bound"),
)
LIMITS = ("injection", "local", "remote")
MOST_PLACED = 100_000  # tasks of a layout


def check_placed(
    placed: Json, instance: Instance, question: Question, told: Collection[Key]
) -> str:
    """Check a layout, and return the status that follows.

    Parameters
    ----------
    told
        The choices of the document, of which the layout is one.
    """
    for each in placed:
        if each not in FIELDS:
            raise Refused(f"placed has {shown(each)}, which nothing shows")
    needs(placed, FIELDS, "placed")
    tasks = sides_in(placed, "tasks")
    if math.prod(tasks) > MOST_PLACED:
        raise BeyondLimit("memory", f"a layout of more than {MOST_PLACED:,} tasks")
    _check_choice(placed, tasks, question, told)
    hosts = _hosts(placed, tasks, instance, question.machine.ranks)
    switches = [instance.switch[host] for host in hosts]
    if integers_in(placed, "switches", below=instance.network.switches) != switches:
        raise Refused("placed: switches are not those of the hosts")
    _check_groups(placed, tasks, switches, instance, question.machine)
    _check_within(hosts, instance, question.machine)
    sent = messages_of(question, tasks)
    carried = walked(sent, switches, question.machine, placed["routing"], question.same_group)
    injection = _injection(sent, hosts)
    _check_at(placed, injection, carried, question.machine)
    demand = {
        "injection": max(injection.values()),
        "local": carried.largest("local"),
        "remote": carried.largest("remote"),
    }
    return _check_times(placed, demand, tasks, question)


def _check_choice(placed: Json, tasks: Sides, question: Question, told: Collection[Key]) -> None:
    """See that it is one of the choices that are told; where none fits, one without blocks."""
    if placed["same_group"] != question.same_group or placed["routing"] not in question.routings:
        raise Refused("placed: its routing is not among what was asked")
    if placed["block"] is None:
        if told or question.block is not None or not is_division(tasks, question):
            raise Refused("placed: a layout without blocks is none of the choices")
        return
    if (tasks, sides_in(placed, "block"), placed["routing"]) not in told:
        raise Refused("placed: the layout is none of the choices that are told")


def _hosts(placed: Json, tasks: Sides, instance: Instance, ranks: int) -> list[int]:
    names = list_in(placed, "hosts")
    if not all(isinstance(name, str) for name in names):
        raise DocumentError("placed.hosts has something that is no name")
    if len(names) != math.prod(tasks):
        raise Refused(f"placed: {len(names):,} hosts for {math.prod(tasks):,} tasks")
    free = set(instance.free)
    wrong = next((name for name in names if instance.place.get(name) not in free), None)
    if wrong is not None:
        raise Refused(f"placed: a task lies on {shown(wrong)}, which may not be used")
    hosts = [instance.place[name] for name in names]
    if max(Counter(hosts).values()) > ranks:
        raise Refused(f"placed: a host has more than {ranks} tasks")
    return hosts


def _check_groups(
    placed: Json, tasks: Sides, switches: Sequence[int], instance: Instance, machine: Machine
) -> None:
    """See that each block has a group to itself, or where there are none, which are used."""
    groups = integers_in(placed, "groups", below=machine.groups)
    names = sorted(set(instance.network.groups))
    home = [names.index(instance.network.groups[switch]) for switch in switches]
    if placed["block"] is None:
        if groups != sorted(set(home)):
            raise Refused("placed: groups are not those that are used")
        return
    block_of = blocks_of(tasks, sides_in(placed, "block")).tolist()
    if len(groups) != max(block_of) + 1 or len(set(groups)) < len(groups):
        raise Refused("placed: groups are not one for each block")
    if any(groups[block] != group for block, group in zip(block_of, home, strict=True)):
        raise Refused("placed: a task does not lie in the group of its block")


def _check_within(hosts: Sequence[int], instance: Instance, machine: Machine) -> None:
    """See that the tasks of a group lie on its switches as was asked.

    Spread: no switch has two tasks more than another one that has room for more. Packed: they
    fill the first hosts of the group. Random is any way.
    """
    within = instance.request["within"]
    here = Counter(instance.switch[host] for host in hosts)
    on_host = Counter(hosts)
    for members in machine.members:
        if not any(here[switch] for switch in members):
            continue
        if within == "spread":
            open_ones = [s for s in members if here[s] < instance.room[s] * machine.ranks]
            least = min((here[s] for s in open_ones), default=None)
            if least is not None and max(here[s] for s in members) > least + 1:
                raise Refused("placed: tasks are not spread evenly over the switches of a group")
        if within == "packed":
            slots = [host for host in instance.free if instance.switch[host] in set(members)]
            filled = [on_host[host] for host in slots]
            whole = sum(filled) // machine.ranks
            if filled[:whole] != [machine.ranks] * whole or any(filled[whole + 1 :]):
                raise Refused("placed: tasks are not packed on the first hosts of a group")


def _injection(sent: Messages, hosts: Sequence[int]) -> dict[int, Fraction]:
    """Return what each host with a task sends to others."""
    at = np.array(hosts)
    away = at[sent.source] != at[sent.target]
    units = dict.fromkeys(hosts, 0)
    for host, amount in zip(
        at[sent.source[away]].tolist(), sent.amount[away].tolist(), strict=True
    ):
        units[host] += amount
    return {host: amount * sent.unit for host, amount in units.items()}


def _check_at(
    placed: Json, injection: dict[int, Fraction], carried: Carried, machine: Machine
) -> None:
    """See that the host or the link that is named carries most of those that bind."""
    binding, at = placed["binding"], list_in(placed, "at")
    if binding not in LIMITS:
        raise Refused(f"placed: {shown(binding)} does not bind")
    length = {"injection": 1, "local": 3, "remote": 2}[binding]
    if len(at) != length or any(type(each) is not int or each < 0 for each in at):
        raise Refused(f"placed: at is not {length} numbers")
    if binding == "injection":
        demand, most = injection.get(at[0], Fraction(0)), max(injection.values())
    else:
        demand, most = _on_link(binding, at, carried, machine), carried.largest(binding)
    if demand != most:
        raise Refused(f"placed: {at} is not where the {binding} demand is largest")


def _on_link(limit: str, at: list[int], carried: Carried, machine: Machine) -> Fraction:
    """Return the demand on the link between two groups, or two positions of a group."""
    if max(at[:1] if limit == "local" else at) >= machine.groups:
        raise Refused("placed: at names a group that is not there")
    if limit == "remote":
        return carried.on("remote", at[0] * machine.groups + at[1])
    if max(at[1:]) >= machine.size:
        raise Refused("placed: at names a switch that is not there")
    start, end = (machine.members[at[0]][position] for position in at[1:])
    return carried.on("local", start * machine.groups * machine.size + end)


def _check_times(
    placed: Json, demand: dict[str, Fraction], tasks: Sides, question: Question
) -> str:
    told = object_in(placed["demand"], "placed.demand")
    only_fields(told, LIMITS, "placed.demand")
    volume, seconds = question.volume(tasks), {}
    for limit, value in demand.items():
        if fraction_in(told, limit) != value:
            raise Refused(f"placed: the {limit} demand is {value}")
        seconds[limit] = volume * value / question.machine.bandwidth[limit]
    longest = max(seconds.values())
    for field, true in (("seconds", longest), ("seconds_remote_only", seconds["remote"])):
        if fraction_in(placed, field) != true:
            raise Refused(f"placed: {field} is {true}")
    if seconds[placed["binding"]] != longest:
        raise Refused(f"placed: {shown(placed['binding'])} does not bind")
    bound, proven = fraction_in(placed, "bound"), least_seconds(question, tasks)
    if not 0 <= bound <= min(proven, longest):
        raise Refused(f"placed: the bound that can be shown is {proven}")
    return "exact" if longest == bound else "bounded"


def least_seconds(question: Question, tasks: Sides) -> Fraction:
    """Return a time that no placement of a decomposition falls below.

    A host with c tasks sends what these send, less what goes between them: along each of the
    edges among c cells, both ways, no more than the largest message of all.
    """
    largest = max(question.parts(tasks))
    sends = min(
        max(c - 2 * most_inside(tasks, c, torus=True) * largest, Fraction(0))
        for c in range(1, question.machine.ranks + 1)
    )
    return question.volume(tasks) * sends / question.machine.bandwidth["injection"]
