"""OmniGUI's tables of an agent's answers as JSON values, and the rows that the paper published."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict

from omnigym.benchmarks.omnigui import DIMENSIONS, LEVELS, DatasetEpisode, OmniGUI
from omnigym.benchmarks.omnigui.metrics.exact_match import RULES, Rule, exact_match
from omnigym.benchmarks.omnigui.metrics.goal_progress import goal_progress
from omnigym.benchmarks.omnigui.metrics.step_error import STEP_ERRORS, StepError, step_error
from omnigym.benchmarks.omnigui.metrics.step_success import step_success
from omnigym.benchmarks.omnigui.metrics.type_match import type_match
from omnigym.benchmarks.omnigui.tables.answers import StepAnswer
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.evaluation.intervals import Interval, interval, pooled_interval

__all__ = [
    "METRICS",
    "OmniGUIReport",
    "ScoreCell",
    "SetStatistics",
    "omnigui",
    "published_data",
    "published_models",
    "statistics",
]

#: Type match and exact match of steps, success rate and goal progress of episodes (3.4).
METRICS: Final = ("TM", "EM", "SR", "GP")
_FILE: Final = Path(__file__).with_name("published.json")
_NO_ANSWER: Final = "no answer"


class ScoreCell(TypedDict):
    """Four metrics of some episodes.

    ``metrics`` and ``intervals`` (95 %, over episodes) are by name, in [0, 1]; None where nothing was scored. TM and EM
    are over ``steps``, all that were answered. SR and GP are over ``episodes``, those of which every step was.
    """

    steps: int
    episodes: int
    metrics: dict[str, float | None]
    intervals: dict[str, tuple[float, float] | None]


class OmniGUIReport(TypedDict):
    """The tables of an agent's answers.

    ``rules`` is by rule, then "overall", a dimension, a level or ``app:NAME``. ``errors`` counts the wrong steps by
    class under the rule ``paper``. ``unscored`` counts the steps that have no answer, by reason. ``left_out`` has the
    episodes whose annotation cannot be read, with the reason.
    """

    inputs: str
    instruction: str
    rules: dict[str, dict[str, ScoreCell]]
    errors: dict[str, int]
    steps: int
    scored: int
    unscored: dict[str, int]
    left_out: dict[str, str]


class _Scored(NamedTuple):
    """A step that was answered."""

    types: bool
    exact: Mapping[Rule, bool]
    error: StepError | None


_Played = tuple[DatasetEpisode, list[_Scored | None]]


def omnigui(found: OmniGUI, answers: Mapping[tuple[str, int], StepAnswer]) -> OmniGUIReport:
    """Return the report on answers to a dataset.

    A step without an answer, or with an error in place of one, is not scored, and its episode has neither SR nor GP.

    Args:
        found: The set.
        answers: By id and step.

    Raises:
        ConfigError: An answer is to a step that the set does not have, or there is none to any step.
    """
    played: list[_Played] = []
    left_out: dict[str, str] = {}
    unscored: Counter[str] = Counter()
    known: set[tuple[str, int]] = set()
    for name, episode in found.episodes():
        if isinstance(episode, UnreadableError):
            left_out[name] = str(episode)
            continue
        scored: list[_Scored | None] = []
        for step in episode.steps:
            known.add((name, step.index))
            answer = answers.get((name, step.index))
            if answer is None or answer.error:
                unscored[answer.error.partition(":")[0] if answer else _NO_ANSWER] += 1
                scored.append(None)
                continue
            said, gold = answer.read(), step.annotation
            exact = {rule: exact_match(gold, said, rule) for rule in RULES}
            scored.append(_Scored(type_match(gold, said), exact, step_error(gold, said, episode.level)))
        played.append((episode, scored))
    strange = next((key for key in answers if key not in known and key[0] not in left_out), None)
    if strange is not None:
        raise ConfigError(f"There is an answer to step {strange[1]} of {strange[0]}, which the set {found.root} lacks.")
    every = [step for _, steps in played for step in steps if step is not None]
    if not every:
        raise ConfigError(f"No step of the set {found.root} has an answer, so there is nothing to score.")
    errors = Counter(step.error for step in every)
    first = next(iter(answers.values()))
    return OmniGUIReport(
        inputs=first.inputs,
        instruction=first.instruction,
        rules={rule: _cells(played, rule) for rule in RULES},
        errors={error: errors[error] for error in STEP_ERRORS},
        steps=len(known),
        scored=len(every),
        unscored=dict(sorted(unscored.items())),
        left_out=left_out,
    )


def _cells(played: Sequence[_Played], rule: Rule) -> dict[str, ScoreCell]:
    groups: dict[str, list[_Played]] = {key: [] for key in ("overall", *DIMENSIONS, *LEVELS)}
    for one in played:
        episode = one[0]
        for key in ("overall", episode.dimension, episode.level, f"app:{episode.app}"):
            if key:
                groups.setdefault(key, []).append(one)
    return {key: _cell(mine, rule) for key, mine in groups.items()}


def _cell(played: Sequence[_Played], rule: Rule) -> ScoreCell:
    answered = {e.id: [s for s in steps if s is not None] for e, steps in played}
    whole = {e.id: [s.exact[rule] for s in steps if s is not None] for e, steps in played if None not in steps}
    of: dict[str, Interval] = {
        "TM": pooled_interval({name: [float(s.types) for s in steps] for name, steps in answered.items()}),
        "EM": pooled_interval({name: [float(s.exact[rule]) for s in steps] for name, steps in answered.items()}),
        "SR": interval({name: [step_success(exact)] for name, exact in whole.items()}),
        "GP": interval({name: [goal_progress(exact, rule)] for name, exact in whole.items()}),
    }
    steps = sum(map(len, answered.values()))
    there = {"TM": steps, "EM": steps, "SR": len(whole), "GP": len(whole)}
    return ScoreCell(
        steps=steps,
        episodes=len(whole),
        metrics={name: of[name].mean if there[name] else None for name in METRICS},
        intervals={name: (of[name].low, of[name].high) if there[name] else None for name in METRICS},
    )


# -- the set itself (Table 7) ------------------------------------------------------------------------------------------


class SetStatistics(TypedDict):
    """A row of Table 7; ``dimensions`` and ``levels`` count episodes in the order of `DIMENSIONS` and `LEVELS`."""

    app: str
    episodes: int
    steps: int
    dimensions: list[int]
    levels: list[int]


def statistics(found: OmniGUI) -> list[SetStatistics]:
    """Return the rows of a dataset by application, and a last row, "total"; unreadable episodes are left out."""
    by_app: dict[str, list[DatasetEpisode]] = defaultdict(list)
    for _, episode in found.episodes():
        if isinstance(episode, DatasetEpisode):
            by_app[episode.app].append(episode)
    every = [episode for mine in by_app.values() for episode in mine]
    return [_row(app, mine) for app, mine in by_app.items()] + [_row("total", every)]


def _row(app: str, episodes: Sequence[DatasetEpisode]) -> SetStatistics:
    def count(names: Sequence[str], of: Callable[[DatasetEpisode], str]) -> list[int]:
        found = Counter(map(of, episodes))
        return [found[name] for name in names]

    return SetStatistics(
        app=app,
        episodes=len(episodes),
        steps=sum(len(e.steps) for e in episodes),
        dimensions=count(DIMENSIONS, lambda e: e.dimension),
        levels=count(LEVELS, lambda e: e.level),
    )


# -- published ---------------------------------------------------------------------------------------------------------


@cache
def published_data() -> dict[str, Any]:
    """Return the paper's figures, as reference data.

    ``models`` has Table 3's rows, ``inputs`` Table 4's, ``instructions`` Table 5's: four metrics in per cent for each
    group. ``apps`` has Table 7's rows. They are of other steps than ours.
    """
    found: dict[str, object] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def published_models(agents: Sequence[str] = ()) -> list[str]:
    """Return the models of Table 3 with these names; all if no name is given.

    Raises:
        UnknownNameError: The table has no such row.
    """
    known = [row["agent"] for row in published_data()["models"]]
    for name in agents:
        if name not in known:
            raise UnknownNameError("published model", name, known)
    return list(agents) or known
