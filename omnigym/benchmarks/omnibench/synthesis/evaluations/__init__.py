"""Evaluation functions of the paper's eleven APIs, synthesised from what oracles do (OmniBench B.2, C.3)."""
