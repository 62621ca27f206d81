"""Names in plans and documents of layouts; what needs no more than these loads nothing else."""

from __future__ import annotations

FORMAT = "alphacut-layout/1"
COPPER, OPTICAL = "copper", "optical"
LINK_OF_HOST = "host"  # the class of a cable between a host and its switch
CORES = ("middle", "end")
