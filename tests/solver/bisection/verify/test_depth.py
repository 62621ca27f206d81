"""Trees are as deep as every reader of JSON can follow, and no deeper."""

from __future__ import annotations

import json
import pickle

import networkx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.semidefinite import pair_tree
from alphacut.solver.bisection.bounds.semidefinite.pair_tree import PairTree
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.bounds.state_relaxations import relaxation_of
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.tree import Tree
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.leaves import LinearLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.certificate.tree import (
    MOST_DEPTH,
    ByComposition,
    ByLevel,
    ByParity,
    Node,
    leaves,
)
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

FRAMES = 200  # of a server or a test runner, below which a certificate is read and written


def by_level(node: Node) -> Node:
    return ByLevel(split="intercept", level=7, low=LinearLeaf(), high=node)


def by_parity(node: Node) -> Node:
    return ByParity(set=0, even=node, odd=LinearLeaf())


def by_classes(node: Node) -> Node:
    return ByComposition(rotation=0, parts=(((1, 0), LinearLeaf()), ((0, 1), node)))


def deep(split: object, splits: int) -> TreeProof:
    assert callable(split)
    node: Node = LinearLeaf(objective=3)
    for _ in range(splits):
        node = split(node)
    return TreeProof(denominator=1, tree=node)


@pytest.mark.parametrize("split", [by_level, by_parity, by_classes])
def test_the_deepest_tree_goes_everywhere_that_certificates_go(split: object) -> None:
    proof = deep(split, MOST_DEPTH)

    def below(frames: int) -> None:
        if frames:
            below(frames - 1)
            return
        text = json.dumps(write(proof))
        found = read_certificate(json.loads(text))
        assert isinstance(found, TreeProof)
        assert json.dumps(write(found)) == text
        assert sum(1 for _ in leaves(found.tree)) == MOST_DEPTH + 1
        assert pickle.loads(pickle.dumps(proof)).denominator == 1

    below(FRAMES)


@pytest.mark.parametrize("split", [by_level, by_parity, by_classes])
def test_a_deeper_one_is_refused(split: object) -> None:
    written = write(deep(split, MOST_DEPTH + 1))
    with pytest.raises(Refused, match=f"a leaf below more than {MOST_DEPTH} splits"):
        read_certificate(written)


def test_the_search_divides_no_deeper() -> None:
    """Whatever is left of a subproblem at the last level is not divided."""
    network = Dragonfly(a=4, h=2, arrangement="helix").network()
    balance = Balance.of(network)
    problem = PointProblem(network=network, balance=balance, alpha=Alpha.of(1))
    states = relaxation_of(problem, SolverParams(states=StateParams(most_compositions=0)))
    divided = list[bool]()
    for depth in (0, MOST_DEPTH):
        tree = Tree(problem, trivial_cut(network, balance), states)
        tree.root.depth = depth
        tree.search(None, 1, lambda _: True)
        divided.append(tree.root.split is not None)
    assert divided == [True, False]


def test_pairs_are_decided_no_deeper() -> None:
    graph = networkx.circular_ladder_graph(9)  # its first bound is not tight
    network = Network(switches=18, links=tuple(Link(u, v, "local") for u, v in graph.edges))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha.of(1))
    params = OneMatrixParams(most_looks=1)
    divided = list[bool]()
    for depth in (0, pair_tree.MOST_DEPTH):
        tree = PairTree(problem, problem.region, params, lambda: 99, lambda *_: True)
        tree.root.depth = depth
        tree.search(3)
        divided.append(bool(tree.root.halves))
    assert divided == [True, False]
    assert pair_tree.MOST_DEPTH < MOST_DEPTH
