"""What the algorithms of several rooms learn with: boosted trees, kernels, maps between vectors."""
