"""Chat: the workspace of a team, with channels, direct messages, threads and huddles."""
