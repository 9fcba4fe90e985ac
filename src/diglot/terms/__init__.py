"""Terms: found in one language, aligned over two, grouped into a termbase."""
