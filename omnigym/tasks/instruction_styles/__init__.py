"""Telling a task in other ways: step by step, in another order, with its intent; and reading a text back (B.4).

`manner` has the ways, `steps` the low-level instruction, `reading` what recovers a graph from a text alone, and
`validating` the writers and the consistency validator between the two.
"""
