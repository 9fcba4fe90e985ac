"""Word models as values and as files.

Counts of training or model files enter. Models, merged or pruned models, and translation tables
leave.
"""
