"""Inferred dictionaries, measured."""
