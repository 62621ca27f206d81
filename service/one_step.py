"""Questions that are answered at once, in a process of the pool, with no job."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.jobs.verifying import verified
from alphacut.service.kinds import kinds
from alphacut.solver.common.completing import completed
from alphacut.solver.common.kind import StepKind


def answer_json(request: Mapping[str, Any]) -> bytes:
    """Answer a question that is done in one step, and have the answer verified.

    Raises
    ------
    QuestionError
        If a field is wrong.
    """
    kind = kinds()[request["kind"]]
    assert isinstance(kind, StepKind)
    question = kind.read(completed(kind.request(), request), LIMITS)
    document = kind.document(question, [kind.work(question, 0, ())], {})
    assert document is not None
    return _written(verified(kind, document))


def _written(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # half a character, which JSON can spell
