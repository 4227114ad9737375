"""Helpers for requests and responses that don't belong to any app."""
