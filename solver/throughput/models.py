"""The models of UGAL by how far routing controls its paths, and the maximum concurrent flow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError


class Control(StrEnum):
    """Which paths of a flow have a rate of their own; all that share one have the same rate."""

    INDIVIDUAL = "individual"  # each path
    BY_LENGTH = "by length"  # all paths of a length
    TOGETHER = "together"  # all paths


@dataclass(frozen=True, kw_only=True)
class Model:
    """What a flow may do.

    References
    ----------
    Mollah et al., Modeling UGAL on the Dragonfly topology, Table 2.
    """

    name: int | str  # as documents write it
    minimal: Control | None  # over the minimal paths; None: over any path of the network
    valiant: Control | None  # over the non-minimal paths

    @property
    def title(self) -> str:
        """What people call it."""
        return f"No. {self.name}" if isinstance(self.name, int) else "MCF"


_I, _L, _T = Control.INDIVIDUAL, Control.BY_LENGTH, Control.TOGETHER
MCF = Model(name="mcf", minimal=None, valiant=None)
MODELS = (
    *(
        Model(name=number, minimal=minimal, valiant=valiant)
        for number, (minimal, valiant) in enumerate(
            [(_I, _I), (_I, _L), (_I, _T), (_L, _L), (_L, _T), (_T, _T)]
        )
    ),
    MCF,
)
BY_NAME = {str(model.name): model for model in MODELS}
ALL = "all"


def read_models(written: object) -> tuple[Model, ...]:
    """Read the name of a model, a list of names, or "all".

    Raises
    ------
    QuestionError
        If there is no such model.
    """
    if isinstance(written, list):
        if not written:
            raise QuestionError("model", "names no model; give one such as 3, or all")
        named = [each for entry in written for each in read_models(entry)]
        return tuple(dict.fromkeys(named))
    plain = isinstance(written, str | int) and not isinstance(written, bool)
    name = str(written).strip().lower() if plain else ""
    if name == ALL:
        return MODELS
    if name not in BY_NAME:
        raise QuestionError(
            "model", f"unknown model {shown(written)}; {known_names(name, [*BY_NAME, ALL])}"
        )
    return (BY_NAME[name],)


def read_named(written: object) -> tuple[Model, ...]:
    """Read models as users write them: 3, "3", "0,3,mcf" or "all".

    Raises
    ------
    QuestionError
        If there is no such model.
    """
    if isinstance(written, str):
        return read_models([each.strip() for each in written.split(",")])
    return read_models(written)


def models_for(network: Network, written: object = None) -> tuple[Model, ...]:
    """Read models as users write them; None: No. 3, or MCF for a network without groups.

    Raises
    ------
    QuestionError
        If there is no such model.
    """
    if written is not None:
        return read_named(written)
    return read_models(3 if len(set(network.groups)) > 1 else MCF.name)
