"""Word alignment: sentence pairs in, links between their words with a probability each out."""
