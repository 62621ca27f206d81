"""All dragonflies that fit, one by one."""

from __future__ import annotations

from alphacut.solver.design.families.dragonflies import shapes
from alphacut.solver.design.question import DesignQuestion
from alphacut.solver.design.shapes import Shape


def all_shapes(question: DesignQuestion) -> list[Shape]:
    """List them without leaving out any."""
    found = []
    for a in range(2, question.ports):
        number, table = shapes(question, a, question.unused_ports, useful=False)
        assert number == len(table)
        found += [table.shape(place) for place in range(len(table))]
    return found
