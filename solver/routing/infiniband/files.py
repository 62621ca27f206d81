"""The files that carry a mechanism to a fabric."""

from __future__ import annotations

from alphacut.arrangements.network import Network
from alphacut.solver.routing.asked import Installed
from alphacut.solver.routing.infiniband.tables import fdbs_text, lfts_text
from alphacut.solver.routing.infiniband.topology import guid2lid_text, ibsim_text, subnet_text
from alphacut.solver.routing.infiniband.written import tables_of
from alphacut.solver.routing.routes import Mechanism

LFTS, FDBS, SUBNET = "opensm-lfts.dump", "opensm.fdbs", "opensm-subnet.lst"


def table_files(
    mechanism: Mechanism, network: Network, installed: Installed | None
) -> dict[str, str]:
    """Write forwarding tables, and the fabric that they are for if none is installed.

    Raises
    ------
    QuestionError
        If the mechanism is not one that tables can hold.
    """
    where = installed or Installed.of(None, network)
    tables = tables_of(mechanism, where.fabric, network, where.order)
    found = {LFTS: lfts_text(tables, where.fabric), FDBS: fdbs_text(tables, where.fabric)}
    if installed is None:
        found[SUBNET] = subnet_text(where.fabric)
        found["guid2lid"] = guid2lid_text(where.fabric)
        found["ibsim.net"] = ibsim_text(where.fabric)
    return found
