"""Traffic as users write it: the name of a pattern, a matrix, or the path of a file."""

from __future__ import annotations

from pathlib import Path

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.matrix import matrix_file, matrix_object
from alphacut.solver.traffic.patterns import EXAMPLES, pattern
from alphacut.solver.traffic.traffic import Traffic, hosts_of

FILE = "the path of a file"


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
        return matrix_object(written, len(hosts_of(network)))
    raise QuestionError(
        "traffic", f"must be a pattern such as {EXAMPLES}, or a matrix, got {shown(written)}"
    )


def read_traffic_argument(written: str, network: Network, *, beside: str = FILE) -> Traffic:
    """Read traffic as the command line gives it: as `read_traffic` does, or from a file.

    What names a file that is there, or has a dot or a slash, is the path of a file.

    Parameters
    ----------
    beside
        What may be given instead of a pattern, in words.

    Raises
    ------
    QuestionError
        If it cannot be read, or does not fit the network.
    """
    name = written.partition(":")[0]
    if "/" in name or "." in name or _is_file(written):
        return matrix_file(Path(written), len(hosts_of(network)))
    return pattern(written, network, beside=beside)


def _is_file(written: str) -> bool:
    try:
        return Path(written).is_file()
    except (OSError, ValueError):
        return False
