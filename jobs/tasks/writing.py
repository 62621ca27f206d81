"""Writing the document of a question that was answered step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.jobs.tasks.whole import Whole
from alphacut.solver.common.kind import StepKind

MOST_SECONDS = 600.0  # far more than the largest document takes that is accepted

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Write(Whole[Json | None]):
    """Implements `Task`: write a document from what steps have returned.

    What was found in the job's time is written even if no time is left, as long as that takes no
    memory that is not allowed.
    """

    kind: StepKind[Any]
    request: Json
    found: tuple[Json, ...]
    about: Json  # the member "provenance"
    seconds: float | None = MOST_SECONDS
    doing = "writing the document"

    def work(self, on_progress: object) -> Json | None:  # noqa: ARG002
        """Write the document; None if there is too little for one."""
        question = self.kind.read(self.request, UNLIMITED)
        return self.kind.document(question, self.found, self.about)
