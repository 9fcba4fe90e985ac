"""One module for each version of the tables.

The tables of the version before enter. The tables of this version leave.
"""
