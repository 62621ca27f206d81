"""What the command line asks for beside the document: forwarding tables, and every link's load."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.files import routes_csv
from alphacut.solver.routing.infiniband.files import table_files

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.answer import Answer
    from alphacut.solver.routing.catalogue import Built
    from alphacut.solver.routing.mechanism_spec import Installed

TABLES, LOADS = "tables", "loads"  # names in a request's member "beside"
Json = Mapping[str, Any]


def tables(built: Built, network: Network, installed: Installed | None, mechanism: str) -> Json:
    """Write the routes, and the forwarding tables that hold them.

    Returns
    -------
    dict
        "files" by their names; "remarks" on tables with routes of their own, or why there are
        no tables where no fabric is given.

    Raises
    ------
    QuestionError
        If there are no tables for the fabric that is given.
    """
    files = {"routes.csv": routes_csv(built.mechanism, network)}
    try:
        found = table_files(built.mechanism, network, installed, mechanism)
    except QuestionError as error:
        if installed is not None:
            raise
        remark = f"alphacut: no forwarding tables are written: {error.problem}"
        return {"files": files, "remarks": [remark]}
    remarks: list[str] = []
    if found.walked is not None:
        count = len(found.walked.routes.dependencies())
        remarks = [
            "alphacut: the forwarding tables have destination-based routes of their own, free "
            f"from deadlock: {count:,} dependencies",
            *(f"  {each}" for each in found.walked.remarks),
        ]
    return {"files": {**files, **found.texts}, "remarks": remarks}


def loads_by_class(answer: Answer) -> Mapping[str, list[float]] | None:
    """Return the load of every link, rounded, by the class of links; None if nothing is sent."""
    if answer.load is None:
        return None
    _, loads = answer.load
    return {
        name: [float(int(each) * loads.unit) for each in loads.load[loads.links.link_class == i]]
        for i, name in enumerate(loads.links.classes)
        if (loads.links.link_class == i).any()
    }
