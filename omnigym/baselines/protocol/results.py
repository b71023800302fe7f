"""The results of the protocol: one file per row, with a line for each part, seed, measure and control."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from omnigym.baselines.protocol.learners import Scale
from omnigym.errors import ConfigError
from omnigym.foreign import place_of

__all__ = ["CONTROLS", "StudyOutcome", "add", "control", "read", "scores_of"]

#: Who is asked besides the policy: itself, tree and screenshot emptied; chance in the same action space; and who clicks
#: one thing after another.
CONTROLS = ("blind", "random", "sweep")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOutcome:
    """The result of a part with one seed: of all measures, or in a line of one of them or its control.

    Attributes:
        row, part: Their names.
        seed: Of learner, episodes and searches.
        scale: How much was done.
        knowledge: What was given besides screens and instructions.
        steps: The environment steps of training, by whose they are: "oracle", "search", "learner".
        measuring: The environment steps of each measure.
        cpu_s: Processor seconds, with those of other processes: "learning", of this line alone (0 if it was learned
            before), and "measuring".
        scores: Of each measure, and of its controls under the names of `control`, by task, in [0, 1]; what could not be
            scored is left out.
        curve: Steps, and the share of the training tasks with a solution.
        versions: Of omnigym and Python.
        tasks: A hash of the tasks of each measure, by its name: figures with another one are not comparable.
        nothing_found: Whether a search found nothing to learn from. What it began with is measured then, and where it
            began with nothing the score of each task is 0, for which nothing is played.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    row: str
    part: str
    seed: int
    scale: Scale
    knowledge: tuple[str, ...]
    steps: Mapping[str, int]
    measuring: Mapping[str, int]
    cpu_s: Mapping[str, float]
    scores: Mapping[str, Mapping[str, float]]
    curve: tuple[tuple[int, float], ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    tasks: Mapping[str, str] = field(default_factory=dict)
    nothing_found: bool = False
    format: Literal["omnigym-protocol/1"] = "omnigym-protocol/1"


_OUTCOME = TypeAdapter(StudyOutcome)


def read(path: Path) -> tuple[StudyOutcome, ...]:
    """Return the outcomes of a row, one a part and seed, of all their lines; none if there is no such file.

    A last line without its end is what a kill left behind.

    Raises:
        ConfigError: A line is none of this version.
    """
    if not path.exists():
        return ()
    text = path.read_text(encoding="utf-8")
    found: dict[tuple[str, int], StudyOutcome] = {}
    for n, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        outcome = _line(path, n, line)
        known = found.get((outcome.part, outcome.seed))
        found[outcome.part, outcome.seed] = outcome if known is None else _together(known, outcome)
    return tuple(found.values())


def _together(first: StudyOutcome, second: StudyOutcome) -> StudyOutcome:
    """Two lines of a part and seed as one; in their scale they agree, or `read` is not asked for one of them."""
    seconds = {
        name: first.cpu_s.get(name, 0.0) + second.cpu_s.get(name, 0.0) for name in {**first.cpu_s, **second.cpu_s}
    }
    return replace(
        first,
        measuring={**first.measuring, **second.measuring},
        cpu_s=seconds,
        scores={**first.scores, **second.scores},
        tasks={**first.tasks, **second.tasks},
    )


def _line(path: Path, number: int, text: str) -> StudyOutcome:
    try:
        return _OUTCOME.validate_json(text)
    except ValidationError as e:
        error = e.errors(include_url=False, include_context=False)[0]
        where = place_of(error["loc"]) or "line"
        raise ConfigError(
            f"{path}, line {number}: {where}: {error['msg']}. Expected what `omnigym protocol run` writes; "
            "delete the line or choose another --out."
        ) from None


def add(path: Path, outcome: StudyOutcome) -> None:
    """Add a line, after complete lines only."""
    known = path.read_bytes() if path.exists() else b""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("r+b" if known else "wb") as file:
        file.truncate(known.rfind(b"\n") + 1)
        file.seek(0, 2)
        file.write(json.dumps(asdict(outcome)).encode() + b"\n")


def control(measure: str, who: str) -> str:
    """Return the name under which the scores of a control are stored.

    >>> control("at once", "blind")
    'at once: blind'
    """
    return f"{measure}: {who}"


def scores_of(outcomes: Iterable[StudyOutcome]) -> dict[str, dict[str, list[float]]]:
    """Return the scores of all seeds, in order, by measure and task."""
    ordered: Sequence[StudyOutcome] = sorted(outcomes, key=lambda o: (o.part, o.seed))
    found: dict[str, dict[str, list[float]]] = {}
    for outcome in ordered:
        for measure, scores in outcome.scores.items():
            for task, score in scores.items():
                found.setdefault(measure, {}).setdefault(task, []).append(score)
    return found
