"""The version of diglot, which every signature and every written file names."""

__version__ = "0.1.0"
