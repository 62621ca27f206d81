"""Files that name hosts: a host list, or Slurm's trees of switches, read up to a size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.bounded_files import read_up_to
from alphacut.arrangements.formats.spec import build
from alphacut.service.cli import terminal
from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.solver.placement.hostlist import is_topology, read_hosts, read_topology
from alphacut.solver.placement.named_hosts import hosts_by_switch

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec

LARGEST_FILE = 16 * 2**20  # bytes


def read_host_files(nodes: Path | None, hosts: Path | None, spec: FamilySpec) -> dict[str, Any]:
    """Return what files say, as members of a request; a network's own file may name its hosts.

    Raises
    ------
    Failure, QuestionError
        If a file cannot be read, or does not fit the network.
    """
    found: dict[str, Any] = {}
    named = None
    if hosts is not None:
        text = _text(hosts, "--hosts")
        if not is_topology(text):
            raise Failure(
                "--hosts: must be a topology.conf, with lines such as "
                "SwitchName=leaf1 Nodes=n[0-3], or a topology.yaml", BAD_INPUT,
            )  # fmt: skip
        named = read_topology(text, "hosts")
    if nodes is not None:
        text = _text(nodes, "--nodes")
        if not is_topology(text):
            found["nodes"] = read_hosts(text, "nodes")
        else:
            switches = read_topology(text, "nodes")
            found["nodes"] = [name for _, names in switches for name in names]
            if named is None and not spec.host_names:
                named = switches
    if named is not None:
        found["hosts"] = _by_switch(named, spec)
    elif spec.host_names:
        found["hosts"] = [list(names) for names in spec.host_names]
    return found


def _by_switch(named: list[tuple[str, list[str]]], spec: FamilySpec) -> list[list[str]]:
    found, remark = hosts_by_switch(named, build(spec), "hosts")
    if remark:
        terminal.say(f"alphacut: {remark}")
    return found


def say_made_up(hosts: object, count: int) -> None:
    """Say that names of hosts are made up, if they are, where people may take them for theirs."""
    if hosts is None:
        terminal.say(
            f"alphacut: no file names the hosts of the network; they are called n0 to n{count - 1} "
            "here, switch by switch; --hosts FILE gives them their names"
        )


def _text(path: Path, option: str) -> str:
    try:
        with path.open("rb") as file:
            content = read_up_to(file, LARGEST_FILE + 1)
    except OSError as error:
        raise Failure(f"{option}: cannot read {path}: {error.strerror}", BAD_INPUT) from error
    if len(content) > LARGEST_FILE:
        raise Failure(f"{option}: {path} is larger than {LARGEST_FILE:,} bytes", BAD_INPUT)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise Failure(f"{option}: {path} is not text in UTF-8", BAD_INPUT) from error
