"""Describing a network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, build, complete, parse
from alphacut.jobs.tasks.whole import Whole

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Describe(Whole[Json]):
    """Implements `Task`: build a network, and write its structure document."""

    topology: Json  # a spec
    seconds: float | None
    doing = "describing the network"
    share = 0.8  # of its time, after which no part is begun that may take long

    def load_libraries(self) -> None:
        """Import igraph, which takes long."""
        import_module("alphacut.arrangements.structure.description")

    def work(self, on_progress: object) -> Json:  # noqa: ARG002
        """Describe the network."""
        from alphacut.arrangements.structure.description import (
            describe,  # loads igraph, which takes long
        )

        spec = parse(self.topology, UNLIMITED)
        seconds = inf if self.seconds is None else self.share * self.seconds
        return describe(build(spec, UNLIMITED), complete(spec), seconds=seconds)
