"""The numbers that tune the solver, which stand beside the methods; an engine is given all of them.

They decide what is tried and for how long, never what is proven: whatever they are, the verifier
checks the proof. A test or a benchmark that wants a small network to be as hard as a large one
passes others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from alphacut.solver.bisection.bounds.clos.params import ClosParams
from alphacut.solver.bisection.bounds.elimination.params import EliminationParams
from alphacut.solver.bisection.bounds.groups.params import GroupParams
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams, MajorityParams
from alphacut.solver.bisection.bounds.packing.params import PackingParams
from alphacut.solver.bisection.bounds.params import RelaxationParams, TreeParams
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams, SemidefiniteParams
from alphacut.solver.bisection.bounds.spectral.params import SpectralParams
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.sweep.params import SweepParams
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.heuristics.params import UpperCurveParams


@dataclass(frozen=True, kw_only=True)
class SolverParams:
    """All of them."""

    upper_curve: UpperCurveParams = field(default_factory=UpperCurveParams)
    relaxations: RelaxationParams = field(default_factory=RelaxationParams)
    semidefinite: SemidefiniteParams = field(default_factory=SemidefiniteParams)
    one_matrix: OneMatrixParams = field(default_factory=OneMatrixParams)
    groups: GroupParams = field(default_factory=GroupParams)
    states: StateParams = field(default_factory=StateParams)
    sweep: SweepParams = field(default_factory=SweepParams)
    elimination: EliminationParams = field(default_factory=EliminationParams)
    majority: MajorityParams = field(default_factory=MajorityParams)
    spreading: SpreadingParams = field(default_factory=SpreadingParams)
    group_kinds: GroupKindParams = field(default_factory=GroupKindParams)
    uneven: UnevenParams = field(default_factory=UnevenParams)
    clos: ClosParams = field(default_factory=ClosParams)
    spectral: SpectralParams = field(default_factory=SpectralParams)
    packing: PackingParams = field(default_factory=PackingParams)
    tree: TreeParams = field(default_factory=TreeParams)


USUAL = SolverParams()
