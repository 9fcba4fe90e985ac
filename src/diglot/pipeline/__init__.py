"""Every job of diglot from files to files, made of the packages below it.

Paths and option records enter. Values of `model` leave, with files, and what is kept on disk for
the next run.
"""
