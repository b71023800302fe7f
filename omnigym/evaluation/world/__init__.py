"""The world as it was: the user's data, how two moments of them differ, and what of that was asked for."""
