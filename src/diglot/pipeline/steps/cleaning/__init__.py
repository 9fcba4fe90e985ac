"""Cleaning of files of translation units.

A file of units and options enter. Units with scores leave for files, with what was counted.
"""
