"""Regular mappings by constraint programming (OR-Tools' CP-SAT)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from alphacut.solver.placement.regular.question import written_out

if TYPE_CHECKING:
    from alphacut.solver.placement.regular.question import Border, Cell, RegularQuestion


@dataclass(frozen=True, kw_only=True)
class Params:
    """How CP-SAT is run."""

    seconds: float = 60.0
    workers: int = 2
    seed: int = 1


@dataclass(frozen=True, kw_only=True)
class Found:
    """What CP-SAT says of one shape of block."""

    mapping: tuple[int, ...] | None
    impossible: bool


def search(question: RegularQuestion, shape: tuple[int, int], params: Params) -> Found:
    """Look for a mapping with blocks of one shape."""
    model = _Model(question, shape)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = params.seconds
    solver.parameters.num_workers = params.workers
    solver.parameters.random_seed = params.seed
    status = solver.solve(model.model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Found(mapping=model.mapping(solver), impossible=False)
    return Found(mapping=None, impossible=status == cp_model.INFEASIBLE)


class _Model:
    """A group for each block, a position for each cell, and one edge of each border on its link."""

    def __init__(self, question: RegularQuestion, shape: tuple[int, int]) -> None:
        self.model = cp_model.CpModel()
        self._question, self._shape = question, shape
        a, count = question.dragonfly.a, question.dragonfly.group_count
        down, right = question.blocks(shape)
        usable = cp_model.Domain.from_values(question.usable)
        self._groups = [self.model.new_int_var_from_domain(usable, "") for _ in range(down * right)]
        self.model.add_all_different(self._groups)
        self._positions: list[dict[Cell, Any]] = []
        for _ in self._groups:
            cells = product(range(shape[0]), range(shape[1]))
            self._positions.append({cell: self.model.new_int_var(0, a - 1, "") for cell in cells})
            self.model.add_all_different(self._positions[-1].values())
        self._table = [
            (i, j, question.ends[i][j], question.ends[j][i])
            for i, j in product(range(count), repeat=2)
            if i != j
        ]
        self._leaving = {
            across: (self.model.new_int_var(0, a - 1, ""), self.model.new_int_var(0, a - 1, ""))
            for across in (False, True)
        }
        for border in question.borders(shape):
            self._meet(border)

    def _meet(self, border: Border) -> None:
        """Have exactly one edge of a border lie on the link between the groups."""
        a = self._question.dragonfly.a
        if self._question.rule == "R":
            start, end = self._leaving[border.across]
        else:
            start, end = (self.model.new_int_var(0, a - 1, "") for _ in range(2))
        first, second = self._groups[border.first], self._groups[border.second]
        self.model.add_allowed_assignments([first, second, start, end], self._table)
        chosen = [self.model.new_bool_var("") for _ in border.edges]
        self.model.add_exactly_one(chosen)
        for (one, other), picked in zip(border.edges, chosen, strict=True):
            here, there = self._positions[border.first][one], self._positions[border.second][other]
            self.model.add(here == start).only_enforce_if(picked)
            self.model.add(there == end).only_enforce_if(picked)

    def mapping(self, solver: cp_model.CpSolver) -> tuple[int, ...]:
        """Return the solution."""
        groups = [solver.value(each) for each in self._groups]
        positions = [
            {cell: solver.value(v) for cell, v in each.items()} for each in self._positions
        ]
        return written_out(self._question, self._shape, groups, positions)
