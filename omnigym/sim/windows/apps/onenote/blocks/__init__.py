"""The blocks of a page: lines, headings, lists, tables, pictures, files, put below one another."""
