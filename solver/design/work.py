"""Finding networks step by step: the front, then a proof for each design that is open."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.document import designs, document_of, question_fields, whole
from alphacut.solver.design.question import DesignQuestion, read_question

Json = Mapping[str, Any]
PARAMETERS = (
    *("hosts", "radix", "within", "alpha", "families", "arrangement", "balanced", "unused_ports"),
    *("per_host", "prices", "cost", "spare_ports", "sort", "limit"),
)
PROOFS = 0.9  # of the time that is left, for proofs


@dataclass(frozen=True, kw_only=True)
class DesignWork:
    """A request for designs, as it is answered step by step."""

    question: DesignQuestion
    prove: float | None  # seconds in which bisections are proven; None: not at all
    seconds: float | None  # for all; None: no limit

    @property
    def told(self) -> dict[str, Any]:
        """What makes it this question and no other."""
        return {**{name: str(each) for name, each in vars(self.question).items()},
                "prove": self.prove}  # fmt: skip

    def work(self, step: int, earlier: Sequence[Json]) -> Json:
        """Find designs, or prove the bisection of one."""
        from alphacut.solver.design.proving import solved  # loads all engines

        began = time.monotonic()
        if step == 0:
            return {"found": document_of(designs(self.question)), "seconds": _since(began)}
        rows, seconds = earlier[0]["found"]["designs"], self._share(step, earlier)
        open_ = step <= len(rows) and rows[step - 1]["status"] != "exact"
        proof = None
        if open_ and seconds > 0:
            proof = solved(rows[step - 1], self.question.alpha, seconds)
        return {"proof": proof, "seconds": _since(began)}

    def document(self, found: Sequence[Json], about: Json) -> Json | None:
        """Write the document; None before designs were found."""
        if not found:
            return None
        return whole(found[0]["found"], [each["proof"] for each in found[1:]], about)

    def resumed(self, document: Json) -> list[Json]:
        """Return what the search has found, read from a document that was verified.

        Raises
        ------
        QuestionError
            If it answers another question.
        """
        families = [each["family"] for each in document["families"]]
        fields = question_fields(self.question)
        unlike = [name for name, each in fields.items() if document.get(name) != each]
        if families != list(self.question.families):
            unlike.append("families")
        if unlike:
            raise QuestionError(unlike[0], "is another one in the document to go on from")
        found = {name: each for name, each in document.items() if name != "provenance"}
        return [{"found": found, "seconds": 0.0}]

    def _share(self, step: int, earlier: Sequence[Json]) -> float:
        """Return the seconds for one proof: an equal share of what time is left."""
        assert self.prove is not None
        spent = [each["seconds"] for each in earlier]
        left = self.prove - sum(spent[1:])
        if self.seconds is not None:
            left = min(left, PROOFS * (self.seconds - sum(spent)))
        rows = earlier[0]["found"]["designs"][step - 1 :]
        return float(left / max(1, sum(row["status"] != "exact" for row in rows)))


def read_request(request: Json) -> DesignWork:
    """Read a complete request.

    Raises
    ------
    QuestionError
        It names the field and says what would be right.
    """
    named = {name: request[name] for name in PARAMETERS}
    return DesignWork(
        question=read_question(**named),
        prove=request["prove"],
        seconds=(request.get("limits") or {}).get("seconds"),
    )


def steps(request: Json) -> int:
    """Return one for the search, and one for each design that may be listed and proven."""
    if request["prove"] is None:
        return 1
    return 1 + read_request(request).question.listed


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)
