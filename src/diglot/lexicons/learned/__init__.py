"""The default method of inference: a scorer trained on known dictionaries that are hidden.

A graph, two language codes and `Resources` enter. Candidate pairs leave, with calibrated
probabilities and reasons.
"""
