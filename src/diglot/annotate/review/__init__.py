"""Review of an existing translation memory or termbase.

A file of units or terms enters and becomes a project beside it. The file leaves with the
corrections that people made.
"""
