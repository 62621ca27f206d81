"""Checking a document before it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.jobs.tasks.whole import Whole
from alphacut.jobs.verifying import verified
from alphacut.solver.common.kind import Kind

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Verify(Whole[Json]):
    """Implements `Task`: return a document as its verifier lets it be told."""

    kind: Kind
    document: Json
    seconds: float | None
    doing = "verifying the answer"

    def work(self, on_progress: object) -> Json:  # noqa: ARG002
        """Check the document; see `jobs.verifying.verified`."""
        return verified(self.kind, self.document)
