"""Grouping of ranked pairs of terms into concepts.

Scored pairs of terms with their contexts enter. Concepts leave, each with the forms, translations
and contexts of a term.
"""
