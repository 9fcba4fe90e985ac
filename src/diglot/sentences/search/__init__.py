"""Search for the best path of link types inside a band.

Block scores enter. Paths and posteriors leave.
"""
