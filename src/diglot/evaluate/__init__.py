"""Metrics that compare predictions with gold data or annotators with each other.

Predicted and gold values of the same type enter. Score values with per-item statistics leave.
"""
