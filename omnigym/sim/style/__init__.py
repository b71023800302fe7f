"""How things look before they are drawn: colours, typefaces and their measures, palettes, style sheets, themes."""
