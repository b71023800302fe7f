"""Sticky Notes: coloured notes, listed, searched and written in one small window."""
