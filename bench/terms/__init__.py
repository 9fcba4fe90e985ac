"""Extraction and alignment of terms: their data, measurements and training."""
