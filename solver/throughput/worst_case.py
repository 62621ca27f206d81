"""A permutation that is yet to be found: how users name it, and what stands for it until then."""

from __future__ import annotations

from fractions import Fraction

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Traffic, hosts_of

WORST = "worst"  # the name of the traffic
MOST_HOSTS = 1_100  # as an assignment weighs all pairs


def any_permutation(network: Network, injection: Fraction = Fraction(1)) -> Traffic:
    """Return traffic between all hosts, among which the permutation is searched for.

    Raises
    ------
    QuestionError
        If the network has too many hosts for the search, or their links not the capacity 1.
    """
    if injection != 1:
        raise QuestionError("injection", f"must be 1 for the traffic {WORST}, got {injection}")
    hosts = len(hosts_of(network))
    if hosts > MOST_HOSTS:
        raise QuestionError(
            "traffic",
            f"worst weighs all pairs of hosts: at most {MOST_HOSTS:,} of them, and the network "
            f"has {hosts:,}",
        )
    return read_traffic("all-to-all", network)
