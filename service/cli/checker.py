"""The check of one document, in a process of its own that may be ended at any time.

Run as `python -m alphacut.service.cli.checker PARENT REQUEST`, by `checking.checked` alone, with
the document as standard input. What came of it is written to standard output, as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from dataclasses import asdict, replace

from alphacut.arrangements.words import shown
from alphacut.jobs.execution.memory import limit_address_space
from alphacut.jobs.execution.parent_death import be_the_first_to_go, die_with_parent
from alphacut.jobs.verifying import check as verify
from alphacut.service.cli.checking import Outcome, Request
from alphacut.service.cli.documents import Files
from alphacut.service.cli.exits import BAD_INPUT, FAILED, code_of
from alphacut.service.kinds import kinds
from alphacut.solver.bisection.verify.document import CURVE_FORMAT, POINT_FORMAT
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.kind import Verifiable
from alphacut.solver.common.limits import MEGABYTE, within
from alphacut.solver.common.verdict import Verdict
from alphacut.solver.fabric.kind import FABRIC
from alphacut.solver.layout.kind import LAYOUT


def check(request: Request) -> Outcome:
    """Check the document on standard input; whatever it is, say what came of it."""
    try:
        verdict = _verdict(request)
        return Outcome(code=code_of(verdict.status), words=(*verdict.checked, verdict.status))
    except BeyondLimit as error:
        return Outcome.beyond(error)
    except Refused as refusal:
        return Outcome(code=FAILED, words=(f"refused: {refusal}",))
    except DocumentError as error:
        if os.environ.get("ALPHACUT_DEBUG") and error.__cause__:
            traceback.print_exc()
        return Outcome(code=BAD_INPUT, words=(str(error),))
    except MemoryError:
        return Outcome.out_of_memory(request.limits)
    except RecursionError:
        return Outcome.beyond(BeyondLimit("depth", "parts of it are nested too deeply"))
    except Exception:
        if os.environ.get("ALPHACUT_DEBUG"):
            traceback.print_exc()
        words = "the check failed, which is a fault of alphacut (ALPHACUT_DEBUG=1 shows where)"
        return Outcome(code=BAD_INPUT, words=(words,))


def _verdict(request: Request) -> Verdict:
    files = Files(request.path, request.limits)
    document = files.document(sys.stdin.buffer)
    kind = _kind(document)
    verdict = verify(kind, document, files.certificate, request.limits)
    if not request.plain:
        return verdict
    with within(request.limits):
        return replace(verdict, checked=(*verdict.checked, *_counted(document)))


def _counted(document: object) -> tuple[str, ...]:
    """Count all bisections again, in a document that was accepted."""
    assert isinstance(document, Mapping)
    if document["format"] not in (CURVE_FORMAT, POINT_FORMAT):
        raise DocumentError(
            f"--plain counts bisections, of {CURVE_FORMAT} and {POINT_FORMAT}; "
            f"format is {shown(document['format'])}"
        )
    from alphacut.solver.bisection.verify.plain import count_plainly

    return tuple(count_plainly(document))


def _kind(document: object) -> Verifiable:
    """Return the kind of question that a document answers, by its format."""
    known = {
        each.format: each
        for each in (*kinds().values(), FABRIC, LAYOUT)
        if isinstance(each, Verifiable)
    }
    if not isinstance(document, Mapping):
        raise DocumentError("the document is not a JSON object")
    found = document.get("format")
    if not isinstance(found, str) or found not in known:
        raise DocumentError(f"format is {shown(found)}; it should be one of {', '.join(known)}")
    return known[found]


def main() -> None:
    """Check, write what came of it, and end."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    die_with_parent(int(sys.argv[1]))
    be_the_first_to_go()
    request = Request.read(sys.argv[2])
    limit_address_space(request.limits.memory * MEGABYTE)
    sys.stdout.write(json.dumps(asdict(check(request))))


if __name__ == "__main__":
    main()
