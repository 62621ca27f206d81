"""The numbers that tune the relaxation over states of blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from alphacut.solver.bisection.verify.blocks import MOST_VECTORS


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
    single_precision_from: int = 64  # states: what such steps prove is computed anew, in integers
    shorter: float = 0.7  # factor of a step when the primal residual rises: rows make it too long
    largest_dense: int = 1 << 22  # coefficients of all rows together that are written out
    random_sums: int = 600  # of each size, where a local search starts, at 32 states
    run: StateRunParams = field(default_factory=StateRunParams)


USUAL_STATE = StateParams()
