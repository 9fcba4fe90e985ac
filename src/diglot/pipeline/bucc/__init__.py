"""The making of a task like that of BUCC 2022 from parallel text.

Files of two languages enter with an option record. A folder with proposals for people to judge
leaves; then, with their judgements, one with corpora, lists of terms and gold.
"""
