"""Campaigns: many systems on many corpora, scored alike, in one table.

A campaign file enters: its task, corpora, systems and scores. A folder leaves, with what every
system made of every document, what it cost, and tables, figures and a page of the scores.
"""
