"""Changes of a packing: the sources, and the neighbours by which its trees lead to them."""

from __future__ import annotations

import base64
import random
import zlib

from benchmarks.mutations.blind import changed_number
from benchmarks.mutations.trees import NotHere, Proof


def a_source(proof: Proof, rng: random.Random) -> None:
    """Let a tree send from another switch, or leave one out, or count one twice."""
    sources = _packing(proof)["sources"]
    place, kind = rng.randrange(len(sources)), rng.randrange(3)
    if kind == 0:
        sources[place] = changed_number(sources[place], rng)
    elif kind == 1:
        del sources[place]
    else:
        sources.insert(place, sources[place])


def the_trees(proof: Proof, rng: random.Random) -> None:
    """Lead switches to other neighbours, or give a tree the place of another."""
    written = _packing(proof)["trees"]
    trees = bytearray(zlib.decompress(base64.b64decode(written)))
    size = len(trees) // len(proof["sources"])
    kind = rng.randrange(3)
    if kind == 0:
        for _ in range(rng.choice([1, 1, 2, 10])):
            trees[rng.randrange(len(trees))] = rng.randrange(rng.choice([2, 4, 256]))
    elif kind == 1:
        one, two = (size * rng.randrange(len(proof["sources"])) for _ in range(2))
        trees[one : one + size] = trees[two : two + size]
    else:
        trees = trees[: -rng.choice([1, size])]
    proof["trees"] = base64.b64encode(zlib.compress(bytes(trees))).decode()


def a_tree_more(proof: Proof, rng: random.Random) -> None:
    """Send once more along a tree that is there."""
    sources = _packing(proof)["sources"]
    trees = zlib.decompress(base64.b64decode(proof["trees"]))
    size, place = len(trees) // len(sources), rng.randrange(len(sources))
    sources.append(sources[place])
    trees += trees[size * place : size * (place + 1)]
    proof["trees"] = base64.b64encode(zlib.compress(trees)).decode()


def _packing(proof: Proof) -> Proof:
    if proof.get("kind") != "packing" or not proof["sources"]:
        raise NotHere
    return proof


CHANGES = (a_source, the_trees, the_trees, a_tree_more)
