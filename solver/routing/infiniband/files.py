"""The files that carry a mechanism to a fabric."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.any_network import NAMES, UP_DOWN
from alphacut.solver.routing.graph import Cycle, order_or_cycle
from alphacut.solver.routing.infiniband.lft_reader import Walked, routes_of_tables
from alphacut.solver.routing.infiniband.lft_writer import FIELD, tables_of
from alphacut.solver.routing.infiniband.tables import Tables, fdbs_text, lfts_text
from alphacut.solver.routing.infiniband.topology import guid2lid_text, ibsim_text, subnet_text
from alphacut.solver.routing.mechanism_spec import Installed
from alphacut.solver.routing.routes import Mechanism

LFTS, FDBS, SUBNET = "opensm-lfts.dump", "opensm.fdbs", "opensm-subnet.lst"


@dataclass(frozen=True, kw_only=True)
class TableFiles:
    """Files by their names, and what the tables in them make where that is not the mechanism."""

    texts: dict[str, str]
    walked: Walked | None = None


def table_files(
    mechanism: Mechanism, network: Network, installed: Installed | None, name: str = ""
) -> TableFiles:
    """Write forwarding tables, and the fabric that they are for if none is installed.

    Parameters
    ----------
    name
        Of a mechanism for any network: its tables have routes of their own, which are judged.

    Raises
    ------
    QuestionError
        If the mechanism is not one that tables can hold, or its tables would close a cycle.
    """
    where = installed or Installed.of(None, network)
    tables = tables_of(mechanism, where.fabric, network, where.order, name)
    walked = _judged(tables, where, network, name) if name in NAMES else None
    found = {LFTS: lfts_text(tables, where.fabric), FDBS: fdbs_text(tables, where.fabric)}
    if installed is None:
        found[SUBNET] = subnet_text(where.fabric)
        found["guid2lid"] = guid2lid_text(where.fabric)
        found["ibsim.net"] = ibsim_text(where.fabric)
    return TableFiles(texts=found, walked=walked)


def _judged(tables: Tables, where: Installed, network: Network, name: str) -> Walked:
    """Walk tables as those of others are, and refuse a cycle."""
    walked = routes_of_tables(tables, where.fabric, network, where.order)
    found = order_or_cycle(walked.routes.channels.count, walked.routes.dependencies())
    if isinstance(found, Cycle):
        raise QuestionError(
            FIELD, f"{name} by destination closes a cycle of {len(found.channels)} channels on one "
            f"virtual lane; {UP_DOWN} closes none",
        )  # fmt: skip
    return walked
