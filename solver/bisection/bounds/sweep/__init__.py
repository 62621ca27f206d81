"""Proofs by sweeping: which order to sweep along, and the cut that a failed proof finds."""
