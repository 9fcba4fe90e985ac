"""A task of bilingual term alignment made of parallel text: corpora, lists of terms, gold.

Reference: Adjali et al. 2022, "Overview of the 2022 BUCC shared task: bilingual term alignment in
comparable specialized corpora", section 3.
"""
