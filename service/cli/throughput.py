"""`alphacut throughput`: how much traffic a network carries, computed here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.exits import code_of, weakest
from alphacut.service.cli.files import check_file, document_text, write_file
from alphacut.service.cli.options import AlphaType, SecondsType, read_spec
from alphacut.solver.bisection.alpha import Alpha


@click.command
@click.argument("spec", metavar="SPEC")
@click.option(
    "--traffic", metavar="T", required=True,
    help="permutation:seed=1, shift:18, uniform, adversarial:1, all-to-all, stencil:8x9, or the "
    "path of a matrix: CSV with source,destination,demand of hosts, or JSON.",
)  # fmt: skip
@click.option(
    "--model", "models", default="3", show_default=True, metavar="M",
    help="0 to 5, mcf for the maximum concurrent flow, several with commas, or all.",
)  # fmt: skip
@click.option(
    "--alpha", type=AlphaType(), required=True, metavar="A",
    help="The capacity of a global link by that of a local one, such as 5/4.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@click.option(
    "--time-limit", type=SecondsType(), metavar="S",
    help="Stop after so many seconds for each model, with what is proven.",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="Write no words.")
def throughput(
    spec: str,
    traffic: str,
    models: str,
    alpha: Alpha,
    out: Path | None,
    time_limit: float | None,
    quiet: bool,
) -> int:
    """Compute the largest rate at which a network carries some traffic.

    Rates are shares of what a host can send. Each has a bound from below and one from
    above, proven in exact arithmetic and checked again before it is written. The result
    is JSON on standard output; a table for people goes to standard error.

    Exit codes: 0 every rate is exact, or known to 1e-6, 3 bounded only, 2 bad input,
    1 any other failure.
    """
    check_file(out, "--out")
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.service.words.throughput import throughput_words
    from alphacut.solver.throughput.models import read_models
    from alphacut.solver.throughput.question import Question
    from alphacut.solver.traffic.reading import read_traffic_argument

    asked = read_models([each.strip() for each in models.split(",")])
    network = build(parsed)
    question = Question(
        topology=complete(parsed),
        network=network,
        traffic=read_traffic_argument(traffic, network),
        alpha=alpha,
        models=asked,
        seconds=time_limit,
    )
    document = _answered(question)
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)
    if not quiet:
        for line in throughput_words(document):
            terminal.say(line)
    return weakest([code_of(each["status"]) for each in document["models"]])


def _answered(question: Any) -> Mapping[str, Any]:
    """Answer, and have the document checked by the verifier before anybody sees it."""
    from datetime import UTC, datetime
    from time import monotonic

    from alphacut.jobs.provenance import provenance
    from alphacut.solver.throughput.document import document
    from alphacut.solver.throughput.run import answer
    from alphacut.solver.throughput.verify.document import verify_throughput

    started, begun = datetime.now(UTC), monotonic()
    answers = list(answer(question))
    about = provenance(started=started, seconds=monotonic() - begun)
    written = document(question, answers, about)
    verify_throughput(written)
    return written
