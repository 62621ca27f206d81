"""The documents that are changed: small ones, with every kind of proof that there is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.clos.params import ClosParams
from alphacut.solver.bisection.bounds.elimination.cutset import plan_given
from alphacut.solver.bisection.bounds.elimination.params import EliminationParams
from alphacut.solver.bisection.bounds.groups.params import GroupParams
from alphacut.solver.bisection.bounds.majority.params import MajorityParams
from alphacut.solver.bisection.bounds.params import RelaxationParams
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams, SemidefiniteParams
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.sweep.params import SweepParams
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import Certificate, ComponentsProof, TreeProof
from alphacut.solver.bisection.certificate.record_codec import read
from alphacut.solver.bisection.curve import CurveProblem, trace
from alphacut.solver.bisection.document import curve_document, point_document
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.catalogue import only
from alphacut.solver.bisection.engines.elimination import Elimination
from alphacut.solver.bisection.engines.packing import Packing
from alphacut.solver.bisection.engines.structured import (
    Clos,
    LeafSpineGroups,
    Majority,
    Spreading,
    Uneven,
)
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.sharing import in_place, sharing
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.bisection.verify.elimination.classes import scaled_capacities, shares
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

Document = dict[str, Any]

KEPT = Path(__file__).parents[2] / "tests" / "golden"
SEQUENCES, LINEAR = "bounds_on_sequences.json", "linear_leaves.json"  # files there
OWN_MAJORITIES = "own_majorities.json"  # and of groups charged by their own links

# trees by themselves: nothing is counted before, where a network falls apart
TREES = SolverParams(elimination=EliminationParams(apart=False))
# limits that make a small network as hard as a large one; its ends are counted
HARD = SolverParams(states=StateParams(most_steps=60, most_compositions=0))
PAIRS = SemidefiniteParams(smallest=1)
# one matrix is given up at once, so that it is divided
PAIRWISE = replace(TREES, one_matrix=OneMatrixParams(most_looks=2, new_triangles=5, new_sums=0))
GROUPS = replace(
    HARD,
    relaxations=RelaxationParams(fewest_switches=1),
    groups=GroupParams(first_triangles=25, separate_every=25),
)


@dataclass(frozen=True, kw_only=True)
class Original:
    """A question whose answer is changed."""

    topology: Document
    balance: str = "switches"
    engine: str = "branch_and_bound"
    params: SolverParams = TREES
    most: int | None = None  # answers after which the tracing stops; None: at its end
    at: Alpha | None = None  # the α of a single point
    unproven: bool = False  # whether all bounds are left without their proof
    counted: bool = False  # whether components prove both ends, as in documents of earlier versions
    prover: Callable[[PointProblem], Engine] | None = None  # in place of an engine with a name
    joined: str | None = None  # the original whose points now rest on all its multipliers, by name
    kept: str | None = None  # the file from which it is read: this version writes no such proofs


def _given_a_cutset(problem: PointProblem) -> Engine:
    """Return an engine that fixes a cutset where counting would be quick without one."""
    weights, half = shares(problem.balance)
    plan = plan_given(scaled_capacities(problem.network, problem.alpha), weights, half)
    return only(Elimination(plan=plan))


def _random_graph(switches: int, links: int, seed: int) -> Document:
    rng = random.Random(seed)
    pairs = list(combinations(range(switches), 2))
    drawn = [
        [*rng.choice(pairs), rng.choice(["local", "global"]), rng.randint(1, 3)]
        for _ in range(links)
    ]
    hosts = [rng.randint(0, 3) for _ in range(switches)]
    return {"family": "graph", "switches": switches, "links": drawn, "hosts": hosts}


def _random_tree(switches: int, seed: int) -> Document:
    rng = random.Random(seed)
    drawn = [
        [rng.randrange(switch), switch, rng.choice(["local", "global"]), rng.randint(1, 3)]
        for switch in range(1, switches)
    ]
    hosts = [rng.randint(0, 3) for _ in range(switches)]
    return {"family": "graph", "switches": switches, "links": drawn, "hosts": hosts}


def _dragonfly(a: int, h: int, arrangement: str) -> Document:
    return {"family": "dragonfly", "a": a, "h": h, "arrangement": arrangement}


def _without_groups(a: int, h: int) -> Document:
    """Return a dragonfly as a graph: no blocks of switches are known there."""
    network = Dragonfly(a=a, h=h, arrangement="absolute").network()
    links = [[*link[:3], link.multiplicity] for link in network.links]
    return {"family": "graph", "switches": network.switches, "links": links}


_FAILED = {**_dragonfly(3, 2, "relative"), "failed": {"random_links": 4, "seed": 2}}
_HELIX = _dragonfly(4, 2, "helix")

ORIGINALS: dict[str, Original] = {
    # leaves of linear inequalities, as earlier versions wrote them: an even and an odd number of
    # switches without symmetry; symmetries, known points, levels and counts; no rotation; parities
    "random 8": Original(topology=_random_graph(8, 14, 3), kept=LINEAR),
    "random 9": Original(topology=_random_graph(9, 18, 2), kept=LINEAR),
    "hosts": Original(topology=_random_graph(8, 14, 5), balance="hosts", kept=LINEAR),
    "symmetric": Original(topology=_dragonfly(2, 3, "absolute"), kept=LINEAR),
    "without groups": Original(topology=_without_groups(a=4, h=1), kept=LINEAR),
    "branching": Original(topology=_dragonfly(4, 1, "absolute"), kept=LINEAR),
    "parities": Original(topology=_HELIX, at=ZERO, kept=LINEAR),
    # pairs of switches, and slopes, that a tree decides
    "pairs": Original(topology=_random_graph(8, 14, 3), params=PAIRWISE),
    "failed": Original(topology=_FAILED, params=PAIRWISE),
    # leaves over states of groups, with sums of integers; numbers of groups in each class, then in
    # each state, and counts below
    "states": Original(topology=_HELIX, params=HARD),
    "classes": Original(
        topology=_HELIX, params=replace(HARD, states=replace(HARD.states, most_separating_steps=0))
    ),
    # compositions that are settled together
    "compositions": Original(topology=_HELIX, params=SolverParams()),
    "shared": Original(topology=_HELIX, params=SolverParams(), joined="compositions"),
    # and bounds on sequences of sides, as earlier versions wrote them
    "sequences": Original(topology=_dragonfly(3, 2, "circulant"), kept=SEQUENCES),
    "pairs of sequences": Original(topology=_dragonfly(4, 2, "relative"), kept=SEQUENCES),
    # parts of the intercepts that are closed over pairs, and what is left of them
    "intervals": Original(
        topology=_HELIX,
        params=SolverParams(semidefinite=PAIRS),
    ),
    # claims about intercepts where every bisection is known
    "claims": Original(
        topology=_dragonfly(2, 4, "helix"),
        params=replace(HARD, relaxations=RelaxationParams(fewest_switches=1)),
    ),
    # leaves over joint states of two groups, with triangles
    "groups": Original(
        topology=_dragonfly(2, 5, "absolute"),
        params=GROUPS,
    ),
    # both, where a bisection needs a dummy switch
    "odd states": Original(topology=_dragonfly(3, 2, "helix"), params=GROUPS),
    "odd groups": Original(topology=_dragonfly(3, 2, "absolute"), params=GROUPS),
    # sweeps, and a semidefinite matrix over pairs, with and without a rotation
    "swept": Original(topology=_random_graph(9, 18, 7), engine="sweep"),
    "swept by symmetries": Original(
        topology={"family": "de_bruijn", "symbols": 3, "length": 2},
        engine="sweep",
        params=SolverParams(sweep=SweepParams(few_states=2, least_bits=0)),
    ),
    "swept hosts": Original(topology=_random_graph(10, 18, 5), balance="hosts", engine="sweep"),
    "semidefinite": Original(
        topology=_dragonfly(3, 2, "helix"), params=replace(TREES, semidefinite=PAIRS)
    ),
    "single row": Original(
        topology=_random_graph(12, 30, 3), params=replace(TREES, semidefinite=PAIRS)
    ),
    # eliminations: with a cycle, of a forest, with twins, with a cutset whose classes are exchanged
    "eliminated": Original(topology=_random_graph(10, 14, 4), engine="elimination"),
    "forest": Original(topology=_random_tree(12, 5), balance="hosts", engine="elimination"),
    "twins": Original(topology={"family": "fat_tree", "k": 4}, engine="elimination"),
    "cutset": Original(
        topology={"family": "fat_tree", "k": 4}, at=Alpha(1, 1), prover=_given_a_cutset
    ),
    # spanning trees along which all send
    "packing": Original(
        topology={"family": "torus", "sides": [3, 4]},
        at=Alpha(1, 1),
        prover=lambda _: only(Packing()),
    ),
    # majorities of groups
    "majority": Original(
        topology=_dragonfly(4, 1, "relative"), at=Alpha(1, 1), prover=lambda _: only(Majority())
    ),
    "own majority": Original(
        topology={"family": "slingshot", "groups": 5, "switches": 4, "links": 2},
        at=Alpha(1, 1),
        kept=OWN_MAJORITIES,
    ),
    # what spreads over common ends, along the factors of a product and up levels
    "spreading": Original(
        topology={"family": "torus", "sides": [4, 4]},
        at=Alpha(1, 1),
        prover=lambda _: only(Spreading()),
    ),
    "spreading odd": Original(
        topology={"family": "mesh", "sides": [3, 5]},
        at=Alpha(1, 1),
        prover=lambda _: only(Spreading()),
    ),
    "spreading up": Original(
        topology={"family": "fat_tree", "k": 4},
        balance="hosts",
        at=Alpha(1, 1),
        prover=lambda _: only(Spreading()),
    ),
    "leaf_spine_groups": Original(
        topology={"family": "dragonfly_plus", "groups": 5, "leaves": 2, "spines": 2, "links": 1},
        balance="hosts",
        at=Alpha(1, 1),
        prover=lambda _: only(LeafSpineGroups(fewest=1)),
    ),
    "group_kinds": Original(
        topology={
            "family": "slingshot",
            "groups": [3, 2],
            "switches": [4, 2],
            "links": [3, 1, 2],
        },
        at=Alpha(1, 1),
        prover=lambda _: only(Majority(MajorityParams(fewest_groups=99))),
    ),
    # groups that lack links of each other
    "uneven": Original(
        topology={
            "family": "slingshot",
            "groups": 4,
            "switches": 4,
            "links": 2,
            "failed": {"random_links": 2, "random_class": "global", "seed": 3},
        },
        at=Alpha(1, 1),
        prover=lambda _: only(Uneven()),
    ),
    # leaves and spines in planes
    "planes": Original(
        topology={
            "family": "dragonfly_plus",
            "groups": 5,
            "leaves": 2,
            "spines": 2,
            "links": 2,
            "ports": 4,
        },
        at=Alpha(1, 1),
        balance="hosts",
        prover=lambda _: only(Uneven()),
    ),
    # a fat tree that lacks links
    "clos": Original(
        topology={
            "family": "fat_tree",
            "k": 4,
            "failed": {"random_links": 3, "seed": 0},
        },
        balance="hosts",
        at=Alpha(1, 1),
        prover=lambda _: only(Clos(ClosParams(fewest=1))),
    ),
    # one that lacks a core switch, an aggregation switch and links
    "clos_gone": Original(
        topology={
            "family": "fat_tree",
            "k": 4,
            "failed": {"switches": [2, 16], "random_links": 2, "seed": 1},
        },
        balance="hosts",
        at=Alpha(1, 1),
        prover=lambda _: only(Clos(ClosParams(fewest=1))),
    ),
    # leaves and spines of which some are gone, and links
    "clos_leaves": Original(
        topology={
            "family": "leaf_spine",
            "leaves": 8,
            "spines": 4,
            "uplinks": 2,
            "failed": {"switches": [0, 8], "random_links": 5, "seed": 0},
        },
        balance="hosts",
        at=Alpha(1, 1),
        prover=lambda _: only(Clos(ClosParams(fewest=1))),
    ),
    # no trees at all, a solver's word, less than everything, one point
    "counted": Original(topology=_dragonfly(2, 2, "relative"), counted=True),
    "closed": Original(topology=_random_graph(8, 14, 7), unproven=True),
    "bounded": Original(topology=_random_graph(9, 20, 4), most=3),
    "point": Original(topology=_dragonfly(2, 4, "circulant"), at=Alpha(3, 2)),
}


def make(name: str, made: Callable[[str], Document] | None = None) -> Document:
    """Solve for an original, and return it as a reader of the file gets it.

    One that is kept is read from a file. One that is joined is made from another, which `made`
    returns where it was solved before.
    """
    original = ORIGINALS[name]
    if original.kept is not None:
        return dict(json.loads((KEPT / original.kept).read_text("utf-8"))[name])
    if original.joined is not None:
        return _read(_joined((made or make)(original.joined)))
    spec = specs.parse(original.topology)
    network = specs.build(spec)
    balance = Balance.of(network, original.balance)
    envelope = _traced(
        CurveProblem(
            network=network,
            balance=balance,
            low=original.at or ZERO,
            high=original.at or INFINITY,
            engine=original.engine,
        ),
        original,
    )
    write = curve_document if original.at is None else point_document
    document = write(
        envelope, topology=specs.complete(spec), network=network, balance=balance, provenance={}
    )
    return _read(document)


def _read(document: Document) -> Document:
    read: Document = json.loads(json.dumps(document))
    return read


def _joined(document: Document) -> Document:
    """Give every leaf of all compositions the multipliers of all such leaves."""

    def meant(name: str) -> StatesLeaf:
        return read(StatesLeaf, document["multipliers"][name], name)

    points = document["points"]
    proofs = [in_place(read_certificate(point["certificate"]), meant) for point in points]
    multipliers = tuple(
        each
        for proof in proofs
        if isinstance(proof, TreeProof) and isinstance(proof.tree, CompositionsLeaf)
        for each in proof.tree.multipliers
    )
    joined = [_with_multipliers(proof, multipliers) for proof in proofs]
    certificates, named = sharing(joined)
    written = [
        {**point, "certificate": write(certificate)}
        for point, certificate in zip(points, certificates, strict=True)
    ]
    names = {name: write(each) for name, each in named.items()}
    return {**document, "points": written, "multipliers": names}


def _with_multipliers(proof: Certificate, multipliers: tuple[StatesLeaf | str, ...]) -> Certificate:
    if not (isinstance(proof, TreeProof) and isinstance(proof.tree, CompositionsLeaf)):
        return proof
    return replace(proof, tree=replace(proof.tree, multipliers=multipliers))


def _traced(problem: CurveProblem, original: Original) -> Envelope:
    heard, solver = 0, Solver(original.params)

    def should_continue(_: Envelope) -> bool:
        nonlocal heard
        heard += 1
        return original.most is None or heard <= original.most

    def ask(question: Question) -> Outcome:
        if original.prover is not None and isinstance(question, PointProblem):
            engine = original.prover(question)
            return answer(question, engine_of=lambda _: engine)
        found = solver.answer(question)
        if original.counted and question.alpha in (ZERO, INFINITY):
            return replace(found, certificate=ComponentsProof(), partial_proof=None)
        if not original.unproven:
            return found
        # as a solver would that proves nothing
        return replace(found, certified_bound=0, certificate=None, partial_proof=None)

    return trace(problem, ask, should_continue=should_continue)
