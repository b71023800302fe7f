"""PDF24: a toolbox for PDF files, a tile for each tool."""
