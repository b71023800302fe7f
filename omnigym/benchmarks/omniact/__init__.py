"""OmniACT: its data set, read and written, and one like it that is collected on our own devices."""
