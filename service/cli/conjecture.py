"""`alphacut conjecture`: whether arrangements form a single GCC, network after network."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli.files import check_document, document_text, write_file

if TYPE_CHECKING:
    from alphacut.arrangements.structure.conjecture.lanes import Lane

LARGEST = 10_000  # a
LARGEST_LINKS = 400_000_000  # switches of a network that is checked link by link: 6 bytes for each
REFUTED = 1  # exit code


class HeightsType(click.ParamType[range]):
    """A range of h as users write it: 3, or 3:9."""

    name = "heights"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """Read a range, its ends included."""
        if isinstance(value, range):
            return value
        try:
            ends = [int(part) for part in str(value).split(":")]
        except ValueError:
            ends = []
        if len(ends) not in (1, 2) or not 1 <= ends[0] <= ends[-1] <= 64:
            self.fail(f"{value!r} is not a range of h from 1 to 64; give 3, or 3:9", param, ctx)
        return range(ends[0], ends[-1] + 1)


@click.command
@click.argument("arrangement", type=click.Choice(["nautilus", "helix"]))
@click.option(
    "--h",
    "heights",
    type=HeightsType(),
    metavar="H:H",
    required=True,
    help="The global links of each switch, such as 3:9.",
)
@click.option(
    "--a-max",
    type=click.IntRange(1, LARGEST),
    metavar="A",
    required=True,
    help="The largest number of switches in a group.",
)
@click.option(
    "--a-min",
    type=click.IntRange(1, LARGEST),
    metavar="A",
    help="The least one.  [default: h + 1 for nautilus, 1 for helix]",
)
@click.option(
    "--sign",
    type=click.Choice(["both", "text", "figures"]),
    default="both",
    show_default=True,
    help="The rule of nautilus.",
)
@click.option(
    "--method",
    type=click.Choice(["links", "intervals", "rotation", "both"]),
    default="links",
    show_default=True,
    help="Every link, intervals (nautilus) or rotation (helix); both: one against the other.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Threads to use.  [default: one for each core]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here, and go on from what the file says.",
)
@click.option("--quiet", is_flag=True, help="Print no progress.")
def conjecture(
    arrangement: str, heights: range, a_max: int, a_min: int | None, sign: str, method: str,
    workers: int | None, out: Path | None, quiet: bool,
) -> int:  # fmt: skip
    """Check that an arrangement forms a single globally connected component (GCC).

    Exit code 0: it does, for all networks of the range; 1: some have several
    GCCs, or contradict a lemma; 3: interrupted, with what was checked kept.
    """
    check_document(out)
    if method in ("links", "both") and heights[-1] * a_max**2 > LARGEST_LINKS:
        most = math.isqrt(LARGEST_LINKS // heights[-1])
        raise click.UsageError(
            f"--a-max: link by link, at most {most:,} for h = {heights[-1]}; "
            "try --method intervals (nautilus) or rotation (helix)"
        )
    from alphacut.arrangements.structure.conjecture.lanes import lanes
    from alphacut.arrangements.structure.conjecture.run import check
    from alphacut.service.cli.keeping import Keeper, read_earlier
    from alphacut.service.text.conjecture import lane_words

    signs = ("text", "figures") if sign == "both" else (sign,)
    wanted = lanes(arrangement, heights, method=method, signs=signs, first=a_min)
    stored, started = read_earlier(out, arrangement)
    begun = [stored.get(lane.key, lane) for lane in wanted]
    keeper = Keeper(arrangement, stored, out, started, quiet)
    with keeper.stop:
        found = check(begun, a_max, workers=workers or os.cpu_count() or 1, report=keeper)
    document = keeper.document(found)
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)
    for lane in found:
        click.echo(lane_words(lane), err=True)
    return _code(found, keeper.stop.asked)


def _code(found: Sequence[Lane], stopped: bool) -> int:
    if any(lane.failures or lane.flaws for lane in found):
        return REFUTED
    return 3 if stopped else 0
