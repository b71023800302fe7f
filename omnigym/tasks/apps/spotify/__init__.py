"""The subtasks of Spotify."""
