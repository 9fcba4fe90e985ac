"""Statistics shared by all metrics.

Rows of counts and scores enter. Aggregated scores, confidence intervals, paired tests and rank
correlations leave.
"""
