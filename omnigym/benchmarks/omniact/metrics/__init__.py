"""OmniACT's metrics of a script (OmniACT 4.1, 4.2): one formula in each file."""
