"""Formats that hold one text in one language.

Examples are DOCX, ODT, HTML, EPUB, PDF, Markdown, subtitles and plain text, and the segmentation
rules of SRX. A file enters. A Document with its blocks, languages and skipped parts leaves.
"""
