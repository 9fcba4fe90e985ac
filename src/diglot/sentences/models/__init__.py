"""The alignment methods, each with a function `align`.

The training rounds that they share. An encoded corpus and settings enter. Alignments leave.
"""
