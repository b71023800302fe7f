"""Answering points and scoring the answers: a row of the table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from omnigym.benchmarks.omniact.baselines.agent import ScriptAgent
from omnigym.benchmarks.omniact.baselines.answers import answer_points
from omnigym.benchmarks.omniact.dataset import Point
from omnigym.benchmarks.omniact.metrics.action_score import Rule
from omnigym.benchmarks.omniact.scoring import ActionScores, NoAnswer, score_answers, summary

__all__ = ["EvaluationRow", "evaluate", "fingerprint"]


class EvaluationRow(ActionScores):
    """A row of the table, with the name of the agent and the tokens that a language model used."""

    agent: str
    prompt_tokens: int
    completion_tokens: int


def evaluate(
    name: str,
    agent: ScriptAgent,
    points: Sequence[Point],
    rule: Rule,
    path: Path | None = None,
    at_once: int = 1,
    advance: Callable[[int, str], None] = lambda _n, _note: None,
) -> EvaluationRow:
    """Let an agent answer points, and score its answers.

    Args:
        name: The agent's name in the table.
        agent: It.
        points: Which points; each once.
        rule: How answers are scored.
        path: The file of answers, with which an interrupted run goes on; None for none.
        at_once: How many points are answered at once.
        advance: Called with how many more points were answered, and what the last one was.

    Raises:
        ConfigError: The file is damaged, or cannot be written.
        AgentError: What the agent runs on is not there.
    """
    answers: dict[str, str | NoAnswer] = {}
    prompted = completed = 0
    for answered in answer_points(agent, points, path, at_once):
        advance(1, answered.id)
        if answered.reply is None:
            answers[answered.id] = NoAnswer(answered.unscored)
            continue
        answers[answered.id] = answered.reply.script
        prompted += answered.reply.prompt_tokens
        completed += answered.reply.completion_tokens
    scores = summary(score_answers(points, answers, rule), rule)
    return {**scores, "agent": name, "prompt_tokens": prompted, "completion_tokens": completed}


def fingerprint(points: Iterable[Point]) -> str:
    """Return a hash of points: their names, instructions and scripts.

    Raises:
        UnreadableError: A task file cannot be read.
    """
    digest = hashlib.sha256()
    for point in points:
        digest.update(json.dumps([point.key, point.instruction, point.script]).encode())
    return digest.hexdigest()
