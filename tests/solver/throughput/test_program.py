"""Both solvers give lengths and rates that prove a rate, folded or not."""

import json
from fractions import Fraction

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput import symmetry_reduction
from alphacut.solver.throughput.document import document, model_entry
from alphacut.solver.throughput.lazy_links import LazyLinks
from alphacut.solver.throughput.lp_data import Proven, proven
from alphacut.solver.throughput.models import BY_NAME, read_named
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock, Program
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import answer_model, pooled_instance
from alphacut.solver.throughput.verify.document import verify_throughput
from alphacut.solver.traffic.reading import read_traffic


def question(text: str, traffic: str, model: str) -> Question:
    spec = specs.read(text)
    network = specs.build(spec)
    return Question(
        topology=specs.complete(spec),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.of(Fraction(1, 2)),
        models=read_named(model),
    )


def solved(machine: Machine, model: str, solver: str) -> Proven:
    """Solve without folding."""
    instance = pooled_instance(machine, BY_NAME[model], None)
    links = len(instance.capacities)
    program = Program(instance.variables, instance.demands, links, solver=solver)
    program.set_capacities(instance.floats)
    return proven(instance, program.run())


@pytest.mark.parametrize("model", ["1", "2", "3", "4", "5"])
def test_an_interior_point_proves_as_much_as_a_vertex(model: str) -> None:
    """Duals of either sign, as HiGHS returns them for some maxima, would prove nothing."""
    asked = question(
        "dragonfly:a=4,h=2,p=2,trunking=4,arrangement=palmtree", "permutation:seed=2", model
    )
    machine = Machine(asked)
    vertex, interior = (solved(machine, model, solver) for solver in ("simplex", "ipm"))
    assert vertex.bracket.status == "exact"
    assert interior.bracket.status == "optimal"
    assert interior.bracket.lower <= vertex.bracket.lower <= interior.bracket.upper


@pytest.mark.parametrize("traffic", ["permutation:seed=1", "shift:18", "shift:1"])
def test_links_that_come_as_they_are_needed_prove_as_much_as_all(traffic: str) -> None:
    asked = question("dragonfly:a=4,h=2,p=2,arrangement=absolute", traffic, "3")
    machine = Machine(asked)
    instance = pooled_instance(machine, asked.models[0], None)
    lazy = LazyLinks(instance.variables, instance.demands, len(machine.links))
    found = proven(instance, lazy.run(instance.floats, Clock(None)))
    assert found.bracket.status != "bounded"
    assert 0 < lazy.present < len(machine.links)
    whole = solved(machine, "3", "simplex").bracket
    assert found.bracket.lower <= whole.lower == whole.upper <= found.bracket.upper


def test_links_that_come_as_they_are_needed_keep_to_the_time() -> None:
    asked = question("dragonfly:a=4,h=2,p=2,arrangement=absolute", "shift:18", "3")
    machine = Machine(asked)
    instance = pooled_instance(machine, asked.models[0], None)
    lazy = LazyLinks(instance.variables, instance.demands, len(machine.links))
    found = proven(instance, lazy.run(instance.floats, Clock(0.0)))
    assert found.bracket.lower <= found.bracket.upper <= 1


@pytest.mark.parametrize("model", ["0", "1", "2", "3", "4", "5", "mcf"])
@pytest.mark.parametrize("traffic", ["uniform", "adversarial:1"])
def test_without_time_both_bounds_are_there_and_proven(model: str, traffic: str) -> None:
    asked = question("dragonfly:a=2,h=2,p=2,arrangement=absolute", traffic, model)
    machine = Machine(asked)
    found = answer_model(machine, asked.models[0], Clock(0.0))
    assert 0 < found.bracket.lower <= found.bracket.upper <= 1 / machine.demands.busiest
    written = document(asked, [model_entry(asked, found)], {})
    assert verify_throughput(json.loads(json.dumps(written))).status == found.bracket.status


def test_symmetries_that_make_too_many_paths_of_one_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What they prove from above holds all the same."""
    asked = question("dragonfly:a=4,h=2,p=2,arrangement=relative", "shift:9", "mcf")
    folded = answer_model(Machine(asked), asked.models[0], Clock(None))
    assert folded.symmetries
    monkeypatch.setattr(symmetry_reduction, "MOST_PATHS", 10)
    plain = answer_model(Machine(asked), asked.models[0], Clock(None))
    assert not plain.symmetries
    assert plain.bracket.status != "bounded"
    assert plain.bracket.lower <= folded.bracket.upper
    written = document(asked, [model_entry(asked, plain)], {})
    verify_throughput(json.loads(json.dumps(written)))


def test_links_without_capacity_are_there_from_the_start() -> None:
    asked = question("dragonfly:a=4,h=2,p=2,arrangement=absolute", "shift:18", "3")
    machine = Machine(asked)
    instance = pooled_instance(machine, asked.models[0], None)
    lazy = LazyLinks(instance.variables, instance.demands, len(machine.links))
    closed = np.where(machine.links.crossing, 0.0, 1.0)
    assert lazy.run(closed, Clock(None)).rate == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("traffic", ["uniform", "adversarial:1", "shift:24"])
@pytest.mark.parametrize("arrangement", ["relative", "circulant", "helix"])
def test_folding_changes_no_rate(traffic: str, arrangement: str) -> None:
    asked = question(f"dragonfly:a=4,h=2,p=2,arrangement={arrangement}", traffic, "5")
    machine = Machine(asked)
    folded = answer_model(machine, asked.models[0], Clock(None))
    assert folded.symmetries
    assert len(folded.variables) <= len(machine.demands) // 4
    whole = solved(machine, "5", "ipm").bracket
    assert folded.bracket.status == "exact"
    assert whole.lower <= folded.bracket.lower <= whole.upper


def test_a_program_that_is_too_large_is_refused_while_it_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("alphacut.solver.throughput.ugal.MOST_ENTRIES", 1_000)
    asked = question("dragonfly:a=4,h=2,p=2,arrangement=absolute", "permutation:seed=1", "3")
    with pytest.raises(QuestionError, match="too many flows"):
        answer_model(Machine(asked), asked.models[0], Clock(None))


def test_switches_without_a_path_are_named() -> None:
    asked = question("torus:sides=7x3", "permutation:seed=1", "3")
    with pytest.raises(QuestionError, match="neither a minimal nor a non-minimal path"):
        answer_model(Machine(asked), asked.models[0], Clock(None))
