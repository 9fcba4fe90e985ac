"""Plots as SVG.

Curves, points, classes and word graphs enter. SVG elements and single SVG or HTML files leave.
"""
