"""The evaluation functions that were synthesised from what oracles do, as they ship.

`scripts/synthesise_evaluations.py` makes them (`omnigym.tasks.synthesis.evaluations`). A line of the file is a subtask:
its conditions, and which runs they do not tell from the deed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from omnigym.evaluation.condition import Condition
from omnigym.tasks.native import condition_from_json, condition_to_json
from omnigym.tasks.subtask import Subtask

__all__ = ["FILE", "Synthesised", "line_of", "synthesised"]

FILE = "evaluations.jsonl"


class Synthesised(NamedTuple):
    """An evaluation function of the eleven APIs.

    Attributes:
        conditions: Its conditions in order, with templates; none where the APIs cannot tell the deed from others.
        unlike: Names of runs that pass it, though they should not.
        why: Why there is none, or why the evaluator did not bear it out; "" where it did.
    """

    conditions: tuple[Condition, ...]
    unlike: tuple[str, ...] = ()
    why: str = ""


def synthesised(subtask: Subtask) -> Synthesised | None:
    """What ships for a subtask; None for one that was added or told otherwise since."""
    plain = _shipped().get(subtask.id)
    if plain is None or plain["instruction"] != subtask.instruction:
        return None
    return Synthesised(tuple(map(condition_from_json, plain["conditions"])), tuple(plain["unlike"]), plain["why"])


def line_of(subtask: Subtask, conditions: Sequence[Condition], unlike: Sequence[str], why: str) -> str:
    """A line of the file, without the newline."""
    plain = {
        "subtask": subtask.id,
        "instruction": subtask.instruction,
        "conditions": [condition_to_json(c) for c in conditions],
        "unlike": list(unlike),
        "why": why,
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


@cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    lines = (files("omnigym.tasks.omnibench") / FILE).read_text(encoding="utf-8").splitlines()
    return {plain["subtask"]: plain for plain in map(json.loads, lines)}
