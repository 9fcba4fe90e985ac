"""From posteriors to results.

Links, calibrated probabilities, phrase pairs and counts of linked entries. Posteriors or links
enter. Links, phrase tables and counts leave.
"""
