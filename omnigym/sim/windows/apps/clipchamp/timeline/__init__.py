"""What is cut: clips on tracks, the film that they make, and where one is in it in virtual time."""
