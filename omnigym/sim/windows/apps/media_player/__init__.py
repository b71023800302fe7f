"""Media Player: the songs and videos among the user's files; its declaration is in `app`."""
