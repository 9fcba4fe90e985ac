"""Compiled loops over the letters of words.

Arrays of numpy enter and leave; nothing else of diglot is imported.
"""
