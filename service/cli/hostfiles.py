"""Files that name hosts: a host list, or Slurm's topology.conf, read up to a size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.solver.placement.hostlist import is_topology, read_hosts, read_topology

LARGEST_FILE = 16 * 2**20  # bytes


def read_host_files(nodes: Path | None, hosts: Path | None) -> dict[str, Any]:
    """Return what files say, as members of a request.

    Raises
    ------
    Failure, QuestionError
        If a file cannot be read.
    """
    found: dict[str, Any] = {}
    if hosts is not None:
        text = _text(hosts, "--hosts")
        if not is_topology(text):
            raise Failure(
                "--hosts: must be a topology.conf, with lines such as "
                "SwitchName=leaf1 Nodes=n[0-3]", BAD_INPUT,
            )  # fmt: skip
        found["hosts"] = [names for _, names in read_topology(text, "hosts")]
    if nodes is not None:
        text = _text(nodes, "--nodes")
        if not is_topology(text):
            found["nodes"] = read_hosts(text, "nodes")
        else:
            switches = read_topology(text, "nodes")
            found.setdefault("hosts", [names for _, names in switches])
            found["nodes"] = [name for _, names in switches for name in names]
    return found


def _text(path: Path, option: str) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Failure(f"{option}: cannot read {path}: {error.strerror}", BAD_INPUT) from error
    if len(content) > LARGEST_FILE:
        raise Failure(f"{option}: {path} is larger than {LARGEST_FILE:,} bytes", BAD_INPUT)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise Failure(f"{option}: {path} is not text in UTF-8", BAD_INPUT) from error
