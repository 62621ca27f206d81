"""The networks of jobs that are being looked at, built once and kept for a while."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.formats.spec import UNLIMITED, build_any, parse
from alphacut.arrangements.network import Network
from alphacut.jobs.job import Job
from alphacut.service.cache import Cache
from alphacut.solver.bisection.variants import VARIANTS, Variant, Work

ROOM = 200_000  # switches and links of all networks that are kept, some 60 MB


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A job's request, made ready to be looked at."""

    variant: Variant
    work: Work


_CACHE: Cache[Prepared] = Cache(ROOM)


def prepared(job: Job) -> Prepared:
    """Return what a job about bisections works on."""
    found = _CACHE.get(job.id)
    if found is None:
        variant = VARIANTS[job.kind]
        found = Prepared(variant=variant, work=variant.prepare(job.request, UNLIMITED))
        network = found.work.problem.network
        _CACHE.keep(job.id, found, network.switches + len(network.links))
    return found


def network_of(job: Job) -> Network:
    """Return the network that a job about a single one is about."""
    if job.kind in VARIANTS:
        return prepared(job).work.network
    return build_any(parse(job.request["topology"], UNLIMITED), UNLIMITED)
