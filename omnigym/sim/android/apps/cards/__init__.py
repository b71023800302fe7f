"""Word Cards: a voice says a word, and one presses the card that has it."""
