"""The parts of docs/machines.md that tell where parameters come from, and what is left out.

Run as `python -m benchmarks.machines_page` to write it anew.
"""

from __future__ import annotations

from pathlib import Path

from alphacut.arrangements.formats.spec import estimate, parse
from alphacut.arrangements.machines import LEFT_OUT, MACHINES
from alphacut.arrangements.preset import Preset

PAGE = Path(__file__).parents[1] / "docs" / "machines.md"
BEGIN, END = "<!-- parameters -->", "<!-- end of parameters -->"
OUT, END_OUT = "<!-- left out -->", "<!-- end of left out -->"


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
    """Return the page with its parts written anew."""
    return _between(_between(page, OUT, END_OUT, left_out()), BEGIN, END, f"\n{parameters()}")


def left_out() -> str:
    """Return the table of machines of which too little is published."""
    lines = [f"| `{each.name}` | {each.title} | {each.why} |" for each in LEFT_OUT]
    return "\n".join(["| machine | | why |", "|---|---|---|", *lines])


def _between(page: str, begin: str, end: str, text: str) -> str:
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}"


def put_between(page: Path, begin: str, end: str, text: str) -> None:
    """Put a text between two marks of a page."""
    page.write_text(_between(page.read_text(), begin, end, text))


if __name__ == "__main__":
    PAGE.write_text(replaced(PAGE.read_text()))
