"""Assistant: one asks it by text, and it answers aloud."""
