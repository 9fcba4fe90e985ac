"""One module a version of the tables, each made from the one before it."""
