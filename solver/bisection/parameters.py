"""The numbers that tune the solver, in one place; `SolverParams` is passed to an engine.

They decide what is tried and for how long, never what is proven: whatever they are, the verifier
checks the proof. A test or a benchmark that wants a small network to be as hard as a large one
passes others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.stopping import StoppingRule
from alphacut.solver.bisection.problem import Problem
from alphacut.solver.bisection.verify.blocks import MOST_VECTORS
from alphacut.solver.bisection.verify.components import LARGEST_COMPONENT
from alphacut.solver.bisection.verify.sequences.autocorrelations import MOST_BOUNDS
from alphacut.solver.bisection.verify.sequences.crosscorrelations import MOST_STEPS

_AFTER_ROUNDS = StoppingRule(least=5, span=4, patience=3.75)  # of cutting planes
_OF_PAIRS = StoppingRule(least=16, span=8, patience=25)  # a look takes a moment there
_OF_ONE_MATRIX = StoppingRule(least=20, span=10, patience=3)  # then a pair is decided
_OF_GROUPS = StoppingRule(least=24, span=8, patience=2)


@dataclass(frozen=True, kw_only=True)
class UpperCurveParams:
    """How the search for an upper curve shares its time (`heuristics.upper_curve`)."""

    part: float = 0.3  # of the time for a whole curve that the first search may take
    large: int = 200  # switches from which it may take more, for most of it ends sooner
    part_of_large: float = 0.6
    least: float = 2.0  # seconds at one α of a search that goes on
    rounds: int = 5  # over all α, in which such a search divides its time


@dataclass(frozen=True, kw_only=True)
class ComponentParams:
    """Counting the divisions of components, before any relaxation."""

    largest: int = LARGEST_COMPONENT  # switches of a component that is counted; 0: none is


@dataclass(frozen=True, kw_only=True)
class CuttingPlaneParams:
    """The linear relaxation over pairs (`bounds.all_pairs`): rows of a round, and when it ends."""

    margin: float = 1e-3  # by how much a float bound must pass before it is made exact
    triangles: int = 200  # most triangles added in one round
    vectors: int = 25  # most eigenvector cuts in one round, with symmetry
    vectors_plain: int = 2  # and without: each is a dense row then
    hypermetric: int = 25  # most hypermetric inequalities in one round
    stopping: StoppingRule = _AFTER_ROUNDS
    # while more triangles are violated than a round adds, the bound may stand still and rise later
    least_while_crowded: int = 13
    kept_rows: int = 100  # slack rows are dropped beyond this many


@dataclass(frozen=True, kw_only=True)
class RelaxationParams:
    """Which relaxations a tree uses (`bounds.relaxations`)."""

    largest_pairs: int = 8_000  # variables; beyond this the relaxation is not built
    fewest_switches: int = 48  # where joint states of two groups are used
    most_group_states: int = 1_300  # of all groups together, up to signs


@dataclass(frozen=True, kw_only=True)
class SemidefiniteParams:
    """The semidefinite relaxation over pairs (`bounds.semidefinite`)."""

    smallest: int = 48  # switches; below, the linear relaxation is as fast, and stronger
    largest_plain: int = 2_000  # switches without a rotation
    largest_row: int = 400  # switches between two turns of a rotation
    largest_automorphisms: int = 1_000  # switches up to which a rotation is looked for among them
    step: float = 5e-10  # seconds of a step, over the cube of a matrix's size, on a usual core
    fewest_steps: int = 40  # for which there has to be time: fewer prove little
    safety: float = 1e-4  # by which a bound in floating point is lowered before it is told
    stopping: StoppingRule = _OF_PAIRS


@dataclass(frozen=True, kw_only=True)
class OneMatrixParams:
    """The same for one matrix without a rotation, divided by pairs (`engines.semidefinite`)."""

    fewest: int = 8  # switches; fewer are swept in a moment
    largest: int = 300  # switches: a step factorises a matrix of this size
    accuracy: float = 1e-3  # of the interior-point bound, with which steps begin
    steps: int = 10  # between two looks at the bound
    separate_every: int = 2  # looks
    most_looks: int = 200
    new_triangles: int = 500  # of one separation
    new_sums: int = 100  # the same of odd sums
    settled: float = 0.15  # largest violation of a triangle below which larger ones are looked for
    first_larger: int = 4  # separations before that
    extended: int = 200  # inequalities that are extended by two switches at a time
    margin: float = 1e-3  # relative to the root of the need: what rounding may take off the bound
    stopping: StoppingRule = _OF_ONE_MATRIX
    most_nodes: int = 1_000
    roundings: int = 24  # random hyperplanes, of which the best cut is refined
    largest_alpha: int = 1 << 20  # of its numerator and denominator, for the verifier's sake
    largest_capacity: int = 1 << 36  # of all links together, scaled

    def suits(self, problem: Problem) -> bool:
        """Tell whether numbers and matrix are small enough."""
        if not self.fewest <= len(problem.balance.extended) <= self.largest:
            return False
        alphas = (problem.alpha, *(known.alpha for known in problem.known))
        return problem.aim is None and all(
            max(at.numerator, at.denominator) < self.largest_alpha
            and at.scaled(problem.network.total) < self.largest_capacity
            for at in alphas
        )


@dataclass(frozen=True, kw_only=True)
class GroupParams:
    """The relaxation over joint states of two groups (`bounds.groups`)."""

    look_every: int = 25  # steps
    most_steps: int = 3_000
    stopping: StoppingRule = _OF_GROUPS
    first_triangles: int = 300  # steps without any
    separate_every: int = 50  # steps between two searches for triangles
    new_triangles: int = 3_000


@dataclass(frozen=True, kw_only=True)
class StateRunParams:
    """One run of such a relaxation, for one subproblem (`bounds.states.run`)."""

    margin: float = 0.02  # of slope: what rounding may cost
    penalty: float = 30.0  # the first one, in units of the largest cost of a block
    look_every: int = 20  # steps
    least_steps: int = 100  # before a run without inequalities may be given up
    # and one with inequalities, whose objective rises more slowly
    least_separating_steps: int = 300
    separate_every: int = 60  # steps between two searches for inequalities
    patience: int = 1  # searches that an inequality without a multiplier outlasts
    # inequalities for each variable: more depend on each other, and multipliers grow
    most_rows: int = 2
    promising: float = 1.5  # of slope: what moving costs between minorities may add to a bound
    news: float = 0.1  # of slope: a bound that rose by less is not rounded anew
    recent: int = 4  # looks at the bound, in which the objective may stand still
    # progress of the objective, relative to what is missing, below which it is stable
    near: float = 0.12
    slow: float = 0.012  # and with inequalities, of slope: a composition gains more in that time


@dataclass(frozen=True, kw_only=True)
class StateParams:
    """The relaxation over states of blocks that a rotation carries around (`bounds.states`)."""

    most_steps: int = 600  # at one intercept, without inequalities
    most_separating_steps: int = 1_400  # and with them
    # with them where the capacity is bounded: dividing by composition gains little there
    most_capacity_steps: int = 6_000
    round: int = 120  # steps of a run that settles compositions: bounds rise at each search
    most_compositions: int = MOST_VECTORS  # that are settled together; 0: none are
    # states from which on to look at bounds on sequences takes less than steps do
    sequences_from: int = 64
    single_precision_from: int = 64  # states: what such steps prove is computed anew, in integers
    shorter: float = 0.7  # factor of a step when the primal residual rises: rows make it too long
    largest_dense: int = 1 << 22  # coefficients of all rows together that are written out
    random_sums: int = 600  # of each size, where a local search starts, at 32 states
    separate_at_once: bool = False  # new bounds on two sequences, before a run was not enough
    run: StateRunParams = field(default_factory=StateRunParams)


@dataclass(frozen=True, kw_only=True)
class SequenceParams:
    """Bounds on sequences of sides (`bounds.sequences`), which a solver keeps (`bounds.memory`)."""

    most_of_one: int = 400  # different bounds on one sequence that are remembered
    most_of_two: int = 200  # and on two
    # entries that a search may set: a verifier allows twice as many
    steps: int = MOST_STEPS // 2
    most_bounds: int = MOST_BOUNDS  # of each kind, in a leaf
    starts_of_one: int = 1_000  # random sequences where a local search starts
    kept_of_one: int = 1_000  # sequences for the next time, with the least slack
    starts_of_two: int = 400
    kept_of_two: int = 1_500
    # times as many before a search, which has to begin anew where that missed the most
    sure: int = 5
    alike: float = 0.15  # of the entries of the second sequence differ, in half of the starts
    at_a_time: int = 3  # pairs of positions for which a bound is looked for
    due: float = 0.005  # least distance from the hull, of the weights' largest, for a search
    again: float = 0.5  # factor by which one is nearer whose bound takes too long to prove
    overdue: float = 1.1  # factor by which the others are further from the hull each time
    worthwhile: float = 2e-3  # least violation, with weights of at most 1
    better: float = 1.3  # factor by which a new bound is more violated than one that is known
    rounds: int = 100  # of local searches for one hyperplane
    added: int = 200  # of the sequences that one found, to those that are known
    enough: float = 0.8  # of the largest excess that there may be


@dataclass(frozen=True, kw_only=True)
class SweepParams:
    """Sweeps along an order of the switches (`engines.sweep`)."""

    most_states: int = 1 << 21  # at one step; the verifier takes twice as many
    few_states: int = 1 << 15  # with which all is tried at once
    # bits that the switches to come can tell, below which images by symmetries are not looked for
    least_bits: float = 10.0


@dataclass(frozen=True, kw_only=True)
class EliminationParams:
    """Eliminating switches along an order (`engines.elimination`)."""

    fewest: int = 65  # switches from which it may be better than sweeps
    planned_each_second: int = 10_000  # switches for which an order is found, or more
    planned_of_trees: int = 100_000  # the same of trees
    few_sums: int = 1 << 28  # that take about a second; all is counted at once then
    few_sides: int = 1 << 8  # in one table; with more, most work is done for any capacity
    soon_sums: int = 1 << 28  # of a plan that is tried before anything else
    soon_sums_given: int = 1 << 37  # the same where a cutset is found: nothing else comes near
    much_sums: int = 1 << 30  # of a plan, beyond which more orders are tried

    def plannable(self, network: Network, seconds: float | None) -> bool:
        """Tell whether an order may be found within a time: that of a tree takes less."""
        tree = len(network.links) < network.switches
        each = self.planned_of_trees if tree else self.planned_each_second
        return seconds is None or network.switches <= each * seconds


@dataclass(frozen=True, kw_only=True)
class MajorityParams:
    """How much is spent on bounds by majorities of groups (`bounds.majority`)."""

    most_work: int = 300_000_000  # states times switches: about a second
    fewest_groups: int = 3  # with fewer, labels say nothing


@dataclass(frozen=True, kw_only=True)
class SpreadingParams:
    """How much is spent on bounds by spreading (`bounds.spreading`)."""

    most_work: int = 1 << 27  # squared switches of a factor times its links: a second or two
    most_ways: int = 1 << 20  # shortest ways between two switches of a factor


@dataclass(frozen=True, kw_only=True)
class GroupKindParams:
    """How much is spent on majorities of groups of several kinds (`bounds.group_kinds`)."""

    most_states: int = 100_000  # groups with the label of side 1, of each kind
    most_multipliers: int = 60
    most_refined: int = 200  # states for a dynamic programme, some ms each
    fewest_groups: int = 3
    most_groups: int = 4_000


@dataclass(frozen=True, kw_only=True)
class UnevenParams:
    """How much is spent on groups that lack links (`bounds.uneven`)."""

    most_work: int = 1_000_000_000  # states times switches: a few seconds
    fewest_groups: int = 3  # with fewer, labels say nothing
    most_groups: int = 512
    most_pairs: int = 1_024  # of groups that differ from the usual: ordered in seconds
    most_open: int = 12  # groups whose sides are kept apart at a time


@dataclass(frozen=True, kw_only=True)
class SpectralParams:
    """When eigenvalues of the whole network are worth their time (`bounds.spectral`)."""

    most_switches: int = 3_000  # as many as `describe` takes
    each: float = 1e-9  # seconds of a bound and its check, over the cube of the switches
    share: float = 0.25  # of the time for an attempt that it may take
    moment: int = 600  # switches up to which it is there even where no time is left
    largest_alpha: int = 1 << 20  # of its numerator and denominator, for the verifier's sake
    largest_capacity: int = 1 << 36  # of all links together, scaled
    # times the error of rounding that is given away, until the verifier sees the matrix definite
    lowered: tuple[float, ...] = (1.0, 32.0, 1_024.0, 32_768.0)

    def suits(self, problem: Problem) -> bool:
        """Tell whether numbers and matrix are small enough."""
        alpha, network = problem.alpha, problem.network
        return (
            1 < network.switches <= self.most_switches
            and max(alpha.numerator, alpha.denominator) < self.largest_alpha
            and alpha.scaled(network.total) < self.largest_capacity
        )

    def quick(self, network: Network, seconds: float | None) -> bool:
        """Tell whether it takes no more than its share of a time."""
        if seconds is None or network.switches <= self.moment:
            return True
        return self.each * network.switches**3 <= self.share * seconds


@dataclass(frozen=True, kw_only=True)
class AutoParams:
    """In which order `auto` tries the engines, and on which networks."""

    # switches from which bounds that take a moment come first; a sweep is quick
    fewest_for_first_bounds: int = 40
    sparse: int = 3  # links for each switch up to which a sweep of a larger network is tried
    largest_left: int = 200  # switches up to which a general solver may close what is left
    largest_tree: int = 8_000  # switches up to which a tree is tried: with symmetry it may serve
    fewest_quick_matrix: int = 40  # switches; fewer are swept in less time
    largest_quick_matrix: int = 200  # switches up to which one matrix takes less than a sweep
    fewest_states: int = 1 << 10  # of a sweep before that matrix
    few_parts: int = 10  # into which it is divided before others are tried
    fewest_rotating: int = 48  # switches from which a rotation makes matrices smaller
    small_states: int = 1 << 18  # of a sweep before a tree is tried, on a small network
    few_states: int = 1 << 16  # and on others
    middle_states: int = 1 << 18  # of a sweep that is tried before a long elimination

    def rotates(self, problem: Problem) -> bool:
        """Tell whether the groups are carried around, so that matrices fall into small blocks."""
        few = problem.network.switches < self.fewest_rotating
        if few or problem.balance.difference:
            return False
        from alphacut.solver.bisection.bounds.states.rotation import find_rotation

        return find_rotation(problem.network, problem.balance, ()) is not None


@dataclass(frozen=True, kw_only=True)
class SolverParams:
    """All of them."""

    upper_curve: UpperCurveParams = field(default_factory=UpperCurveParams)
    components: ComponentParams = field(default_factory=ComponentParams)
    cutting_planes: CuttingPlaneParams = field(default_factory=CuttingPlaneParams)
    relaxations: RelaxationParams = field(default_factory=RelaxationParams)
    semidefinite: SemidefiniteParams = field(default_factory=SemidefiniteParams)
    one_matrix: OneMatrixParams = field(default_factory=OneMatrixParams)
    groups: GroupParams = field(default_factory=GroupParams)
    states: StateParams = field(default_factory=StateParams)
    sequences: SequenceParams = field(default_factory=SequenceParams)
    sweep: SweepParams = field(default_factory=SweepParams)
    elimination: EliminationParams = field(default_factory=EliminationParams)
    majority: MajorityParams = field(default_factory=MajorityParams)
    spreading: SpreadingParams = field(default_factory=SpreadingParams)
    group_kinds: GroupKindParams = field(default_factory=GroupKindParams)
    uneven: UnevenParams = field(default_factory=UnevenParams)
    spectral: SpectralParams = field(default_factory=SpectralParams)
    auto: AutoParams = field(default_factory=AutoParams)


USUAL = SolverParams()
