"""A task like that of BUCC 2022, made of parallel text: its corpora, questions to people, its gold.

Files of two languages enter with an option record. A folder with the proposals to be judged
leaves, then one with the task.
"""
