"""Metrics of ranked lists of terms and term pairs.

Ranked candidates and gold lists enter. Average precision, precision, recall, F1 and the figures of
BUCC 2022 leave.
"""
