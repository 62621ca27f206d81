"""Checking routing documents: shares nothing with what builds and counts routes."""
