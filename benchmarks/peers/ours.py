"""The command `alphacut point`, as a user gives it, and the check of what it wrote."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.one_core import run
from benchmarks.peers.record import Result

RUN = "import sys; from alphacut.service.cli.main import main; sys.exit(main())"


def solve(network: Network, alpha: Alpha, seconds: int) -> Result:
    """Solve within a wall time, on one core."""
    with tempfile.TemporaryDirectory() as scratch:
        spec, out = Path(scratch) / "network.json", Path(scratch) / "out.json"
        spec.write_text(json.dumps(_spec(network)), "utf-8")
        arguments = [str(spec), "--alpha", str(alpha), "--out", str(out), "--quiet"]
        limits = ["--time-limit", str(seconds), "--processes", "1"]
        spent = run([sys.executable, "-c", RUN, "point", *arguments, *limits])
        document = json.loads(out.read_text("utf-8"))
    point = document["point"]
    return Result(
        value=point["value"],
        lower=point["lower"],
        status=document["status"],
        engine=point.get("engine", ""),
        verified=_accepted(document),
        **spent,
    )


def _spec(network: Network) -> dict[str, object]:
    return {
        "family": "graph",
        "switches": network.switches,
        "groups": list(network.groups),
        "links": [
            [link.first, link.second, link.link_class, link.multiplicity] for link in network.links
        ],
    }


def _accepted(document: dict[str, object]) -> bool:
    try:
        return verify_document(document).status == document["status"]
    except (Refused, DocumentError):
        return False
