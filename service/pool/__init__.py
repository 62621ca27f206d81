"""Processes beside the server: what takes long is done there, within limits."""

from alphacut.service.pool.pool import Busy as Busy
from alphacut.service.pool.pool import Pool as Pool
from alphacut.service.pool.pool import Refused as Refused
