"""Helpers for requests and responses that no app owns."""
