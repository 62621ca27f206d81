"""Traffic as users write it: the name of a pattern, a matrix, or the path of a file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.matrix import matrix_file, matrix_object
from alphacut.solver.traffic.patterns import EXAMPLES, pattern
from alphacut.solver.traffic.traffic import Traffic, hosts_of

FILE = "the path of a file"
HostNames = Sequence[Sequence[str]]


def read_traffic(written: object, network: Network, *, beside: str = "a matrix") -> Traffic:
    """Read traffic as documents and requests give it: a pattern's spec, or a matrix.

    Parameters
    ----------
    beside
        What may be given instead of a pattern, in words.

    Raises
    ------
    QuestionError
        If it cannot be read, or does not fit the network.
    """
    if isinstance(written, str):
        return pattern(written, network, beside=beside)
    if isinstance(written, dict):
        return matrix_object(written, len(hosts_of(network)), named_hosts(network))
    raise QuestionError(
        "traffic", f"must be a pattern such as {EXAMPLES}, or a matrix, got {shown(written)}"
    )


def read_traffic_argument(
    written: str, network: Network, *, beside: str = FILE, host_names: HostNames = ()
) -> Traffic:
    """Read traffic as the command line gives it: as `read_traffic` does, or from a file.

    What names a file that is there, or has a dot or a slash, is the path of a file.

    Parameters
    ----------
    beside
        What may be given instead of a pattern, in words.
    host_names
        The names of the hosts of each switch, where they are known.

    Raises
    ------
    QuestionError
        If it cannot be read, or does not fit the network.
    """
    name = written.partition(":")[0]
    if "/" in name or "." in name or _is_file(written):
        called = named_hosts(network, host_names)
        return matrix_file(Path(written), len(hosts_of(network)), called)
    return pattern(written, network, beside=beside)


def named_hosts(network: Network, host_names: HostNames = ()) -> dict[str, int]:
    """Return the hosts that have names: their own, or that of a switch with one host.

    Parameters
    ----------
    host_names
        The names of the hosts of each switch, where they are known.
    """
    own = [name for names in host_names for name in names]
    if own and tuple(map(len, host_names)) == network.hosts:
        return {name: host for host, name in enumerate(own)}
    if not network.names:
        return {}
    first = accumulate(network.hosts, initial=0)
    return {
        name: host
        for name, host, count in zip(network.names, first, network.hosts, strict=False)
        if count == 1
    }


def _is_file(written: str) -> bool:
    try:
        return Path(written).is_file()
    except (OSError, ValueError):
        return False
