"""Speed, memory and quality on real data; see README.md in this folder."""
