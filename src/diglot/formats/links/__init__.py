"""Formats that hold links between the numbered or named segments of two documents.

Examples are plain links, cesAlign, TEI, hunalign ladders and TransRead. A file enters, with its
documents where names have to be resolved, or links for writing. Links and groups of links leave, or
a file and a list of what it could not carry.
"""
