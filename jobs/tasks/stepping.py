"""One step of a question that is answered step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from alphacut.jobs.kinds import kinds
from alphacut.jobs.tasks.whole import Whole
from alphacut.solver.common.listening import listening

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Advance(Whole[Json]):
    """Implements `Task`: do one step of a question; see `solver.common.questions.Question.work`.

    A step that was told to stop may return what it has found; it is as valid as any other.
    """

    kind: str  # one that has steps
    request: Json
    number: int
    earlier: tuple[Json, ...]  # what the steps before it have returned
    seconds: float | None
    doing: str

    @property
    def cooperative(self) -> bool:
        """Whether steps of this kind keep their time, and hear when they are to stop."""
        return bool(getattr(kinds()[self.kind].steps, "KEEPS_TIME", False))

    def load_libraries(self) -> None:
        """Import the modules that do the steps, with the libraries that they use."""
        for name in getattr(kinds()[self.kind].steps, "LOADED_BEFORE", ()):
            with suppress(ImportError):  # not everything is installed everywhere
                import_module(name)

    def work(self, observe: Callable[[None], bool]) -> Json:
        """Do the step."""
        with listening(lambda: not observe(None)):
            return kinds()[self.kind].steps.work(self.request, self.number, self.earlier)
