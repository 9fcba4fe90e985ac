"""Reading and writing bytes and plain text safely.

Encodings, lines, rows, XML, HTML, zip and gzip with limits, arrays, and atomic replacement of
files. Paths and bytes enter, from any format or layer above. Decoded text, lines, rows, parsed
elements or arrays leave, or an error that names the file, the line and the cure.
"""
