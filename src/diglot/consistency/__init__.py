"""Terminology in translations: where terms stand, and whether what answers them is right."""
