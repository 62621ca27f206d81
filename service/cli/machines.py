"""`alphacut machines`: machines that run, with where each of their parameters comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from alphacut.arrangements.preset import Preset


@click.command
@click.argument("names", nargs=-1, metavar="[NAME]...")
def machines(names: tuple[str, ...]) -> None:
    """List machines that run or ran; of those that are named, tell every parameter.

    A name stands wherever a SPEC does: alphacut point frontier-compute --alpha 1. Each parameter is
    published, inferred from what is, or assumed.
    """
    from alphacut.arrangements.machines import LEFT_OUT, MACHINES
    from alphacut.arrangements.words import known_names, shown

    known = {each.name: each for each in MACHINES}
    left_out = {each.name: each for each in LEFT_OUT}
    for name in names:
        if name not in known and name not in left_out:
            raise click.UsageError(f"unknown machine {shown(name)}; {known_names(name, known)}")
    for name in names:
        if name in known:
            click.echo("\n".join(_told(known[name])))
        else:
            click.echo(f"{name}: {left_out[name].title}\n  left out: {left_out[name].why}")
    if not names:
        width = max(map(len, known))
        for each in MACHINES:
            click.echo(f"{each.name:{width}}  {each.title}")
        click.echo(f"left out, and alphacut machines NAME tells why: {', '.join(left_out)}")


def _told(machine: Preset) -> list[str]:
    """Return what is known of a machine, in lines."""
    from alphacut.arrangements.formats.spec import estimate, parse
    from alphacut.arrangements.preset import Standing

    spec = parse(machine.spec)
    size = estimate(spec)
    fields = ", ".join(f"{name}={_value(value)}" for name, value in machine.spec.items())
    unit = [f"  a local link has {machine.unit}, one way"] if machine.unit else []
    standings: tuple[Standing, ...] = ("published", "inferred", "assumed")
    return [
        f"{machine.name}: {machine.title}",
        f"  {size.switches:,} switches, {fields}",
        *unit,
        f"  source: {machine.source}",
        *(
            f"  {standing}: {fact.field}: {fact.why}"
            for standing in standings
            for fact in machine.facts
            if fact.standing == standing
        ),
    ]


def _value(value: object) -> str:
    return "x".join(map(str, value)) if isinstance(value, list) else str(value)
