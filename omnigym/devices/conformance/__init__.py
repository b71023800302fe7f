"""Conformance: the promises of a device, each tried on a live one and reported by itself."""
