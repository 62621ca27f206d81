"""A mechanism as users name it: by name, or by the path of a file of routes or tables."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing import any_network
from alphacut.solver.routing.catalogue import Built, build_mechanism
from alphacut.solver.routing.channels import Channels, Links
from alphacut.solver.routing.colouring import SearchTooLong
from alphacut.solver.routing.dimension_order import check_box, dimension_order
from alphacut.solver.routing.files import content_of, read_routes, routes_of
from alphacut.solver.routing.grid import Box
from alphacut.solver.routing.infiniband.fabric import Fabric
from alphacut.solver.routing.infiniband.lanes import Lanes, read_lanes, read_levels
from alphacut.solver.routing.infiniband.lft_reader import routes_of_tables
from alphacut.solver.routing.infiniband.made import made
from alphacut.solver.routing.infiniband.match import order_in
from alphacut.solver.routing.infiniband.tables import looks_like_tables, read_tables
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.routing.options import NAMES, Choice
from alphacut.solver.routing.three_levels import FAMILY, check_size, three_levels

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
        """Read a fabric and find the switches of the network in it, or make one up."""
        if path is None:
            fabric = made(network)
            return cls(fabric=fabric, order=[node.guid for node in fabric.switches])
        fabric = read_fabric(content_of(path, "fabric"))
        return cls(fabric=fabric, order=order_in(fabric, network))


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
class MechanismSpec:
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
        choice = self._choice()
        if self.mechanism == "dimension-order":
            return self._along_dimensions(choice, topology, network)
        if self.mechanism in any_network.NAMES:
            self._nothing_else(self.mechanism)
            vcs = self._on_all_links(choice)
            listed = any_network.routes_on_any(self.mechanism, network, vcs)
            return Built(name=ROUTES, mechanism=listed, vcs=listed.channels.vcs)
        if self._on_three_levels(topology):
            levels = three_levels(topology, network, self.vcs)
            return Built(name=ROUTES, mechanism=levels, vcs=levels.channels.vcs)
        return build_mechanism(choice, network)

    def check(self, topology: Mapping[str, Any], network: Network, seconds: float) -> None:
        """Refuse what `build` would refuse of routes or a mechanism by name, but list no routes.

        Parameters
        ----------
        seconds
            The most that one search for colours may take; one that is not finished refuses nothing.

        Raises
        ------
        QuestionError
            If anything does not fit.
        """
        if self.routes is not None:
            self.build(topology, network)
            return
        choice = self._choice()
        if self.mechanism == "dimension-order":
            self._box(choice, topology, network)
        elif self.mechanism in any_network.NAMES:
            self._nothing_else(self.mechanism)
            self._on_all_links(choice)
            any_network.check_network(network)
        elif self._on_three_levels(topology):
            check_size(network)
        else:
            with suppress(SearchTooLong):
                build_mechanism(choice, network, seconds)

    def _choice(self) -> Choice:
        if self.adaptive:
            raise QuestionError("adaptive", f"{self.mechanism} is not adaptive; leave it out")
        if self.files != Files():
            name = "path_sl" if self.files.path_sl else "sl2vl"
            raise QuestionError(name, "is read with forwarding tables alone; leave it out")
        return Choice(
            mechanism=self.mechanism, vcs=self.vcs, valiant=self.valiant,
            colouring=self.colouring, order=self.order,
        )  # fmt: skip

    def _on_three_levels(self, topology: Mapping[str, Any]) -> bool:
        if self.mechanism != "minimal" or topology["family"] != FAMILY:
            return False
        self._nothing_else("minimal on 3 levels")
        return True

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
        walked = routes_of_tables(
            read_tables(content), where.fabric, network, where.order, self.files.lanes()
        )
        return Built(
            name=ROUTES, mechanism=walked.routes, vcs=walked.routes.channels.vcs,
            remarks=walked.remarks,
        )  # fmt: skip

    def _along_dimensions(
        self, choice: Choice, topology: Mapping[str, Any], network: Network
    ) -> Built:
        box, channels = self._box(choice, topology, network)
        routes = dimension_order(box, channels)
        return Built(name=choice.mechanism, mechanism=routes, vcs=channels.vcs)

    def _box(
        self, choice: Choice, topology: Mapping[str, Any], network: Network
    ) -> tuple[Box, Channels]:
        self._nothing_else("dimension-order")
        box = Box.of(topology)
        vcs = self._on_all_links(choice) or box.default_vcs
        check_box(box)
        return box, Channels(links=Links.of(network), vcs=(vcs, vcs))

    def _on_all_links(self, choice: Choice) -> int | None:
        """Return the virtual channels of a mechanism that has as many on every link."""
        local, between = choice.vcs or (None, None)
        if local != between:
            raise QuestionError(
                "vcs",
                f"{self.mechanism} has as many on every link; give one number, such as {local}",
            )
        return local

    def _nothing_else(self, what: str) -> None:
        for name in ("colouring", "order"):
            if getattr(self, name) is not None:
                raise QuestionError(name, f"{what} has none; leave it out")
