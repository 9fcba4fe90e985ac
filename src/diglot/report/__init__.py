"""Results in a form for people and for other programs.

Scores, findings, bitexts, lexicons and builds enter. Tables, JSON, plots and self-contained HTML
pages leave.
"""
