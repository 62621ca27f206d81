"""One example of every family, proven and drawn: the table and the pictures of docs/families.md.

Run as `python -m benchmarks.families`; it takes some minutes. With `--draw` the
page and the pictures are made anew from the last results, and nothing is solved.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from alphacut.arrangements.formats.spec import complete, read
from alphacut.jobs.provenance import provenance as origin
from alphacut.service.cli.files import document_text, write_file
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import curve_document
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.bisection.verify.document import verify_document
from benchmarks.families_page import PAGE, write_page, write_pictures
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parent / "results" / "families.json"
SECONDS = 200  # for each example


class Example(NamedTuple):
    """A network, and what its halves have the same number of."""

    spec: str
    balance: str = "switches"


EXAMPLES: tuple[Example, ...] = (
    Example("dragonfly:a=4,h=2,arrangement=absolute"),
    Example("dragonfly:a=4,h=2,arrangement=relative"),
    Example("dragonfly:a=4,h=2,arrangement=circulant"),
    Example("dragonfly:a=3,h=3,arrangement=nautilus"),
    Example("dragonfly:a=4,h=2,arrangement=helix"),
    Example("dragonfly:a=4,h=2,arrangement=palmtree,trunking=2"),
    Example("dragonfly:a=4,h=2,arrangement=hamming,trunking=2"),
    Example("dragonfly:a=4,h=2,arrangement=circulant,trunking=2"),
    Example("dragonfly:a=4,h=3,arrangement=random,trunking=3,seed=1"),
    Example("dragonfly:a=4,h=2,arrangement=consecutive,groups=5"),
    Example("dragonfly:a=4,h=1,arrangement=relative,local.sides=2x2"),
    Example("dragonfly3:a=2,m=1,h=1"),
    Example("dragonfly_plus:groups=5,leaves=2,spines=2,p=2", "hosts"),
    Example("dragonfly_plus:groups=4,leaves=3,spines=3,p=3", "hosts"),
    Example("slingshot:groups=4,switches=4,links=3"),
    Example("cascade:groups=3,rows=2,columns=3,trunking=4"),
    Example("cascade:groups=3,rows=2x2x1,columns=3,trunking=4"),
    Example("percs:groups=3,drawers=2,hubs=3,trunking=6"),
    Example('{"family": "port_map", "a": 2, "h": 1, "ports": [[1, 2], [0, 2], [1, 0]]}'),
    Example(
        '{"family": "link_list", "a": 2, "h": 1, "groups": 3, '
        '"links": [[0, 0, 1, 0], [0, 1, 2, 1], [1, 1, 2, 0]]}'
    ),
    Example(
        '{"family": "graph", "switches": 4, "groups": [0, 0, 1, 1], '
        '"links": [[0, 1], [1, 2, "global"], [2, 3, "local", 3], [3, 0, "global"]]}'
    ),
    Example("mesh:sides=4x5"),
    Example("torus:sides=5x5"),
    Example("hypercube:dimension=5"),
    Example("hamming:sides=4x5"),
    Example("hyperx:sides=3x6,multiplicities=2x1"),
    Example("flattened_butterfly:k=4,n=3"),
    Example("complete:switches=9"),
    Example("fat_tree:k=4", "hosts"),
    Example("leaf_spine:leaves=6,spines=4,uplinks=2", "hosts"),
    Example("xgft:children=3x3x4,parents=1x2x2", "hosts"),
    Example("slim_fly:q=3"),
    Example("rail:units=2,boxes=4,rails=4,spines=2", "hosts"),
    Example("rail:units=4,boxes=2,rails=2,spines=2,planes=2,uplinks=1,pods=2,cores=2", "hosts"),
    Example("hammingmesh:board=2x2,boards=3x2", "hosts"),
    Example("hammingmesh:board=1x1,boards=3x2,radix=4", "hosts"),
    Example("polarfly:q=4"),
    Example("spectralfly:prime=5,q=7"),
    Example("bundlefly:q=3,paley=5"),
    Example("xpander:degree=4,lift=4,seed=1"),
    Example("jellyfish:switches=20,degree=4,seed=1"),
    Example("de_bruijn:symbols=2,length=5"),
    Example("butterfly:dimension=3"),
    Example("butterfly:dimension=3,wrapped=false"),
    Example("cube_connected_cycles:dimension=3"),
    Example("cycle:switches=12"),
    Example("path:switches=9"),
    Example("star:leaves=8"),
    Example("tree:branching=2,height=4"),
    Example("tree:branching=3,height=3"),
    Example("grid:sides=4x4,p=2"),
)


def records(
    examples: Sequence[Example] = EXAMPLES, seconds: float = SECONDS
) -> Iterator[dict[str, Any]]:
    """Solve the examples and verify the documents; certificates are left out of what is kept."""
    for example in examples:
        began = time.monotonic()
        document = solved(example.spec, example.balance, seconds)
        took = time.monotonic() - began
        kept = ("topology", "switches", "links", "balance", "status", "segments", "lower")
        yield {
            "spec": example.spec,
            "verdict": verify_document(json.loads(json.dumps(document))).status,
            "seconds": round(took, 2),
            **{name: document[name] for name in kept if name in document},
        }


def solved(text: str, balance: str, seconds: float) -> Mapping[str, Any]:
    """Trace the curve of a spec as the engine does by default."""
    spec, started, began = read(text), datetime.now(UTC), time.monotonic()
    network = spec.build()
    problem = CurveProblem(network=network, balance=Balance.of(network, balance))
    envelope = trace(problem, Solver().answer, limits=Limits(seconds=seconds))
    return curve_document(
        envelope,
        topology=complete(spec),
        network=network,
        balance=problem.balance,
        provenance=origin(envelope, started=started, seconds=time.monotonic() - began),
    )


def stored() -> dict[str, Any]:
    """Return the last results."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


@click.command
@click.option("--draw", is_flag=True, help="Solve nothing; make page and pictures anew.")
@click.option("--missing", is_flag=True, help="Solve only what there is no proven result of.")
def main(draw: bool, missing: bool) -> None:
    """Solve all examples, and write results, page and pictures."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if not draw:
        begun = provenance(["python", "-m", "benchmarks.families"])
        known = {each["spec"]: each for each in stored()["records"]} if missing else {}
        found = []
        for example in EXAMPLES:
            record = known.get(example.spec)
            if record is None or record["verdict"] != "exact":
                [record] = records([example])
            click.echo(f"{record['spec']}: {record['verdict']}, {record['seconds']} s")
            found.append(record)
        results = {"format": "alphacut-families/1", "provenance": begun, "records": found}
        write_file(RESULTS, document_text(results))
    write_page(PAGE, stored()["records"])
    write_pictures(stored()["records"])


if __name__ == "__main__":
    main()
