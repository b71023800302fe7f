"""What is on the screen now: windows composed into panels, hit, compared, and read as an accessibility tree."""
