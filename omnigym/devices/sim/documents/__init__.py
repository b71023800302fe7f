"""Editing of documents on the simulated desktop: pure functions on plain values, for every app that has rich text."""
