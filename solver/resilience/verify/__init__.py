"""The independent check of documents about resilience."""
