"""Compiled loops over the letters of words, and over the words of sentences.

Arrays of characters, bytes or word numbers enter. Distances, numbers of words, and places of words
and terms leave as arrays.
"""

from diglot.installed import require_compiled

require_compiled(__path__)
