"""Writing a sweep out as its jobs."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError

from arrangements.links.catalogue import ARRANGEMENTS, BY_NAME
from arrangements.words import known_names
from service.schemas.batch import BatchRequest, Size, Sweep
from service.schemas.request import AnyRequest, JobRequest
from solver.errors import QuestionError

_JOB: TypeAdapter[AnyRequest] = TypeAdapter(JobRequest)


def requests(asked: BatchRequest) -> list[AnyRequest]:
    """Return the jobs of a batch in order; of a sweep, size by size.

    Raises
    ------
    QuestionError, RequestValidationError
        If some job of a sweep cannot be, naming the field of the sweep.
    """
    if asked.sweep is None:
        return list(asked.jobs or ())
    found = list(_written_out(asked.sweep))
    if not found:
        raise QuestionError("sweep", "none of its sizes can have any of its arrangements")
    return found


def _written_out(sweep: Sweep) -> Iterator[AnyRequest]:
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


def _job(sweep: Sweep, size: Size, arrangement: str) -> AnyRequest:
    if "topology" in sweep.job:
        raise QuestionError(
            "sweep.job.topology", "is given by sizes and arrangements; leave it out"
        )
    topology = {"family": "dragonfly", **size.model_dump(), "arrangement": arrangement}
    try:
        return _JOB.validate_python({"kind": "bisection-curve", **sweep.job, "topology": topology})
    except ValidationError as error:
        wrong = [{**each, "loc": ("body", "sweep", "job", *each["loc"])} for each in error.errors()]
        raise RequestValidationError(wrong) from error
