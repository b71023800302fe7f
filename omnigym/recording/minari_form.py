"""What the Minari sets that `omnigym.recording.to_minari` writes have besides what Minari asks for."""

from __future__ import annotations

from typing import Final

__all__ = ["ABOUT", "FORMAT", "MAIN"]

#: Minari's file of the episodes.
MAIN: Final = "main_data.hdf5"
#: The key in the metadata of the set, whose value is an object, and of an episode, whose value is a JSON text.
ABOUT: Final = "omnigym"
FORMAT: Final = "omnigym-minari/1"
