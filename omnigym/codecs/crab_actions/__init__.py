"""CRAB's actions (A.2, Table 6), a platform a file. A new one is a new function, here or in a file of its own."""
