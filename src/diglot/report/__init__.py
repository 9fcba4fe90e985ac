"""Reports: scores as tables and JSON, bitexts as a summary and as a page to read them in."""
