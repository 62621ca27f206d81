"""The hosts that a job may use: all of a machine, or those that a batch system gave."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError


@dataclass(frozen=True, kw_only=True)
class Hosts:
    """The hosts of a network by name, switch by switch."""

    names: tuple[str, ...]
    switch: tuple[int, ...]  # of each host

    @cached_property
    def place(self) -> dict[str, int]:
        """The number of each host by its name."""
        return {name: number for number, name in enumerate(self.names)}


def numbered(hosts: tuple[int, ...], stem: str = "n") -> Hosts:
    """Name the hosts n0, n1, …, in order of their switches.

    Parameters
    ----------
    hosts
        The number of hosts of each switch.
    """
    switch = tuple(s for s, count in enumerate(hosts) for _ in range(count))
    return Hosts(names=tuple(f"{stem}{number}" for number in range(len(switch))), switch=switch)


@dataclass(frozen=True, kw_only=True)
class Allocation:
    """The hosts that may be used, as numbers in `hosts`, in order."""

    hosts: Hosts
    free: tuple[int, ...]

    @cached_property
    def by_switch(self) -> dict[int, list[int]]:
        """The hosts that may be used, by switch."""
        found: dict[int, list[int]] = {}
        for host in self.free:
            found.setdefault(self.hosts.switch[host], []).append(host)
        return found


def everything(hosts: Hosts) -> Allocation:
    """Return the allocation of all hosts."""
    return Allocation(hosts=hosts, free=tuple(range(len(hosts.names))))


def allocated(hosts: Hosts, names: list[str]) -> Allocation:
    """Return the allocation of the hosts with some names.

    Raises
    ------
    QuestionError
        If a host is not known, or is named twice, or there is none.
    """
    if not names:
        raise QuestionError("nodes", "names no host; leave it out to use all of them")
    for name in names:
        if name not in hosts.place:
            known = known_names(name, hosts.names)
            raise QuestionError("nodes", f"unknown host {shown(name)}; {known}")
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise QuestionError("nodes", f"names the host {shown(name)} {times} times; name it once")
    return Allocation(hosts=hosts, free=tuple(sorted(hosts.place[name] for name in names)))
