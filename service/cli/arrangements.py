"""`alphacut arrangements`: the global link arrangements that are known."""

from __future__ import annotations

import click


@click.command
def arrangements() -> None:
    """List the global link arrangements that a dragonfly can have."""
    from arrangements.links.catalogue import ARRANGEMENTS

    for known in ARRANGEMENTS:
        click.echo(f"{known.name}: {known.title}")
        click.echo(f"  {known.requirement}; {known.reference}")
        for option in known.options:
            click.echo(f"  option {option.name}={'|'.join(option.choices)}: {option.description}")
