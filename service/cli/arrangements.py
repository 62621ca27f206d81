"""`alphacut arrangements`: the global link arrangements, and the machines, that are known."""

from __future__ import annotations

import click


@click.command
def arrangements() -> None:
    """List the global link arrangements that a dragonfly can have, and machines with presets."""
    from alphacut.arrangements.links.catalogue import CATALOGUE
    from alphacut.arrangements.presets import PRESETS

    for known in CATALOGUE:
        click.echo(f"{known.name}: {known.title}")
        click.echo(f"  {known.requirement}; {known.reference}")
        for option in known.options:
            click.echo(f"  option {option.name}={'|'.join(option.choices)}: {option.description}")
    for preset in PRESETS:
        click.echo(f"preset:name={preset.name}: {preset.title}")
        click.echo(f"  {preset.source}")
        if preset.assumed:
            click.echo(f"  assumed: {preset.assumed}")
