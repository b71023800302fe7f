"""Subtask discovery (OmniBench B.1): what an app can be asked for, found on its screens instead of written by hand.

A *proposer* says what might be a subtask: an instruction, and what to click and type (`drafts`). There are two behind
one interface, one that explores by snapshots and needs no model (`exploring`) and one that asks a model (`asking`).
What a draft comes to is seen by playing it, and becomes the conditions (`grounding`); what is proved (`discovering`) is
kept with its steps, which are the oracle (`steps`), in a file (`keeping`).
"""
