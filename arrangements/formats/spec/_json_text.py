"""JSON text of specs, without what JSON leaves open."""

from __future__ import annotations

import json
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._json import no_name_twice


def from_json(text: str) -> Any:
    """Read JSON text, refusing what JSON leaves open: a name given twice."""
    try:
        return json.loads(text, object_pairs_hook=no_name_twice)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise SpecError("", f"not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise SpecError("", "not a spec: nested too deeply") from error
    except SpecError:
        raise
    except ValueError as error:  # an integer of thousands of digits
        raise SpecError("", f"not a spec: {error}") from error
