"""One example of every family, with its proven curve: the table of docs/families.md.

Run as `python -m benchmarks.families`; it takes some minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from arrangements.formats.spec import FamilySpec, complete, read
from benchmarks.readme_table import formula
from jobs.provenance import provenance
from solver.bisection.answer import answer
from solver.bisection.balance import Balance
from solver.bisection.curve import Inquiry, Limits, trace
from solver.bisection.document import curve_document
from solver.bisection.verify.document import verify_document

PAGE = Path(__file__).parents[1] / "docs" / "families.md"
SECONDS = 60  # for each example
BEGIN, END = "<!-- families:begin -->", "<!-- families:end -->"


class Example(NamedTuple):
    """A network, and what its halves have the same number of."""

    spec: str
    balance: str = "switches"


EXAMPLES: tuple[Example, ...] = (
    Example("dragonfly:a=4,h=2,arrangement=relative"),
    Example("dragonfly:a=4,h=2,arrangement=palmtree,trunking=2"),
    Example("dragonfly:a=4,h=2,arrangement=hamming,trunking=2"),
    Example("dragonfly:a=4,h=2,arrangement=circulant,trunking=2"),
    Example("dragonfly:a=4,h=3,arrangement=random,trunking=3,seed=1"),
    Example("dragonfly:a=4,h=2,arrangement=consecutive,groups=5"),
    Example("dragonfly:a=4,h=1,arrangement=relative,local.sides=2x2"),
    Example("dragonfly3:a=2,m=1,h=1"),
    Example("cascade:groups=3,rows=2,columns=3,trunking=4"),
    Example("percs:groups=3,drawers=2,hubs=3,trunking=6"),
    Example("mesh:sides=4x5"),
    Example("torus:sides=5x5"),
    Example("hypercube:dimension=5"),
    Example("hamming:sides=4x5"),
    Example("hyperx:sides=3x6,multiplicities=2x1"),
    Example("flattened_butterfly:k=4,n=3"),
    Example("complete:switches=9"),
    Example("fat_tree:k=4", "hosts"),
    Example("leaf_spine:leaves=6,spines=4,uplinks=2", "hosts"),
    Example("slim_fly:q=3"),
    Example("jellyfish:switches=20,degree=4,seed=1"),
    Example("de_bruijn:symbols=2,length=5"),
    Example("butterfly:dimension=3"),
    Example("butterfly:dimension=3,wrapped=false"),
    Example("cube_connected_cycles:dimension=3"),
)


def rows(examples: Sequence[Example] = EXAMPLES, seconds: float = SECONDS) -> Iterator[str]:
    """Solve the examples, verify the documents, and write one row for each."""
    yield "| example | switches | links | B(α), with the α where segments meet | proof | theorem |"
    yield "|---|---:|---|---|---|---|"
    for example in examples:
        spec = read(example.spec)
        document = _document(spec, example.balance, seconds)
        links = ", ".join(f"{n} {name}" for name, n in document["links"].items() if n)
        balance = "" if example.balance == "switches" else ", by hosts"
        curve = formula(document["segments"])
        proof = verify_document(json.loads(json.dumps(document))).status
        cells = (f"`{example.spec}`{balance}", document["switches"], links, curve, proof)
        yield f"| {' | '.join(map(str, cells))} | {_theorem(spec, example.balance)} |"


def _document(spec: FamilySpec, balance: str, seconds: float) -> dict[str, Any]:
    network = spec.build()
    inquiry = Inquiry(network=network, balance=Balance.of(network, balance))
    started = datetime.now(UTC)
    envelope = trace(inquiry, answer, limits=Limits(seconds=seconds))
    return curve_document(
        envelope,
        topology=complete(spec),
        network=network,
        balance=inquiry.balance,
        provenance=provenance(envelope, started=started, seconds=0.0),
    )


def _theorem(spec: FamilySpec, balance: str) -> str:
    known = spec.known_bisection()
    return str(known.value) if known and balance in known.balances else ""


def filled(text: str, table: str) -> str:
    """Return the page with what stands between its markers replaced."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


@click.command
def main() -> None:
    """Solve all examples, and write the page anew."""
    lines = []
    for line in rows():
        click.echo(line)
        lines.append(line)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, "\n".join(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
