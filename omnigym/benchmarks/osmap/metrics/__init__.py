"""OS-MAP's metrics of an agent that helps unasked (OS-MAP 3.1, level L5)."""
