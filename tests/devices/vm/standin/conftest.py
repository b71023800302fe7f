"""What is here runs in a stand-in of Windows Setup, or makes one: none of it is a test."""

collect_ignore_glob = ["*.py"]
