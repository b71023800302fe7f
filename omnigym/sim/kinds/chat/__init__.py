"""Programs in which people talk: rooms, messages, files, calls. What is the same in all of them; none is an app."""
