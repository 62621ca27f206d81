"""`alphacut profile`: the least cut of each size, and the sparsest of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import code_of
from alphacut.service.cli.files import check_document, document_text, write_file
from alphacut.service.cli.options import (
    AlphaType,
    any_alpha,
    problem_options,
    processes_option,
    read_spec,
)
from alphacut.solver.common.alpha import Alpha

MEANS = {
    "expansion": "capacity / lighter side (expansion, isoperimetric number)",
    "sparsest": "capacity / (side × other side) (uniform sparsest cut)",
}


@click.command
@click.argument("graph", metavar="GRAPH", type=SpecType())
@click.option(
    "--alpha",
    type=AlphaType(),
    metavar="A",
    help="The ratio, such as 5/4; not needed where all links are local.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@problem_options
@processes_option
@click.option("--quiet", is_flag=True, help="Print no table.")
def profile(
    graph: str,
    alpha: Alpha | None,
    out: Path | None,
    balance: str | None,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    processes: int,
    quiet: bool,
) -> int:
    """Compute the least capacity of a cut for each size of its lighter side, with proofs.

    The quotients that topologies are compared by follow: the least capacity over
    the size of the lighter side, and over the product of both sizes. The result is
    JSON on standard output, or in FILE, which `alphacut verify` checks.
    """
    check_document(out)
    parsed = read_spec(graph)
    chosen = alpha or any_alpha(parsed)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.jobs.execution import LocalExecution
    from alphacut.jobs.profiles import Profiled
    from alphacut.jobs.profiles import profile as profiled
    from alphacut.service.cli.stopping import Stop
    from alphacut.solver.bisection.balance import Balance
    from alphacut.solver.bisection.curve import Limits

    network = build(parsed)
    asked = Profiled(
        topology=complete(parsed), network=network,
        balance=Balance.of(network, balance or parsed.balance), alpha=chosen,
        limits=Limits(seconds=time_limit, gap=gap), engine=engine,
    )  # fmt: skip
    with Stop() as stop, LocalExecution(processes=processes) as execution:
        document = profiled(asked, execution, stop=lambda: stop.asked)
    if out is None:
        click.echo(document_text(document), nl=False)
    else:
        write_file(out, document_text(document))
    for line in () if quiet else profile_words(document):
        terminal.say(line)
    return code_of(document["status"])


def profile_words(document: Mapping[str, Any]) -> Iterator[str]:
    """Describe a profile, in lines."""
    from alphacut.service.render.reading import unit_of
    from alphacut.service.text.decimals import both
    from alphacut.service.text.names import network_name

    unit = unit_of(document["topology"])
    yield f"{network_name(document['topology'])}, {document['status']}, α = {document['alpha']}"
    yield f"  {document['balance']:>8}  capacity"
    for cut in document["cuts"]:
        value, lower = (unit * Fraction(cut["point"][name]) for name in ("value", "lower"))
        yield f"  {cut['size']:>8}  {'' if value == lower else f'{both(lower)} to '}{both(value)}"
    for name, means in MEANS.items():
        quotient = document[name]
        value, lower = (unit * Fraction(quotient[each]) for each in ("value", "lower"))
        relation = f"= {both(value)}" if value == lower else f"from {both(lower)} to {both(value)}"
        yield f"  {name} {relation}, at size {quotient['size']}: the least {means}"
