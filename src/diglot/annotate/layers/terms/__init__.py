"""The layer of decisions on pairs of terms: its rules, items, readers and writers.

Termbases and lists of pairs and files of judgements enter. Items, problems and files of judgements
leave.
"""
