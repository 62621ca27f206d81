"""`alphacut completion`: what lets a shell complete commands, families, arrangements, formats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, get_completion_class

if TYPE_CHECKING:
    from pydantic import BaseModel

# bash takes ":" and "=" for ends of words, which specs are full of: words are taken from the
# line instead, and what bash takes for an earlier word is cut off from what is offered.
_BASH = """\
_alphacut_completion() {
    local line="${COMP_LINE:0:COMP_POINT}" current begun type value
    local -a words
    read -ra words <<< "$line"
    [[ "$line" == *[[:space:]] ]] && words+=("")
    current="${words[-1]}"
    begun="${current%"${current##*[:=]}"}"
    COMPREPLY=()
    while IFS=, read -r type value; do
        case "$type" in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$begun"}"); compopt -o nospace ;;
        esac
    done < <(COMP_WORDS="$line" COMP_CWORD=$((${#words[@]} - 1)) \\
        _ALPHACUT_COMPLETE=bash_complete alphacut)
}
complete -o nosort -F _alphacut_completion alphacut
"""
PRESET = "preset"  # a family whose networks have names
SHELLS = ("bash", "zsh", "fish")


@click.command
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the lines that let a SHELL complete what is typed after alphacut.

    For bash: alphacut completion bash >> ~/.bashrc, and so for zsh (~/.zshrc); for fish:
    alphacut completion fish > ~/.config/fish/completions/alphacut.fish
    """
    click.echo(_BASH if shell == "bash" else _of_click(shell), nl=False)


def _of_click(shell: str) -> str:
    from alphacut.service.cli.main import alphacut

    known = get_completion_class(shell)
    assert known is not None
    return f"{known(alphacut, {}, 'alphacut', '_ALPHACUT_COMPLETE').source()}\n"


class SpecType(click.ParamType[str]):
    """A topology spec or the path of a file; it is read later."""

    name = "spec"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete the family, one of its fields, or the value of one that has names."""
        found = [*completions(incomplete)]
        items = [CompletionItem(each) for each in found]
        return items if ":" in incomplete else [*items, CompletionItem(incomplete, type="file")]


class NamesType(click.ParamType[str]):
    """One of some names, which the command checks itself; they are completed here.

    Parameters
    ----------
    place
        Of an iterable of them, "package.module:object", loaded when they are wanted.
    """

    name = "name"

    def __init__(self, place: str) -> None:
        self._place = place

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete a name."""
        return [CompletionItem(each) for each in self.choices if each.startswith(incomplete)]

    @property
    def choices(self) -> list[str]:
        """The names."""
        from pkgutil import resolve_name

        names: Iterable[str] = resolve_name(self._place)
        return sorted(names)


def completions(incomplete: str) -> Iterable[str]:
    """Return what a spec that is being typed may become, up to its next part."""
    from alphacut.arrangements.formats.spec.families import FAMILIES, model_of

    family, colon, rest = incomplete.partition(":")
    if not colon:
        known = sorted([*FAMILIES, PRESET])
        return [f"{name}:" for name in known if name.startswith(family)]
    if family not in FAMILIES and family != PRESET:
        return []
    *before, last = rest.split(",")
    begun = f"{family}:" + "".join(f"{each}," for each in before)
    field, equals, value = last.partition("=")
    if equals:
        names = sorted(_values(family, field))
        return [f"{begun}{field}={each}" for each in names if each.startswith(value)]
    given = {each.partition("=")[0] for each in before}
    fields = ["name"] if family == PRESET else _fields(model_of(family))
    return [f"{begun}{each}=" for each in fields if each not in given and each.startswith(field)]


def _fields(model: type[BaseModel]) -> list[str]:
    """Return the fields of a family, those that all families have at the end."""
    from alphacut.arrangements.formats.spec import FamilySpec

    names = [name for name in model.model_fields if name != "family"]
    return sorted(names, key=lambda name: name in FamilySpec.model_fields)


def _values(family: str, field: str) -> Iterable[str]:
    """Return the names that a field may have, where there are such."""
    from alphacut.arrangements.links.catalogue import BY_NAME as ARRANGEMENTS
    from alphacut.arrangements.presets import PRESETS

    if field == "arrangement":
        return ARRANGEMENTS
    return [each.name for each in PRESETS] if (family, field) == (PRESET, "name") else []
