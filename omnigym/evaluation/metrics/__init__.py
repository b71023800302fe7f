"""The metrics: one formula in each file, a pure function of an episode's record, or of its steps (OmniGUI).

Each docstring defines the value for an episode that ended early, for nodes completed in the same step, and for a
division by zero.
"""
