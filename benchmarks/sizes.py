"""Sizes and distances of families beside those of a public generator: a table of docs/families.md.

Run as `python -m benchmarks.sizes` to compute ours anew and write the table. With `--generator
FOLDER`, where a copy of EvalNet is, its figures are computed anew as well; it needs sympy, scipy
and networkx. Ours come from `Ways`, those of the generator from its lists of neighbours by a
search of this module: nothing is shared.

References
----------
Besta, Iff, Schneider, Blach, Maissen, Di Girolamo, Domke, Krattenmacher, Singla, Lakhotia,
Monroe, Petrini, Gerstenberger and Hoefler, EvalNet: a practical toolchain for generation and
analysis of extreme-scale interconnects, arXiv:2105.12663; https://github.com/spcl/EvalNet.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import numpy as np

from alphacut.arrangements.formats.spec import build, read
from alphacut.service.cli.files import document_text, write_file
from alphacut.solver.design.built import Ways
from benchmarks.families_page import PAGE
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parent / "results" / "sizes.json"
FORMAT = "alphacut-sizes/1"
BEGIN, END = "<!-- sizes:begin -->", "<!-- sizes:end -->"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A network of ours, and how EvalNet makes the same."""

    spec: str
    made_by: str  # the module of topogen that makes it
    arguments: tuple[Any, ...]  # of its generator
    described: tuple[Any, ...] | None = ()  # of its class, which knows hosts; (): the same
    edge: int | None = None  # switches with hosts, the first ones, where there is no such class
    drawn: bool = False  # at random: only sizes and diameters can be equal


ENTRIES: tuple[Entry, ...] = (
    Entry(spec="fat_tree:k=8", made_by="FatTree", arguments=(8,)),
    Entry(spec="fat_tree:k=16", made_by="FatTree", arguments=(16,)),
    Entry(
        spec="xgft:children=4x4x4,parents=1x2x2", made_by="ExtendedGeneralizedFatTree",
        arguments=(2, (4, 4, 2, 2)), described=None, edge=16,
    ),
    Entry(
        spec="xgft:children=4x4x4,parents=1x1x2", made_by="ExtendedGeneralizedFatTree",
        arguments=(2, (4, 4, 1, 2)), described=None, edge=16,
    ),
    Entry(
        spec="dragonfly:a=6,h=3,p=3,arrangement=absolute", made_by="Dragonfly", arguments=(3,)
    ),
    Entry(
        spec="dragonfly:a=8,h=4,p=4,arrangement=absolute", made_by="Dragonfly", arguments=(4,)
    ),
    Entry(
        spec="dragonfly_plus:groups=9,leaves=4,spines=4,links=1,p=2", made_by="Megafly",
        arguments=(2, 8),
    ),
    Entry(
        spec="dragonfly_plus:groups=10,leaves=3,spines=3,links=1,p=3", made_by="Megafly",
        arguments=(1, 6),
    ),
    Entry(spec="slim_fly:q=5,p=4", made_by="SlimFly", arguments=(5,)),
    Entry(spec="slim_fly:q=7,p=6", made_by="SlimFly", arguments=(7,)),
    Entry(spec="slim_fly:q=8,p=6", made_by="SlimFly", arguments=(8,)),
    Entry(spec="slim_fly:q=9,p=7", made_by="SlimFly", arguments=(9,)),
    Entry(spec="polarfly:q=7,p=4", made_by="Brown", arguments=(7,)),
    Entry(spec="polarfly:q=8,p=4", made_by="Brown", arguments=(8,)),
    Entry(spec="polarfly:q=9,p=5", made_by="Brown", arguments=(9,)),
    Entry(spec="bundlefly:q=3,paley=5,p=2", made_by="Bundlefly", arguments=(7,)),
    Entry(spec="bundlefly:q=4,paley=5,p=2", made_by="Bundlefly", arguments=(8,)),
    Entry(spec="bundlefly:q=5,paley=9,p=3", made_by="Bundlefly", arguments=(11,)),
    Entry(spec="spectralfly:prime=11,q=7,p=10", made_by="Spectralfly", arguments=(11, 7)),
    Entry(spec="spectralfly:prime=5,q=7,p=4", made_by="Spectralfly", arguments=(5, 7)),
    Entry(spec="hyperx:sides=6x6,p=5", made_by="HyperX", arguments=(2, 6)),
    Entry(spec="hyperx:sides=4x4x4,p=3", made_by="HyperX", arguments=(3, 4)),
    Entry(spec="flattened_butterfly:k=4,n=3", made_by="Flatbutterfly", arguments=(3, 4)),
    Entry(spec="torus:sides=4x4x4", made_by="Torus", arguments=(3, 4)),
    Entry(spec="hypercube:dimension=6", made_by="Hypercube", arguments=(6,)),
    Entry(spec="mesh:sides=5x5", made_by="Mesh", arguments=(2, 5, 0)),
    Entry(
        spec="jellyfish:switches=200,degree=12,seed=1,p=6", made_by="Jellyfish",
        arguments=(12, 200), described=(12, 200, 6), drawn=True,
    ),
    Entry(
        spec="xpander:degree=12,lift=16,seed=1,p=6", made_by="Xpander", arguments=(12, (16,)),
        drawn=True,
    ),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """What is counted of a network."""

    switches: int
    links: int
    hosts: int | None  # None: the generator does not tell them
    diameter: int  # hops between two switches that have hosts
    hops: int  # between all ordered pairs of them, added up
    pairs: int  # of different ones

    @property
    def mean(self) -> Fraction:
        """Hops between two different switches that have hosts."""
        return Fraction(self.hops, self.pairs)


def ours(spec: str) -> Sizes:
    """Count a network of ours."""
    network = build(read(spec))
    ways = Ways.of(network)
    if ways is None:
        raise ValueError(f"{spec} is too large for a table of all distances")
    edge = np.array(network.hosts) > 0
    far = ways.distances[np.ix_(edge, edge)]
    return Sizes(
        switches=network.switches,
        links=sum(link.multiplicity for link in network.links),
        hosts=sum(network.hosts),
        diameter=int(far.max()),
        hops=int(far.sum()),
        pairs=len(far) * (len(far) - 1),
    )


def generated(entry: Entry) -> Sizes:
    """Have EvalNet make a network, and count it by searches over its lists of neighbours.

    Its folder has to be on the path of modules.
    """
    random.seed(0)  # what the generator draws from, and so does the next line
    np.random.seed(0)
    name = entry.made_by
    with contextlib.redirect_stdout(io.StringIO()):  # it prints as it works
        maker = getattr(importlib.import_module(f"topogen.{name}Generator"), f"{name}Generator")
        near = maker().make(*_lists(entry.arguments))
        told: Any = None
        if entry.described is not None:
            kind = getattr(importlib.import_module(f"topogen.{name}"), name)
            told = kind(*_lists(entry.described or entry.arguments))
    edge = int(told.edge) if entry.edge is None else entry.edge
    far = [_searched(near, source)[:edge] for source in range(edge)]
    return Sizes(
        switches=len(near),
        links=sum(map(len, near)) // 2,
        hosts=None if told is None else int(told.N),
        diameter=max(map(max, far)),
        hops=sum(map(sum, far)),
        pairs=edge * (edge - 1),
    )


def _lists(arguments: Sequence[Any]) -> list[Any]:
    return [list(each) if isinstance(each, tuple) else each for each in arguments]


def _searched(near: Sequence[Sequence[int]], source: int) -> list[int]:
    """Return the hops from one switch to each, breadth first."""
    far = [-1] * len(near)
    far[source], front = 0, [source]
    while front:
        reached = []
        for switch in front:
            for other in near[switch]:
                if far[other] < 0:
                    far[other] = far[switch] + 1
                    reached.append(int(other))
        front = reached
    return far


def rows(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write the table, in lines."""
    yield (
        "| network | switches | links | hosts | diameter | mean distance "
        "| the same of EvalNet | by its module |"
    )
    yield "|---|---:|---:|---:|---:|---:|---|---|"
    for record in records:
        here, there = Sizes(**record["ours"]), Sizes(**record["generated"])
        yield "| " + " | ".join((
            f"`{record['spec']}`", f"{here.switches:,}", f"{here.links:,}", f"{here.hosts:,}",
            str(here.diameter), f"{float(here.mean):.4f}",
            f"{there.switches:,}, {there.links:,}, "
            f"{'untold' if there.hosts is None else f'{there.hosts:,}'}, {there.diameter}, "
            f"{float(there.mean):.4f}{', drawn at random' if record['drawn'] else ''}",
            f"`{record['made_by']}`",
        )) + " |"  # fmt: skip


def filled(text: str, records: Sequence[Mapping[str, Any]]) -> str:
    """Return the page with what stands between the marks replaced."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    table = "\n".join(rows(records))
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def stored() -> dict[str, Any]:
    """Return the last results."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


@click.command
@click.option(
    "--generator", type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER", help="A copy of EvalNet, whose figures are computed anew.",
)  # fmt: skip
def main(generator: Path | None) -> None:
    """Compute sizes and distances, and write results and table."""
    begun = provenance(["python", "-m", "benchmarks.sizes"])
    before = {} if generator else {each["spec"]: each["generated"] for each in stored()["records"]}
    commit = _commit(generator) if generator else stored()["generator"]["commit"]
    if generator is not None:
        sys.path.insert(0, str(generator.resolve()))
    found = []
    for entry in ENTRIES:
        there = before[entry.spec] if generator is None else asdict(generated(entry))
        found.append({
            "spec": entry.spec, "made_by": entry.made_by, "arguments": entry.arguments,
            "drawn": entry.drawn, "ours": asdict(ours(entry.spec)), "generated": there,
        })  # fmt: skip
        click.echo(f"{entry.spec}: {found[-1]['ours']} {there}")
    results = {
        "format": FORMAT, "provenance": begun,
        "generator": {"repository": "https://github.com/spcl/EvalNet", "commit": commit},
        "records": found,
    }  # fmt: skip
    write_file(RESULTS, document_text(results))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")


def _commit(folder: Path) -> str:
    asked = "git", "rev-parse", "HEAD"
    return subprocess.run(
        asked, cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


if __name__ == "__main__":
    main()
