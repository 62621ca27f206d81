"""Lists of hosts as Slurm writes them: `n[0-15,20],login1`, and its trees of switches.

References
----------
Slurm, manual pages scontrol (show hostnames) and topology.conf.
"""

from __future__ import annotations

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange import _host_list, topology_conf, topology_yaml
from alphacut.arrangements.formats.exchange._text import signed
from alphacut.solver.common.errors import QuestionError

MOST_HOSTS = _host_list.MOST
TREES = {"topology.conf": topology_conf.tree_of, "topology.yaml": topology_yaml.tree_of}


def read_hosts(text: str, field: str) -> list[str]:
    """Read host lists, one or several to a line; what follows # is a remark.

    Raises
    ------
    QuestionError
        If something is no host, or there are too many.
    """
    found: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split("#")[0].split():
            found += expanded(word, f"{field}: line {number}", MOST_HOSTS - len(found))
    if not found:
        raise QuestionError(field, "names no host; give one to a line, or a list such as n[0-15]")
    return found


def expanded(written: str, field: str, most: int = MOST_HOSTS) -> list[str]:
    """Write a host list out: `n[08-10]` is n08, n09, n10.

    Raises
    ------
    QuestionError
        If it is none, or names more hosts than there may be.
    """
    try:
        return _host_list.expanded(written, most)
    except SpecError as error:
        raise QuestionError(field, error.problem) from error


def is_topology(text: str) -> bool:
    """Tell whether a text is a topology.conf or a topology.yaml."""
    return signed(text.encode()) in TREES


def read_topology(text: str, field: str) -> list[tuple[str, list[str]]]:
    """Read the switches of a topology.conf or .yaml that have hosts, in order, with these.

    Raises
    ------
    QuestionError
        If a line cannot be read, or no switch has hosts.
    """
    content = text.encode()
    try:
        tree, _ = TREES.get(signed(content), topology_conf.tree_of)(content)
    except SpecError as error:
        raise QuestionError(field, error.problem) from error
    found = [(each.name, list(each.hosts)) for each in tree.switches.values() if each.hosts]
    if not found:
        raise QuestionError(field, "no switch in it has hosts; give them to the leaf switches")
    return found
