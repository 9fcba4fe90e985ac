"""Checks of terminology in translations.

A termbase, units of source and translation, and optional word links enter. Findings, less the
suppressed ones, leave.
"""
