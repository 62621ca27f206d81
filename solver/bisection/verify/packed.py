"""Tables of integers, packed into strings."""

from __future__ import annotations

import base64
import binascii
import math
import zlib

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.verify.blocks import IntArray
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import room_for

LARGEST = 1 << 44  # of any entry
COPIES = 5  # of a table that are there while it is read


def unpacked(written: str, shape: tuple[int, ...]) -> IntArray:
    """Read a packed table of integers of a known shape, or refuse.

    Returns
    -------
    Of that shape, 64-bit.

    Raises
    ------
    Refused
        If it cannot be read, has another size, or entries beyond the limit.
    """
    number = math.prod(shape)
    room_for(8 * COPIES * number, f"a packed table of {' x '.join(map(str, shape))} integers")
    try:
        reader = zlib.decompressobj()
        content = reader.decompress(base64.b64decode(written, validate=True), 8 * number + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Refused("a packed table cannot be read") from error
    if len(content) != 8 * number:
        raise Refused("a packed table has another size")
    planes: NDArray[np.uint8] = np.frombuffer(content, dtype=np.uint8).reshape(8, number)
    values = np.ascontiguousarray(planes.T).view("<i8").reshape(shape).astype(np.int64)
    if (number and int(values.max()) > LARGEST) or (number and int(values.min()) < -LARGEST):
        raise Refused("a packed table has entries that are too large")
    return np.asarray(values, dtype=np.int64)
