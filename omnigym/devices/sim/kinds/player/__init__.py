"""Players of sounds and videos: what is played in virtual time, the bar that moves it, playlists."""
