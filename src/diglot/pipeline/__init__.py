"""Every job of diglot from files to files, put together from the packages below it.

Paths and frozen option records enter. Results of model, files, and stored state between runs leave.
"""
