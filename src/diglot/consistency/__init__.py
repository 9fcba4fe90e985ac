"""Checks of the terminology of translations.

A termbase and the units of a translation enter, with word links where there are some. Findings
leave, without those that people have suppressed.
"""
