"""
Attention once more, in plain NumPy: the second opinion on what the core computes.

Written from the papers and from the project's conventions alone, never from the core's code. There
is one function per call of the API, with the same name and the same named fields; each file ends
with the problems that are put to it (entries), which scripts/golden.py writes to tests/golden.

Rows are tokens and y = x @ W. Axis letters as in the core: h head, q query, k key, d width of a
query or key, c width of a value.
"""
