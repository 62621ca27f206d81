"""The grid of sizes and arrangements that a batch may ask for (`sweep`), written out as jobs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from alphacut.arrangements.links.catalogue import ARRANGEMENTS, BY_NAME
from alphacut.arrangements.words import known_names
from alphacut.service.schemas.batch import BatchRequest, Size, Sweep
from alphacut.service.schemas.request import JOB
from alphacut.service.validation import read
from alphacut.solver.bisection.kind import CURVE
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import Request


def requests(asked: BatchRequest, *, most: int) -> list[Request]:
    """Return the jobs of a batch in order; of a sweep, size by size.

    Parameters
    ----------
    most
        How many there may be; no more are written out.

    Raises
    ------
    QuestionError, InvalidRequest
        If there are more, or some job of a sweep cannot be, naming the field of the sweep.
    """
    if asked.sweep is None:
        listed = asked.jobs or []
        if len(listed) > most:
            raise QuestionError("jobs", f"at most {most:,} in one batch, got {len(listed):,}")
        return listed
    found = list(islice(_written_out(asked.sweep), most + 1))
    if len(found) > most:
        raise QuestionError("sweep", f"makes more than {most:,} jobs, the limit for one batch")
    if not found:
        raise QuestionError("sweep", "no arrangement of the list exists for any of the sizes")
    return found


def _written_out(sweep: Sweep) -> Iterator[Request]:
    for row, size in enumerate(sweep.sizes):
        for name in sweep.arrangements or [each.name for each in ARRANGEMENTS]:
            if name not in BY_NAME:
                problem = f"unknown arrangement {name!r}; {known_names(name, BY_NAME)}"
                raise QuestionError("sweep.arrangements", problem)
            refusal = BY_NAME[name].refusal(size.a, size.h)
            if refusal is None:
                yield _job(sweep, size, name)
            elif sweep.impossible == "refuse":
                raise QuestionError(
                    f"sweep.sizes.{row}",
                    f'{name}: {refusal}; "impossible": "skip" leaves such jobs out',
                )


def _job(sweep: Sweep, size: Size, arrangement: str) -> Request:
    if "topology" in sweep.job:
        raise QuestionError(
            "sweep.job.topology", "is given by sizes and arrangements; leave it out"
        )
    topology = {"family": "dragonfly", **size.model_dump(), "arrangement": arrangement}
    asked = {"kind": CURVE.name, **sweep.job, "topology": topology}
    return read(JOB, asked, under=("sweep", "job"))
