"""Scores and statistics as text tables and JSON.

Score values and results of the pipeline enter. Strings for a terminal or Markdown and plain values
for JSON leave.
"""
