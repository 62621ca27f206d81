"""One forgery of a document: some changes, blind ones or by one who knows the format."""

from __future__ import annotations

import copy
import json
import random
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.mutations import (
    blind,
    claims,
    eliminations,
    faults,
    majorities,
    packings,
    semidefinite,
    spreadings,
    states,
    sweeps,
    trees,
    uneven,
)
from benchmarks.mutations.trees import NotHere, pick

Document = dict[str, Any]
Change = Callable[[Document, random.Random], str]

# what a change meets where an earlier one left nothing that it could be made on
NO_PLACE = (
    NotHere, KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError,
    zlib.error,
)  # fmt: skip
ATTEMPTS = 30  # changes that are tried until one has a place in the document


def forge(originals: Mapping[str, Document], name: str, rng: random.Random) -> tuple[Document, str]:
    """Return a changed copy of a document, and what was done to it.

    Parameters
    ----------
    originals
        All documents; proofs may be taken from any of them.
    """
    document = copy.deepcopy(originals[name])
    proof = states.shared if "multipliers" in document and rng.random() < 0.3 else _proof
    kind = rng.random()
    if kind < 0.55:
        changes = [_above, *rng.choices([proof, _exchange(originals)], (5, 1), k=_few(rng) - 1)]
    elif kind < 0.75:
        changes = [_claim, *rng.choices([proof, blind.change, _exchange(originals)], k=_few(rng))]
    else:
        changes = rng.choices([blind.change, proof, _exchange(originals)], (3, 1, 1), k=_few(rng))
    return document, ", ".join([_try(document, rng, change) for change in changes])


def _few(rng: random.Random) -> int:
    return rng.choice([1, 1, 2, 3])


def _try(document: Document, rng: random.Random, change: Change) -> str:
    """Make one change; changes that have no place are tried on a copy, and forgotten."""
    for _ in range(ATTEMPTS):
        changed = copy.deepcopy(document)
        try:
            words = change(changed, rng)
        except NO_PLACE:
            continue
        document.clear()
        document.update(changed)
        return words
    return blind.change(document, rng) if document else "nothing"


def _above(document: Document, rng: random.Random) -> str:
    """Claim what is just above the truth, of a point or of an intercept; change its proof."""
    of_intercept = "levels" in document and rng.random() < 0.5
    raised = (claims.level_just_above if of_intercept else claims.just_above)(document, rng)
    where = " at an intercept" if of_intercept else ""
    return f"claim: just above{where}, {_changed_proof(raised['certificate'], rng)}"


def _claim(document: Document, rng: random.Random) -> str:
    change = rng.choice(claims.CHANGES)
    change(document, rng)
    return f"claim: {change.__name__}"


def _proof(document: Document, rng: random.Random) -> str:
    return _changed_proof(pick(rng, _proofs(document)), rng)


def _changed_proof(proof: Document, rng: random.Random) -> str:
    written = json.dumps(proof)
    special = [change for word, changes in SPECIAL.items() if word in written for change in changes]
    knows_more = special and ('"tree"' not in written or rng.random() < 0.5)
    change = rng.choice(special if knows_more else _ON_TREES)
    change(proof, rng)
    return f"proof: {change.__name__.strip('_')}"


def _subtree(proof: Document, rng: random.Random) -> None:
    trees.a_subtree_elsewhere(proof, rng, proof)


_ON_TREES = (*trees.simple_changes(), _subtree)
SPECIAL = {  # what a proof holds that changes of its own are made on
    '"states": {': states.CHANGES,
    '"classes": {': states.CHANGES,
    '"semidefinite"': semidefinite.CHANGES,
    '"order"': sweeps.CHANGES,
    '"elimination"': eliminations.CHANGES,
    '"packing"': packings.CHANGES,
    '"majority"': majorities.CHANGES,
    '"spreading"': spreadings.CHANGES,
    '"group_kinds"': majorities.OF_KINDS,
    '"uneven"': uneven.CHANGES,
    '"clos"': faults.CHANGES,
}


def _exchange(originals: Mapping[str, Document]) -> Change:
    """Return a change that brings proofs, or parts of them, from other points and documents."""

    def change(document: Document, rng: random.Random) -> str:
        donor = document if rng.random() < 0.5 else originals[rng.choice(list(originals))]
        other = pick(rng, _proofs(donor))
        if rng.random() < 0.5:
            trees.a_subtree_elsewhere(pick(rng, _proofs(document)), rng, other)
            return "exchange: subtree"
        pick(rng, _claims(document))["certificate"] = copy.deepcopy(other)
        return "exchange: certificate"

    return change


def _claims(document: Document) -> list[Document]:
    """Return what has a proof: points, and claims about single intercepts."""
    points = [document["point"]] if "point" in document else document["points"]
    return [*points, *document.get("levels", [])]


def _proofs(document: Document) -> list[Document]:
    return [c["certificate"] for c in _claims(document) if isinstance(c["certificate"], dict)]
