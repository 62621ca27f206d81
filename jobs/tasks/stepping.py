"""One step of a question that is answered step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.jobs.tasks.whole import Whole
from alphacut.solver.common.kind import StepKind
from alphacut.solver.common.listening import listening

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Advance(Whole[Json]):
    """Implements `Task`: do one step of a question; see `solver.common.kind.StepKind.work`.

    A step that was told to stop may return what it has found; it is as valid as any other.
    """

    kind: StepKind[Any]
    request: Json
    number: int
    earlier: tuple[Json, ...]  # what the steps before it have returned
    seconds: float | None
    doing: str

    @property
    def cooperative(self) -> bool:
        """Whether steps of this kind keep their time, and hear when they are to stop."""
        return self.kind.keeps_time

    def load_libraries(self) -> None:
        """Import the modules that do the steps, with the libraries that they use."""
        with suppress(ImportError):  # not everything is installed everywhere
            self.kind.load()

    def work(self, on_progress: Callable[[None], bool]) -> Json:
        """Do the step."""
        with listening(lambda: not on_progress(None)):
            question = self.kind.read(self.request, UNLIMITED)
            return self.kind.work(question, self.number, self.earlier)
