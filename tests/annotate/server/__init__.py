"""The HTTP server of a project."""
