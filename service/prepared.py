"""The networks of jobs that are being looked at, built once and kept for a while."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import lru_cache

from arrangements.formats.spec import Limits, build, parse
from arrangements.network import Network
from jobs.job import Job
from jobs.kinds import KINDS, Kind, Work

ACCEPTED = Limits(switches=sys.maxsize, links=sys.maxsize)  # sizes were limited on entry
KEPT = 16  # requests whose networks are kept


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A job's request, made ready to be looked at."""

    kind: Kind
    work: Work


def prepared(job: Job) -> Prepared:
    """Return what a job of a kind in `KINDS` works on."""
    return _prepared(job.kind, json.dumps(job.request, sort_keys=True))


def network_of(job: Job) -> Network | None:
    """Return the network that a job is about, None if it is about several."""
    if "topology" not in job.request:
        return None
    if job.kind in KINDS:
        return prepared(job).work.inquiry.network
    return build(parse(job.request["topology"], ACCEPTED), ACCEPTED)


@lru_cache(maxsize=KEPT)
def _prepared(kind: str, request: str) -> Prepared:
    chosen = KINDS[kind]
    return Prepared(kind=chosen, work=chosen.prepare(json.loads(request), ACCEPTED))
