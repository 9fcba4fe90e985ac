"""Doubtful links and terms of a file, corrected by people and written back."""
