"""The untrained and vector-based inference methods, one algorithm a module.

A graph, two language codes and `Resources` enter. Pairs of nodes with scores between 0 and 1 leave.
"""
