"""Programs for code: files in tabs, syntax in colours, a quick input, a console."""
