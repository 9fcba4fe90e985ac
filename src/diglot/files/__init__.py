"""Safe reading and writing of bytes and plain text: the only package that touches the disk.

Paths or bytes enter from the packages above. Decoded text, lines, rows, parsed XML or HTML, or
arrays leave, within limits of size; or an error that names the file, the line and the cure.
"""
