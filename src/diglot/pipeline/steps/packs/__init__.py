"""Language packs made of files.

Bilingual texts and dictionaries with their licences enter. Packs leave.
"""
