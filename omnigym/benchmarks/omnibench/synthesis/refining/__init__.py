"""Iterative synthesis with cross-verification: trajectory and check refine each other (OmniBench B.2)."""
