"""Metrics that compare predictions with gold, or annotators with each other.

A prediction and gold of the same type enter. A `Score` leaves, with the statistics of every item.
"""
