"""Figures for Prometheus: what the store knows of all processes, and this one's requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from alphacut.jobs.failures import FAILURES, WORKER_LOST
from alphacut.jobs.store import Store

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Work(Collector):
    """What all workers of a store have to do, and have done."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> Iterable[Metric]:
        """Say nothing ahead of time; asking the store would be needed for it."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Ask the store."""
        jobs = GaugeMetricFamily("alphacut_jobs", "Jobs by state", labels=["state"])
        for state, count in self._store.counts().items():
            jobs.add_metric([state.value], count)
        points = CounterMetricFamily(
            "alphacut_points_solved", "Points closed with a proof", labels=["engine"]
        )
        seconds = CounterMetricFamily(
            "alphacut_engine_seconds", "Wall time of answers", labels=["engine"]
        )
        refused = CounterMetricFamily(
            "alphacut_certificates_refused",
            "Proofs of an engine that the verifier refused: each is a fault of this software",
            labels=["engine"],
        )
        for total in self._store.engine_totals():
            points.add_metric([total.engine], total.points)
            seconds.add_metric([total.engine], total.seconds)
            refused.add_metric([total.engine], total.refused)
        yield from (jobs, points, seconds, refused, *self._queue(), self._failures())

    def _queue(self) -> Iterator[Metric]:
        """Tell who works, and how long the queue makes its oldest job wait."""
        workers = GaugeMetricFamily(
            "alphacut_workers_alive",
            "Workers heard of within the last half minute; lane short: for short jobs alone",
            labels=["lane"],
        )
        alive = self._store.workers_alive()
        workers.add_metric(["all"], alive.all_jobs)
        workers.add_metric(["short"], alive.short_only)
        yield workers
        yield GaugeMetricFamily(
            "alphacut_queue_age_seconds",
            "How long the job that has waited longest has waited; 0: none waits",
            value=self._store.longest_wait(),
        )

    def _failures(self) -> Metric:
        """Tell how jobs have failed; every type that there is has a figure from the start."""
        failures = CounterMetricFamily(
            "alphacut_jobs_failed", "Jobs that failed, by the type of their error", labels=["type"]
        )
        found = dict.fromkeys(sorted({name for _, name, _ in FAILURES} | {WORKER_LOST}), 0)
        for name, number in (found | self._store.failure_totals()).items():
            failures.add_metric([name], number)
        return failures


class Requests:
    """The requests that this process has answered."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._answered = Counter(
            "alphacut_http_requests",
            "Requests answered",
            ["method", "route", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "alphacut_http_request_seconds",
            "Time until a request was answered to its end",
            ["route"],
            buckets=SECONDS,
            registry=registry,
        )

    def count(self, method: str, route: object, status: int, seconds: float) -> None:
        """Count one request; addresses that do not exist are counted as one."""
        path = str(getattr(route, "path", "none"))
        known = method if method in _METHODS else "other"
        self._answered.labels(known, path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)


class Figures:
    """Everything that is measured for one application."""

    def __init__(self, store: Store) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(Work(store))
        self.requests = Requests(self._registry)

    def text(self) -> bytes:
        """Write all figures as Prometheus reads them."""
        return generate_latest(self._registry)
