"""Runs of rollouts: resumed after a kill and a full disk, failures counted, groups and forks whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Done
from omnigym.baselines.agent import Agent, Env, make_agent
from omnigym.baselines.rollout_runs import ROLLOUTS, RolloutPlan, Tally, play_rollouts, read_groups
from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import shipped_dataset
from omnigym.errors import AgentError, ConfigError, DeviceLostError, RecordingError
from omnigym.recording.rollouts import RolloutRecord, read_rollouts, steps_of
from omnigym.tasks.task import Task


@cache
def two() -> tuple[Task, ...]:
    return tuple(islice((t for t in shipped_dataset() if len(t.nodes) == 2), 2))  # without making all others


def make() -> Env:
    return gymnasium.make("OmniBench-Win11-v0", tasks=two(), observation="a11y")


def plan(**given: Any) -> RolloutPlan:
    return RolloutPlan(
        **{"env": "e", "agent": {"agent": "oracle"}, "tasks": tuple([t.id for t in two()]), "group": 2, **given}
    )


def play(
    folder: Path, plan: RolloutPlan, agent: Callable[[], Agent], desktops: int = 2, **given: Any
) -> tuple[list[RolloutRecord], Tally]:
    tallies: list[Tally] = []
    records = list(play_rollouts(folder, plan, [make] * desktops, agent, tallies.append, **given))
    return records, tallies[0]


def slots(folder: Path) -> list[str]:
    return [r.id for r in read_rollouts(folder / ROLLOUTS)]


oracle = partial(make_agent, "oracle")


class Failing(Agent):
    """Fails as a script says, then says that all is done."""

    def __init__(self, fails: Callable[[int], Exception | None]) -> None:
        self.fails = fails

    def act(self, observation: object, info: Mapping[str, object]) -> object:
        error = self.fails(0)
        if error is not None:
            raise error
        return Done()


def test_groups_and_forks_are_whole_and_nothing_is_played_twice(tmp_path: Path) -> None:
    wanted = plan(forks=1)
    records, tally = play(tmp_path, wanted, oracle)
    roots = [r for r in records if r.parent is None]
    assert len(roots) == 4 and all(r.is_success for r in roots)
    forks = [r for r in records if r.parent is not None]
    assert len(forks) == 2 * len(roots)
    known = {r.id: r for r in records}
    for fork in forks:
        assert fork.at and known[fork.parent or ""].steps[fork.at - 1].completed
        assert steps_of(fork, known)[: fork.at] == known[fork.parent or ""].steps[: fork.at]
    assert (tally.begun, tally.scored, tally.unscored) == (12, 12, 0) and tally.planned == 12
    groups = list(read_groups(tmp_path))
    assert len(groups) == 6 and all(len(g) == 2 and g[0].advantage is not None for g in groups)
    again, tally = play(tmp_path, wanted, oracle)
    assert again == [] and tally.begun == 12
    with pytest.raises(ConfigError, match="group"):
        play(tmp_path, plan(group=3), oracle)


def test_what_fails_is_drawn_again_then_given_up_and_counted(tmp_path: Path) -> None:
    begun = Counter[str]()

    class Flaky(Failing):
        """The first two rollouts fail, and all of the second task."""

        def reset(self, env: Env, info: Mapping[str, object]) -> None:
            self.task = str(info["task_id"])
            begun[self.task] += 1

        def act(self, observation: object, info: Mapping[str, object]) -> object:
            if self.task == wanted.tasks[1]:
                raise AgentError("the model is gone")
            if begun[self.task] <= 2:
                raise DeviceLostError("d", "step", "unplugged")
            return Done()

    wanted = plan(retries=2)
    records, tally = play(tmp_path, wanted, lambda: Flaky(lambda _: None), desktops=2)
    assert sum(begun.values()) == tally.begun == len(records) == tally.scored + tally.unscored
    assert tally.scored == 2 and tally.unscored == 2 + 2 * 3 and tally.given_up == 2
    assert all(r.problem for r in records if r.unscored)
    assert [len(g) for g in read_groups(tmp_path)] == [2]
    assert len(set(slots(tmp_path))) == len(records)
    # what was given up stays so, unless it is asked for
    assert play(tmp_path, wanted, oracle)[0] == []
    more, tally = play(tmp_path, wanted, oracle, again=True)
    assert len(more) == 2 and tally.given_up == 0 and [len(g) for g in read_groups(tmp_path)] == [2, 2]


def test_when_all_fail_it_ends_and_says_why(tmp_path: Path) -> None:
    def gone(_: int) -> Exception:
        return AgentError("no route to the model")

    with pytest.raises(AgentError, match=r"6 rollouts in a row.*no route"):
        play(tmp_path, plan(group=50), lambda: Failing(gone), desktops=2)
    assert 6 <= len(slots(tmp_path)) <= 7  # another one may be about to fail


def test_a_deadline_is_no_score(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="longer than its deadline"):
        play(tmp_path, plan(deadline=0.0), oracle, desktops=1)
    assert all(r.unscored and r.reward == 0 for r in read_rollouts(tmp_path / ROLLOUTS))


def test_one_process_has_a_run(tmp_path: Path) -> None:
    first = play_rollouts(tmp_path, plan(), [make], oracle)
    next(first)
    with pytest.raises(ConfigError, match="Another process"):
        next(play_rollouts(tmp_path, plan(), [make], oracle))
    first.close()


PROGRAM = """
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from tests.baselines.test_rollout_runs import make, oracle, plan
from omnigym.baselines.rollout_runs import play_rollouts
if {most}:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))
for record in play_rollouts(Path({folder!r}), plan(group=6), [make], oracle):
    print(record.id, flush=True)
"""


def run(folder: Path, most: int = 0, kill_after: int | None = None) -> tuple[int, str]:
    """Play in a process of its own that can be killed, or may write no larger file."""
    tests = str(Path(__file__).resolve().parents[2])
    program = PROGRAM.format(tests=tests, folder=str(folder), most=most)
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    if kill_after is not None:
        for _ in range(kill_after):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
    _, error = process.communicate(timeout=300)
    return process.returncode, error


def whole(folder: Path) -> None:
    """Every slot once, all scored."""
    found = slots(folder)
    assert len(found) == len(set(found)) == 12
    assert [len(g) for g in read_groups(folder)] == [6, 6]


def test_after_a_kill_nothing_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    code, _ = run(tmp_path, kill_after=4)
    assert code == -signal.SIGKILL
    kept = slots(tmp_path)
    assert len(kept) >= 4
    with (tmp_path / ROLLOUTS).open("ab") as file:  # as a kill in the middle of a line leaves it
        file.write(b'{"format": "omnigym-rollouts/1", "id": "half')
    play(tmp_path, plan(group=6), oracle, desktops=1)
    assert slots(tmp_path)[: len(kept)] == kept
    whole(tmp_path)


def test_after_a_full_disk_the_lines_before_are_whole(tmp_path: Path) -> None:
    code, error = run(tmp_path, most=15_000)
    assert code == 1 and RecordingError.__name__ in error and "are intact" in error
    size = (tmp_path / ROLLOUTS).stat().st_size
    assert 4_000 < size <= 15_000
    kept = slots(tmp_path)
    play(tmp_path, plan(group=6), oracle, desktops=1)
    assert slots(tmp_path)[: len(kept)] == kept
    whole(tmp_path)
