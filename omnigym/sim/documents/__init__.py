"""Text editing of the simulated desktop: pure functions on immutable values, for every app and field with text."""
