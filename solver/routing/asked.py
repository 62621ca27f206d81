"""A mechanism as users name it: by name, or by the path of a file of routes or tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.solver.errors import QuestionError
from alphacut.solver.routing.box import Box
from alphacut.solver.routing.catalogue import Built, build_mechanism
from alphacut.solver.routing.choice import NAMES, Choice
from alphacut.solver.routing.dimension_order import dimension_order
from alphacut.solver.routing.files import content_of, read_routes, routes_of
from alphacut.solver.routing.infiniband.fabric import Fabric, made
from alphacut.solver.routing.infiniband.lanes import Lanes, read_lanes, read_levels
from alphacut.solver.routing.infiniband.tables import looks_like_tables, read_tables
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.routing.infiniband.walked import routes_of_tables
from alphacut.solver.routing.three_levels import FAMILY, three_levels

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.arrangements.network import Network

ROUTES = "routes"  # the name of a user's own mechanism


@dataclass(frozen=True, kw_only=True)
class Installed:
    """A fabric, and which of its switches are those of the network."""

    fabric: Fabric
    order: list[int]  # GUIDs of the switches, as the network numbers them

    @classmethod
    def of(cls, path: Path | None, network: Network) -> Installed:
        """Read a fabric whose switches are named by number, or make one up."""
        if path is None:
            fabric = made(network)
            return cls(fabric=fabric, order=[node.guid for node in fabric.switches])
        fabric = read_fabric(content_of(path, "fabric"))
        return cls(fabric=fabric, order=fabric.numbered(network))


@dataclass(frozen=True, kw_only=True)
class Files:
    """Files that tell more about forwarding tables."""

    path_sl: Path | None = None  # service levels of paths
    sl2vl: Path | None = None  # virtual lanes of service levels

    def lanes(self) -> Lanes:
        """Read the virtual lanes of packets."""
        levels = read_levels(content_of(self.path_sl, "path_sl")) if self.path_sl else {}
        tables = read_lanes(content_of(self.sl2vl, "sl2vl")) if self.sl2vl else {}
        return Lanes(levels=levels, tables=tables)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A mechanism with all that users may decide about it."""

    mechanism: str  # a name, or a path
    vcs: tuple[int, int] | None = None
    valiant: str = "switch"
    colouring: str | None = None
    order: str | None = None
    adaptive: bool = False
    routes: str | None = None  # a user's own, as CSV; the mechanism is then "routes"
    files: Files = field(default_factory=Files)

    def build(
        self, topology: Mapping[str, Any], network: Network, installed: Installed | None = None
    ) -> Built:
        """Put it together for a network.

        Parameters
        ----------
        topology
            The complete spec of the network.
        installed
            The fabric whose tables are read; by default one is made up.

        Raises
        ------
        QuestionError
            If anything does not fit.
        """
        if self.routes is not None:
            self._nothing_else("a list of routes")
            routes = routes_of(self.routes.encode(), network, self.vcs, adaptive=self.adaptive)
            return Built(name=ROUTES, mechanism=routes, vcs=routes.channels.vcs)
        if self.mechanism not in NAMES and ("/" in self.mechanism or "." in self.mechanism):
            self._nothing_else("a file of routes")
            return self._from_file(network, installed)
        if self.adaptive:
            raise QuestionError("adaptive", f"{self.mechanism} is not adaptive; leave it out")
        choice = Choice(
            mechanism=self.mechanism, vcs=self.vcs, valiant=self.valiant,
            colouring=self.colouring, order=self.order,
        )  # fmt: skip
        if self.mechanism == "dimension-order":
            return self._along_dimensions(choice, topology, network)
        if self.mechanism == "minimal" and topology["family"] == FAMILY:
            self._nothing_else("minimal on 3 levels")
            levels = three_levels(topology, network, self.vcs)
            return Built(name=ROUTES, mechanism=levels, vcs=levels.channels.vcs)
        return build_mechanism(choice, network)

    def _from_file(self, network: Network, installed: Installed | None) -> Built:
        path = Path(self.mechanism)
        content = content_of(path)
        if not looks_like_tables(content):
            routes = read_routes(path, content, network, self.vcs, adaptive=self.adaptive)
            return Built(name=ROUTES, mechanism=routes, vcs=routes.channels.vcs)
        if self.adaptive or self.vcs:
            name = "adaptive" if self.adaptive else "vcs"
            raise QuestionError(name, "forwarding tables decide this; leave it out")
        where = installed or Installed.of(None, network)
        routes = routes_of_tables(
            read_tables(content), where.fabric, network, where.order, self.files.lanes()
        )
        return Built(name=ROUTES, mechanism=routes, vcs=routes.channels.vcs)

    def _along_dimensions(
        self, choice: Choice, topology: Mapping[str, Any], network: Network
    ) -> Built:
        self._nothing_else("dimension-order")
        box = Box.of(topology)
        vcs = max(choice.vcs) if choice.vcs else box.default_vcs
        routes = dimension_order(box, network, vcs)
        return Built(name=choice.mechanism, mechanism=routes, vcs=(vcs, vcs))

    def _nothing_else(self, what: str) -> None:
        for name in ("colouring", "order"):
            if getattr(self, name) is not None:
                raise QuestionError(name, f"{what} has none; leave it out")
