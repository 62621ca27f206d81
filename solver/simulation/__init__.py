"""Cycle-level simulation: input-queued routers with virtual cut-through."""
