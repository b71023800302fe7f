"""Clipchamp: films are cut of videos, pictures, sounds and titles, and saved as videos."""
