"""The metrics: one formula a file, each a pure function of an episode's record.

Each says what it is for an episode that ended early, for nodes completed in one step, and where its formula
divides by zero.
"""
