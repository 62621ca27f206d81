"""Names in questions and documents of designs; what needs no more than these loads nothing else."""

from __future__ import annotations

FORMAT = "alphacut-design/2"
PRICED = ("switch", "host", "local", "global", "copper", "optical")
CABLES = ("copper", "optical", "host")
LAID_OUT = ("rack", "box")  # what only a machine in its racks is charged for
FORMULA, SHARES, MAJORITIES, CERTIFICATE = "formula", "shares", "majorities", "certificate"
REASONS = (FORMULA, SHARES, MAJORITIES, CERTIFICATE)  # what a lower bound rests on
LONGEST_PRICES = 100_000  # characters of a file
ORDERS = ("price", "watts", "bisection", "switches", "hosts", "diameter", "mean")
USUAL = (
    "fat_tree",
    "leaf_spine",
    "xgft",
    "dragonfly",
    "slingshot",
    "dragonfly_plus",
    "hyperx",
    "torus",
    "slim_fly",
    "polarfly",
    "jellyfish",
    "xpander",
)
NAMES = (*USUAL, "hamming")  # Hamming graphs are among the HyperX networks
