"""Programs that take pictures of the screen: what of it, when, and what the picture says."""
