"""What a verifier accepts is told as it is; what it refuses is told as less, with the reason.

Every document that answers a question goes through here before anybody sees it, whoever works on
it: the command line, and the children of workers. A kind with a verifier has it checked.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.words import fault
from alphacut.solver.common.errors import BeyondLimit, DocumentError, SolverError
from alphacut.solver.common.kind import Kind, Verifiable
from alphacut.solver.common.limits import USUAL, Limits
from alphacut.solver.common.verdict import Load, Verdict, refuse_files

Json = Mapping[str, Any]
REFUSED = "refused"  # the member of "provenance" that tells what the verifier refused
UNEXPECTED = "something in it is not of the form that"  # how a message begins, see `check`
UNVERIFIED = "unverified"  # the same, of a document that was not checked, with the reason

logger = logging.getLogger(__name__)


def verified(kind: Kind, document: Json, limits: Limits = USUAL) -> Json:
    """Return a document that tells no more than its verifier accepts.

    One that is refused is a fault of this software, which is logged as an error. What its
    evidence proves is told, for kinds that can say what that is; else its status is the least.

    Parameters
    ----------
    limits
        The most that the check may cost.
    """
    if not isinstance(kind, Verifiable):
        return document
    try:
        _check(kind, document, limits)
    except BeyondLimit as beyond:
        return unverified(kind, document, str(beyond))
    except SolverError as refusal:
        reason = str(refusal)
        bug = refusal.__cause__  # of an error that nobody expected, where it came from
        logger.error(
            "the verifier refused a document of ours (%s): %s", kind.name, reason, exc_info=bug
        )
    else:
        return document
    return _with(_restated(kind, document, limits), REFUSED, [{"reason": reason}])


def unverified(kind: Kind, document: Json, reason: str) -> Json:
    """Return a document that was not checked, with the least status and the reason why."""
    if not isinstance(kind, Verifiable):
        return document
    logger.warning("a document (%s) is told unverified: %s", kind.name, reason)
    return _with(kind.demoted(document), UNVERIFIED, reason)


def rests_on_proof(document: Json) -> bool:
    """Tell whether no part of a document was refused or left unchecked."""
    about = document.get("provenance") or {}
    return REFUSED not in about and UNVERIFIED not in about


def doubts(document: Json) -> list[str]:
    """Say in lines for people what of a document was refused or not checked."""
    about = document.get("provenance") or {}
    told = [f"refused by the verifier: {each['reason']}" for each in about.get(REFUSED, ())]
    if UNVERIFIED in about:
        told.append(f"not verified: {about[UNVERIFIED]}")
    return told


def check(kind: Verifiable, document: object, load: Load, limits: Limits) -> Verdict:
    """Have the verifier of a kind check a document that may be anything.

    Raises
    ------
    DocumentError
        If it cannot be read; also where the verifier met what it had not expected there.
    BeyondLimit, Refused
        As the verifier does.
    """
    try:
        return kind.verify(document, load, limits)
    except SolverError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise DocumentError(f"{UNEXPECTED} {kind.format} has ({fault(error)})") from error


def _check(kind: Verifiable, document: Json, limits: Limits) -> None:
    """Verify a document as it will be read: from its text."""
    try:
        read = json.loads(json.dumps(document, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise DocumentError(f"it cannot be written as JSON: {error}") from error
    check(kind, read, refuse_files, limits)


def _restated(kind: Kind, document: Json, limits: Limits) -> Json:
    """Return what the evidence of a refused document proves, if that is accepted."""
    assert isinstance(kind, Verifiable)
    try:
        found = kind.restated(document)
        if found is not None:
            _check(kind, found, limits)
            return found
    except SolverError as error:
        logger.error("nothing of its evidence holds: %s", error)
    return kind.demoted(document)


def _with(document: Json, name: str, told: object) -> Json:
    return {**document, "provenance": {**(document.get("provenance") or {}), name: told}}
