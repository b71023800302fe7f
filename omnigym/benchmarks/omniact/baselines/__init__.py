"""Baselines of OmniACT (section 6): what answers a data point with a script, and the table of their scores."""
