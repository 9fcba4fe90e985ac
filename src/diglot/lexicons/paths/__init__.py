"""Paths between words of two languages over words of other languages.

A graph enters, with two languages or some of their words. Best paths leave, pairs joined by pivots,
the edges to blame for wrong pairs, and reasons why another pair has no path.
"""
