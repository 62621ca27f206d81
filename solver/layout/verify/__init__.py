"""The independent check of documents about layouts."""
