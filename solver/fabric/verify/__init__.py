"""The independent check of documents about fabrics."""
