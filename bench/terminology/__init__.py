"""Checks of translations and metrics of terminology, measured."""
