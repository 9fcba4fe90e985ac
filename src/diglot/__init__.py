"""diglot: pairs of texts become checked bilingual knowledge."""

__version__ = "0.1.0"
