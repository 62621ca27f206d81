"""The part of docs/machines.md that tells where each parameter of a machine comes from.

Run as `python -m benchmarks.machines_page` to write it anew.
"""

from __future__ import annotations

from pathlib import Path

from alphacut.arrangements.formats.spec import estimate, parse
from alphacut.arrangements.machines import MACHINES
from alphacut.arrangements.preset import Preset

PAGE = Path(__file__).parents[1] / "docs" / "machines.md"
BEGIN, END = "<!-- parameters -->", "<!-- end of parameters -->"


def parameters() -> str:
    """Return the part between both marks."""
    return "\n".join(line for machine in MACHINES for line in _section(machine))


def _section(machine: Preset) -> list[str]:
    spec = parse(machine.spec)
    fields = ", ".join(f"{name} {_value(value)}" for name, value in machine.spec.items())
    return [
        f"### `{machine.name}`",
        "",
        f"{machine.title}: {estimate(spec).switches:,} switches, {fields}.",
        f"Source: {machine.source}.",
        "",
        "| parameter | standing | why |",
        "|---|---|---|",
        *(f"| {fact.field} | {fact.standing} | {fact.why} |" for fact in machine.facts),
        "",
    ]


def _value(value: object) -> str:
    return " × ".join(map(str, value)) if isinstance(value, list) else str(value)


def replaced(page: str) -> str:
    """Return the page with its part written anew."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{parameters()}\n{END}{after}"


def put_between(page: Path, begin: str, end: str, text: str) -> None:
    """Put a text between two marks of a page."""
    before, rest = page.read_text().split(begin)
    page.write_text(f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}")


if __name__ == "__main__":
    PAGE.write_text(replaced(PAGE.read_text()))
