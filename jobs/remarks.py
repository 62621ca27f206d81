"""What is to be told of an answer in the log."""

from __future__ import annotations

import logging

from alphacut.solver.bisection.outcome import Outcome

logger = logging.getLogger(__name__)


def report(answer: Outcome, job_id: str | None = None) -> None:
    """Log the remarks on an answer, and as errors the proofs that the verifier refused.

    Parameters
    ----------
    job_id
        The job that it belongs to, if there is one.
    """
    place = f"α = {answer.alpha}, engine {answer.report.engine}"
    about = place if job_id is None else f"job {job_id}, {place}"
    for remark in answer.report.remarks:
        logger.info("%s: %s", about, remark)
    for reason in answer.refusals:
        logger.error("%s: the verifier refused a proof of ours: %s", about, reason)
