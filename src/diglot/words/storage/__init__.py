"""Saved models of words.

Counts of a training run, or model files, enter. Models leave as values or files: merged, pruned, or
as tables of translations.
"""
