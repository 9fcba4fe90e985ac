"""Formats of what people decided, such as answers to findings, or labels of TransRead.

A file enters for reading, or judgements for writing. Judgements leave as values, or a file.
"""
