"""Runs whose files were damaged on purpose: every request is answered, and what is whole stays readable."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from omnigym.actions import Click, to_json
from omnigym.errors import ConfigError, OmnigymError
from omnigym.foreign.damage import EXTREMES, damage_content
from omnigym.recording import RolloutRecord, RolloutStep, RolloutWriter
from omnigym.view.export import export_html
from omnigym.view.runs import Run
from omnigym.view.server import Pages

FILES = (
    *("run.json", "episodes.jsonl", "curve.csv", "curve.json", "rollouts.jsonl"),
    *(f"trajectories/0/{name}" for name in ("meta.json", "steps.jsonl", "agent.jsonl", "obs0001.png", "tree0001.json")),
)
PATHS = (
    *("/runs", "/runs/0/episodes", "/runs/0/curves", "/runs/0/rollouts", "/runs/0/episodes/0", "/runs/0/episodes/1"),
    *("/runs/0/episodes/0/screens/1", "/runs/0/episodes/0/trees/1", "/runs/0/episodes/-1"),
)


@pytest.fixture
def run(make_run: Callable[..., Path]) -> Path:
    """A run with all that there can be."""
    path = make_run(2, trees=True, told=[{"thought": "I save.", "marks": {"1": [1, 2, 3, 4]}, "usage": {"cost": 0.1}}])
    (path / "curve.csv").write_text("work,loss\n1,2\n2,1\n")
    (path / "curve.json").write_text(json.dumps([{"step": 1, "loss": 2.0}]))
    step = RolloutStep(actions=(to_json(Click((0.5, 0.5))),), reward=0.5, completed={"a": 0.5})
    with RolloutWriter(path / "rollouts.jsonl") as writer:
        writer.write(RolloutRecord(id="a", group="0", task_id="t", instruction="", steps=(step,)))
    return path


def no_json(constant: str) -> None:
    pytest.fail(f"{constant} is no JSON for a browser")


def answers(run: Path) -> Iterator[object]:
    """What the page is told of a directory: JSON, whatever is in it."""
    try:
        pages = Pages([run])
    except ConfigError:
        return
    for path in PATHS:
        answer = pages.answer(path)
        assert answer.status in (200, 404, 500)
        if answer.kind.endswith("json"):
            yield json.loads(answer.body, parse_constant=no_json)


@pytest.mark.parametrize("name", FILES)
def test_every_request_is_answered_whatever_is_damaged(run: Path, name: str) -> None:
    whole = (run / name).read_bytes()
    rng = random.Random(name)
    for _ in range(8):
        (run / name).write_bytes(damage_content(whole, rng))
        list(answers(run))
        with contextlib.suppress(OmnigymError):
            export_html(Run(run), 0)


@pytest.mark.parametrize(
    "name", ["run.json", "episodes.jsonl", "trajectories/0/meta.json", "trajectories/0/steps.jsonl"]
)
def test_every_request_is_answered_whatever_value_a_field_has(run: Path, name: str) -> None:
    rng = random.Random(name)
    lines = (run / name).read_text().splitlines()
    first = json.loads(lines[0])
    more = [{field: value} for field in first for value in rng.sample(EXTREMES, 4)]
    more += [{"info": first["info"] | {f: v}} for f in first.get("info", {}) for v in rng.sample(EXTREMES, 4)]
    for changed in more:
        (run / name).write_text("\n".join([json.dumps(first | changed), *lines[1:]]) + "\n")
        list(answers(run))


def test_recordings_alone_are_answered_whatever_value_a_field_has(run: Path) -> None:
    recording = run / "trajectories" / "0"
    for name in ("meta.json", "steps.jsonl"):
        *before, last = (recording / name).read_text().splitlines()
        whole = json.loads(last)
        for field in ("task_id", "nodes", "seed", "info", "steps", "coverage_rate", "end_reason", "collateral"):
            for value in random.Random(field).sample(EXTREMES, 6):
                changed = {field: value} if field in whole else {"info": whole["info"] | {field: value}}
                (recording / name).write_text("\n".join([*before, json.dumps(whole | changed)]) + "\n")
                assert len(Run(recording).entries) == 1
                list(answers(recording))
