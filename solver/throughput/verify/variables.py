"""How many sets of paths have a rate of their own: the variables of a model, counted anew."""

from __future__ import annotations

from dataclasses import replace

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.models import Control, Model
from alphacut.solver.throughput.verify.bounds import Setting
from alphacut.solver.throughput.verify.evidence import Evidence, Flow
from alphacut.solver.throughput.verify.exact import Table
from alphacut.solver.throughput.verify.walks import Walks


def variables_of(setting: Setting, model: Model, evidence: Evidence) -> int:
    """Return the number of variables of a model, of one flow for each orbit.

    Where every non-minimal path may have a rate, those are counted that the evidence gives one.
    """
    if model.valiant in (None, Control.INDIVIDUAL):
        return evidence.given
    walks = setting.counted
    valiant = [each.count for each in walks.valiant]
    if model.minimal is Control.INDIVIDUAL:
        single = walks_of_links(setting)
        minimal = [single.direct(length).count for length in range(len(single.minimal))]
    else:
        minimal = [walks.direct(length).count for length in range(len(walks.minimal))]
    return sum(
        _sets(model.minimal, minimal, flow) + _sets(model.valiant, valiant, flow)
        for flow in evidence.flows
    )


def walks_of_links(setting: Setting) -> Walks:
    """Return the paths of a network in which parallel links are one."""
    network = setting.network
    if all(link.multiplicity == 1 for link in network.links):
        return setting.counted
    return Walks(_simple(network), [0] * (2 * len(network.links)))


def _simple(network: Network) -> Network:
    return replace(network, links=tuple(link._replace(multiplicity=1) for link in network.links))


def _sets(control: Control | None, counts: list[Table], flow: Flow) -> int:
    """Return how many sets of paths of one kind share rates, of a flow."""
    numbers = [int(count[flow]) for count in counts]
    if control is Control.INDIVIDUAL:
        return sum(numbers)
    if control is Control.TOGETHER:
        return int(any(numbers))
    return sum(number > 0 for number in numbers)
