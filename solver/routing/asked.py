"""A mechanism as users name it: by name, or by the path of a file of routes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.solver.errors import QuestionError
from alphacut.solver.routing.box import Box, dimension_order
from alphacut.solver.routing.catalogue import Built, build_mechanism
from alphacut.solver.routing.files import read_routes
from alphacut.solver.routing.question import NAMES, Choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.arrangements.network import Network

ROUTES = "routes"  # the name of a user's own mechanism


def is_path(mechanism: str) -> bool:
    """Whether a mechanism is named by the path of a file."""
    return mechanism not in NAMES and ("/" in mechanism or "." in mechanism)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A mechanism with all that users may decide about it."""

    mechanism: str  # a name, or a path
    vcs: tuple[int, int] | None = None
    valiant: str = "switch"
    colouring: str | None = None
    order: str | None = None
    adaptive: bool = False

    def build(self, topology: Mapping[str, Any], network: Network) -> Built:
        """Put it together for a network.

        Parameters
        ----------
        topology
            The complete spec of the network.

        Raises
        ------
        QuestionError
            If anything does not fit.
        """
        if is_path(self.mechanism):
            return self._from_file(network)
        if self.adaptive:
            raise QuestionError("adaptive", f"{self.mechanism} is not adaptive; leave it out")
        choice = Choice(
            mechanism=self.mechanism, vcs=self.vcs, valiant=self.valiant,
            colouring=self.colouring, order=self.order,
        )  # fmt: skip
        if self.mechanism == "dimension-order":
            return self._along_dimensions(choice, topology, network)
        return build_mechanism(choice, network)

    def _from_file(self, network: Network) -> Built:
        self._nothing_else("a file of routes")
        routes = read_routes(Path(self.mechanism), network, self.vcs, adaptive=self.adaptive)
        return Built(
            name=ROUTES, mechanism=routes, vcs=routes.channels.vcs
        )

    def _along_dimensions(
        self, choice: Choice, topology: Mapping[str, Any], network: Network
    ) -> Built:
        self._nothing_else("dimension-order")
        box = Box.of(topology)
        vcs = max(choice.vcs) if choice.vcs else box.default_vcs
        routes = dimension_order(box, network, vcs)
        return Built(
            name=choice.mechanism, mechanism=routes, vcs=(vcs, vcs)
        )

    def _nothing_else(self, what: str) -> None:
        for name in ("colouring", "order"):
            if getattr(self, name) is not None:
                raise QuestionError(name, f"{what} has none; leave it out")
