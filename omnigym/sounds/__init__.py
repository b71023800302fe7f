"""Shipped sounds: voices, rings, alarms, notices, chimes, music and ambience, at 16 kHz, by name.

A network that speaks rounds in its own way on each kind of processor. So `scripts/make_sounds.py` spoke once, and what
it made ships without loss: the same bytes on every machine.
"""

from __future__ import annotations

from omnigym.sounds.archive import KINDS, RATE, Sound, about, join_sounds, load, names, ships
from omnigym.sounds.pieces import clock, digits, number

__all__ = ["KINDS", "RATE", "Sound", "about", "clock", "digits", "join_sounds", "load", "names", "number", "ships"]
