"""OneNote: notebooks of coloured sections, whose pages are made of blocks."""
