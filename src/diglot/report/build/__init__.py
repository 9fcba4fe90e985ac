"""The page of a whole build.

The texts, links, terms and doubtful places that a build keeps in its folder enter. One HTML page
leaves.
"""
