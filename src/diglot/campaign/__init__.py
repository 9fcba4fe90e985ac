"""Campaigns: many systems on many corpora, scored alike, in one table.

A campaign file enters, which names a task, corpora, systems and scores. A folder leaves: the output
of every system for every document and what it cost, with tables, figures and a page of the scores.
"""
