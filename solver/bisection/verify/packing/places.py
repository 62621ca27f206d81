"""The places of neighbours in many trees, as a string."""

from __future__ import annotations

import base64
import binascii
import math
import zlib

import numpy as np

from alphacut.solver.bisection.verify.packing.loads import Places
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

COPIES = 3  # that are there while they are read


def read_places(
    written: object, shape: tuple[int, int], kind: np.dtype[np.unsignedinteger]
) -> Places:
    """Read what `write_places` wrote, or refuse.

    Parameters
    ----------
    shape
        Trees and switches.
    kind
        Of each place.

    Raises
    ------
    Refused
        If it is no string of that size.
    """
    if not isinstance(written, str):
        raise Refused("the trees of a packing are not a string")
    size = math.prod(shape) * kind.itemsize
    room_for(COPIES * size, f"{shape[0]} trees of {shape[1]} switches")
    try:
        content = zlib.decompressobj().decompress(
            base64.b64decode(written, validate=True), size + 1
        )
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Refused("the trees of a packing cannot be read") from error
    if len(content) != size:
        raise Refused("the trees of a packing have another size")
    return np.frombuffer(content, dtype=kind).reshape(shape)


def write_places(places: Places) -> str:
    """Write places of the type that they have as compressed base64, row by row."""
    return base64.b64encode(zlib.compress(np.ascontiguousarray(places).tobytes(), 6)).decode()
