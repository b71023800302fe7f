"""Translator: British words into American ones and back, with phrases that are said aloud."""
