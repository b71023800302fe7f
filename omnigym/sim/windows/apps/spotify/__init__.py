"""Spotify: a catalogue of songs to look through, to like and to put on playlists; its declaration is in `app`."""
