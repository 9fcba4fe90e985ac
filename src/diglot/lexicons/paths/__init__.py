"""Paths between words of two languages over words of other languages.

A graph and two languages, or some of their words, enter. Best paths, pairs joined by pivots, blamed
edges and explanations of missing paths leave.
"""
