"""The files that launchers take, written from a document on a placement.

References
----------
Slurm, srun(1): --distribution=arbitrary and SLURM_HOSTFILE. PRRTE, prte-map(1): rankfile.
HPE Cray MPICH, intro_mpi(3): MPICH_RANK_REORDER_METHOD.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.records import allocation_of

Json = Mapping[str, Any]


def launcher_file(name: str, document: Json) -> str:
    """Write a file for a launcher.

    Raises
    ------
    QuestionError
        If the document places nothing.
    """
    return FORMATS[name](hosts_of_ranks(document))


def hosts_of_ranks(document: Json) -> list[str]:
    """Return the host of each rank: of each task of a grid, or cell of a stencil, row by row."""
    if document.get("placed"):
        return [str(host) for host in document["placed"]["hosts"]]
    if document.get("mapping"):
        return _of_cells(document)
    raise QuestionError("write", "nothing is placed, so that there is no file to write")


def _of_cells(document: Json) -> list[str]:
    """Return a host of the switch of each cell, each host once."""
    network = build(parse(document["topology"]))
    allocation = allocation_of(document["question"], network)
    left = {switch: iter(hosts) for switch, hosts in allocation.by_switch.items()}
    found = []
    for switch in document["mapping"]:
        host = next(left.get(switch, iter(())), None)
        if host is None:
            raise QuestionError(
                "nodes", f"has no host left at switch {switch}, where the mapping puts a cell"
            )
        found.append(allocation.hosts.names[host])
    return found


def slurm(hosts: list[str]) -> str:
    """Write SLURM_HOSTFILE for `srun --distribution=arbitrary`: the host of each rank, in order."""
    return "".join(f"{host}\n" for host in hosts)


def plain(hosts: list[str]) -> str:
    """Write the hosts that are used, each once, in the order of their first rank."""
    return "".join(f"{host}\n" for host in dict.fromkeys(hosts))


def openmpi(hosts: list[str]) -> str:
    """Write a rankfile of Open MPI 5 for `--map-by rankfile:file=FILE`: the host of each rank.

    Which cores a rank takes is left to `--bind-to`.
    """
    return "".join(f"rank {rank}={host}\n" for rank, host in enumerate(hosts))


def openmpi4(hosts: list[str]) -> str:
    """Write a rankfile with slots, as Open MPI 4 and earlier need for `--rankfile FILE`.

    Slots are counted on each host from 0; a rank is bound to the core of its slot.
    """
    return "".join(f"rank {rank}={host} slot={slot}\n" for rank, host, slot in _slots(hosts))


def mpich(hosts: list[str]) -> str:
    """Write MPICH_RANK_ORDER for MPICH_RANK_REORDER_METHOD=3: the rank of each slot, in order.

    The launcher fills its hosts one after the other, in the order of their names. It must be
    given those hosts alone, and as many ranks for each.
    """
    ranks: dict[str, list[int]] = {}
    for rank, host in enumerate(hosts):
        ranks.setdefault(host, []).append(rank)
    each = sorted({len(held) for held in ranks.values()})
    if len(each) > 1:
        raise QuestionError(
            "write",
            f"mpich: hosts take {each[0]} to {each[-1]} ranks, and the launcher gives each as "
            "many; take a count that fills every host",
        )
    order = "\n".join(",".join(map(str, ranks[host])) for host in sorted(ranks, key=_natural))
    return (
        f"# {each[0]} ranks on each of {len(ranks)} hosts, in the order of their names\n{order}\n"
    )


def _natural(host: str) -> list[tuple[int, str]]:
    """Sort n9 before n10, as Slurm does."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split("([0-9]+)", host)]


def _slots(hosts: list[str]) -> list[tuple[int, str, int]]:
    used: dict[str, int] = {}
    found = []
    for rank, host in enumerate(hosts):
        found.append((rank, host, used.get(host, 0)))
        used[host] = used.get(host, 0) + 1
    return found


FORMATS: dict[str, Callable[[list[str]], str]] = {
    "slurm": slurm, "openmpi": openmpi, "openmpi4": openmpi4, "mpich": mpich, "hosts": plain,
}  # fmt: skip
