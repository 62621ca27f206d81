"""Files of every kind of wrong: whatever they hold, a reader gives a network or a SpecError.

Each input is read under a limit on memory and on processor time, by every reader
and as the command line does. Valid files are changed byte by byte and word by word;
others are garbage in the words of the formats, or at random.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange._base import Reading
from alphacut.arrangements.formats.exchange.catalogue import EXCHANGE_FORMATS, fits
from alphacut.arrangements.network import Network

MEMORY = 512 * 2**20  # bytes that one input may take beside what is there
SECONDS = 20.0  # of processor time, for all readers together; a few milliseconds are usual
READING = Reading(switches=2000, links=20_000)
LIMITS = spec.Limits(switches=2000, links=20_000)
CASES = Path(__file__).parents[3] / "golden" / "files"
NETWORKS = (
    "dragonfly:a=4,h=2,arrangement=relative,p=2",
    "torus:sides=3x3",
    "leaf_spine:leaves=4,spines=2,uplinks=2",
)
VOCABULARY = """
switches nodes links edges source target id graph classes directed weight capacity
multiplicity link_class hosts group family outports destination inport key
hosts_per_router routers_per_group num_groups intergroup_links intragroup_links
global_link_map failed_links config_failed_links global_routes relative 0:1:0
router node first second from to class local global # % , ; { } [ ] :
-1 0 1 2 3 2.5 1e9 1e-999999999 100G NaN true null 999999999 1000000000
*Vertices *Edges *Arcs *Matrix p e a edge sp max %%MatrixMarket matrix coordinate pattern
symmetric general graph digraph strict subgraph -- -> = " [ node edge label value
SwitchName=s Switches=s[0-3] Nodes=n[1-999999999] Switch 2 "S-0" [1] "S-1"[2]
<graphml> </graphml> <graph> <node> <edge> <data> <key> </graph> <!ENTITY &a; \\ud800
"""
WORDS = (*VOCABULARY.split(), "9" * 5000, "\0", "\u0663", "\ufeff")


def seeds() -> list[bytes]:
    """Valid files of each format, and those that people have."""
    found = [path.read_bytes() for path in sorted(CASES.iterdir())]
    for text in NETWORKS:
        network: Network = spec.build(spec.read(text))
        for each in EXCHANGE_FORMATS:
            try:
                found += each.write(network)
            except NetworkError:
                continue
    return found


SEEDS = seeds()


@st.composite
def mutated(draw: DrawFn) -> bytes:
    """Draw a valid file with a few changes."""
    content = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 12)))
        new = draw(
            st.one_of(
                st.binary(max_size=4),
                st.sampled_from(WORDS).map(lambda word: f" {word} ".encode()),
                st.just(bytes(content[start:end]) * 2),
                st.just(b"\n"),
            )
        )
        content[start:end] = new
    return bytes(content)


@st.composite
def rows(draw: DrawFn) -> bytes:
    """Draw lines of the words that formats have."""
    word = st.one_of(st.sampled_from(WORDS), st.integers(0, 12).map(str))
    lines = draw(st.lists(st.lists(word, max_size=6), max_size=8))
    blank = draw(st.sampled_from([" ", ",", "\t"]))
    return "\n".join(blank.join(line) for line in lines).encode("utf-8", "replace")


def objects() -> st.SearchStrategy[bytes]:
    """Draw JSON in the names that formats have."""
    name = st.sampled_from(WORDS[:32])
    leaf = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 10**12), st.floats(), name, st.text(max_size=3)
    )
    value = st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(name, inner, max_size=5)
        ),
        max_leaves=20,
    )
    return st.dictionaries(name, value, max_size=8).map(lambda found: json.dumps(found).encode())


FILES = st.one_of(mutated(), rows(), objects(), st.binary(max_size=60))
ENDINGS = ("edges", "csv", "graph", "graphml", "json", "anynet", "net", "gml", "dot", "conf")
NAMES = st.sampled_from(["x", *(f"x.{ending}" for ending in ENDINGS)])


@contextmanager
def limited() -> Iterator[None]:
    """Let the process take some more memory and time, and not much more."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    allowed = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (allowed, before[1]))
    start = time.process_time()
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    assert time.process_time() - start < SECONDS


def refusal(read: Callable[[], object]) -> str:
    """Read; return the message of a refusal. Any other error comes out."""
    try:
        read()
    except (SpecError, NetworkError) as error:
        return str(error)
    return ""


def read_by_all(name: str, content: bytes) -> None:
    """Read a file by every reader and as the command line does; only refusals may come out."""
    with TemporaryDirectory() as folder, limited():
        for each in EXCHANGE_FORMATS:
            fits(each, content)
            files = (content, content[::-1]) if each.binary else (content,)
            refusal(partial(each.read, files, READING))
        path = Path(folder) / name
        path.write_bytes(content)
        message = refusal(lambda: spec.build(spec.read(str(path), LIMITS), LIMITS))
    assert "Error" not in message.replace(folder, "")


@settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(name=NAMES, content=FILES)
def test_readers_give_a_network_or_a_refusal(name: str, content: bytes) -> None:
    read_by_all(name, content)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=NAMES, content=FILES)
def test_readers_give_a_network_or_a_refusal_at_length(name: str, content: bytes) -> None:
    read_by_all(name, content)


@pytest.mark.parametrize("content", SEEDS, ids=range(len(SEEDS)))
def test_files_cut_short_give_a_network_or_a_refusal(content: bytes) -> None:
    step = max(1, len(content) // 15)
    for end in range(0, len(content), step):
        read_by_all("x", content[:end])
