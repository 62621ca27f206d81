"""`alphacut conjecture`: whether arrangements form a single GCC, network after network."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.cli.exits import BAD_INPUT, Failure
from service.cli.files import check_file, document_text, write_file

if TYPE_CHECKING:
    from arrangements.structure.conjecture.lanes import Lane

FORMAT = "alphacut-conjecture/1"
SAVE = 5.0  # seconds between two savings of the file
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
    type=click.Choice(["links", "intervals", "rotation"]),
    default="links",
    show_default=True,
    help="Every link, intervals (nautilus) or rotation (helix).",
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
@click.option("--quiet", is_flag=True, help="Write no progress.")
def conjecture(
    arrangement: str, heights: range, a_max: int, a_min: int | None, sign: str, method: str,
    workers: int | None, out: Path | None, quiet: bool,
) -> int:  # fmt: skip
    """Check that an arrangement forms a single globally connected component (GCC).

    Exit code 0: so it is for all networks of the range; 1: some have several
    GCCs, or contradict a lemma; 3: interrupted, with what was checked kept.
    """
    check_file(out, "--out")
    if method == "links" and heights[-1] * a_max**2 > LARGEST_LINKS:
        most = math.isqrt(LARGEST_LINKS // heights[-1])
        raise click.UsageError(
            f"--a-max: link by link, at most {most:,} for h = {heights[-1]}; "
            "try --method intervals (nautilus) or rotation (helix)"
        )
    from arrangements.structure.conjecture.lanes import lanes
    from arrangements.structure.conjecture.run import check

    signs = ("text", "figures") if sign == "both" else (sign,)
    wanted = lanes(arrangement, heights, method=method, signs=signs, first=a_min)
    stored, started = _read(out, arrangement)
    begun = [stored.get(lane.key, lane) for lane in wanted]
    keeper = _Keeper(arrangement, stored, out, started, quiet)
    with keeper.stop:
        found = check(begun, a_max, workers=workers or os.cpu_count() or 1, report=keeper)
    document = keeper.document(found)
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)
    for lane in found:
        click.echo(_words(lane), err=True)
    return _code(found, keeper.stop.asked)


def _code(found: Sequence[Lane], stopped: bool) -> int:
    if any(lane.failures or lane.flaws for lane in found):
        return REFUTED
    return 3 if stopped else 0


class _Keeper:
    """Shows how far the work is, and saves it; hears Ctrl-C."""

    def __init__(
        self, arrangement: str, stored: dict[Any, Lane], out: Path | None, started: str, quiet: bool
    ) -> None:
        from service.cli.stopping import Stop

        self.stop = Stop()
        self._arrangement = arrangement
        self._stored = stored
        self._out = out
        self._started = started
        self._shown = not quiet and sys.stderr.isatty()
        self._saved = time.monotonic()

    def __call__(self, state: Sequence[Lane]) -> bool:
        if self._shown:
            far = ", ".join(f"h={lane.h}{lane.sign[:1]}: {lane.last}" for lane in state)
            click.echo(f"\r\x1b[K{self._arrangement} up to a of {far}"[:200], err=True, nl=False)
        if self._out is not None and time.monotonic() > self._saved + SAVE:
            write_file(self._out, document_text(self.document(state)))
            self._saved = time.monotonic()
        return not self.stop.asked

    def document(self, state: Sequence[Lane]) -> dict[str, Any]:
        """Write down all that is known, of earlier runs as well."""
        from jobs.provenance import version

        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)
        known = {**self._stored, **{lane.key: lane for lane in state}}
        return {
            "format": FORMAT,
            "arrangement": self._arrangement,
            "claim": "a single globally connected component",
            "lanes": [known[key].as_json() for key in sorted(known)],
            "provenance": {"version": version(), "started": self._started, **_machine()},
        }


def _machine() -> dict[str, Any]:
    import platform
    from importlib import metadata

    return {
        "machine": {
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
        },
        "numba": metadata.version("numba"),
    }


def _read(path: Path | None, arrangement: str) -> tuple[dict[Any, Lane], str]:
    """Read what an earlier run found, and when the first one began."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if path is None or not path.exists():
        return {}, now
    from arrangements.structure.conjecture.lanes import Lane

    try:
        written = json.loads(path.read_text(encoding="utf-8"))
        if (written["format"], written["arrangement"]) != (FORMAT, arrangement):
            raise ValueError(f"holds {written['format']} for {written['arrangement']}")
        found = [Lane.from_json(arrangement, lane) for lane in written["lanes"]]
        return {lane.key: lane for lane in found}, written["provenance"]["started"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Failure(
            f"--out: {path} is there and is no result for {arrangement} to go on from ({error}); "
            "name another file",
            BAD_INPUT,
        ) from error


def _words(lane: Lane) -> str:
    rule = f", sign={lane.sign}" if lane.sign else ""
    odd = ", odd a alone (for even a both rules agree)" if lane.sign == "figures" else ""
    work = ", ".join(f"{count:,} {what}" for what, count in lane.as_json()["work"].items())
    told = (
        f"{lane.arrangement} h={lane.h}{rule}, {lane.first} <= a <= {lane.last}{odd}: "
        f"{lane.cases:,} networks, {work}, {lane.seconds:.1f} s: "
    )
    if lane.failure:
        a, several = lane.failure
        told += f"{lane.failures:,} with several GCCs, the first at a = {a} with {several}"
    else:
        told += "a single GCC in all"
    failed = lane.as_json()["lemmas_failed"]
    return told + (f"; LEMMAS THAT FAIL: {failed}" if failed else "")
