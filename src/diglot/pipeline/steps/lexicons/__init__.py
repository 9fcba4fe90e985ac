"""The inference, explanation and conversion of bilingual dictionaries.

Dictionary files, saved graphs, vectors and texts enter. Inferred lexicons, explanations and
converted dictionaries leave.
"""
