"""Tables: how apps keep records in files, and how checks read them."""
