"""The default inference method, a scorer trained on known dictionaries that are hidden.

A graph, two language codes and `Resources` enter. Candidate pairs with calibrated probabilities and
reasons leave.
"""
