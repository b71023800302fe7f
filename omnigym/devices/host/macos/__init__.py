"""A macOS session as a device. It has run against a stand-in of macOS alone: see docs/host.md."""
