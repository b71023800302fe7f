"""Programs whose pages are made of blocks: lines, headings, lists, tables, pictures, files, put below one another."""
