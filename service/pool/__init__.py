"""Processes beside the server: what takes long is done there, within limits."""

from service.pool.pool import Busy as Busy
from service.pool.pool import Pool as Pool
from service.pool.pool import Refused as Refused
