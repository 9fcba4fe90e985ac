"""Language packs: what open translations have taught about the words of two languages.

Counts of linked words enter, from texts that were aligned elsewhere. Packs leave: built, found by
their languages, composed through English, and handed to aligners as arrays of prior counts.
"""
