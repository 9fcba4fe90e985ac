"""Language packs: what open translations have taught about the words of two languages.

Counts of linked words enter, from texts aligned elsewhere. Packs leave: built, found by their
languages, composed through English, and handed on as arrays that other packages take as prior.
"""
