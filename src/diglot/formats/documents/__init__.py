"""Formats of one text in one language, such as DOCX, HTML, EPUB, PDF and plain text.

A file enters. A `Document` leaves, with its blocks, its language and a list of what was skipped.
The segmentation rules of SRX are read here, too.
"""
