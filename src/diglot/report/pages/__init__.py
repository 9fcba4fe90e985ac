"""Self-contained HTML pages for bitexts, word links and lexicons.

Aligned texts or a lexicon enter. One HTML file that opens offline leaves.
"""
