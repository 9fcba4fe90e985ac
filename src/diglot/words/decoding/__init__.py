"""From the posteriors of a model to its results.

Posteriors of both directions enter. Links with calibrated probabilities leave; and from links,
phrase pairs and counts of linked entries.
"""
