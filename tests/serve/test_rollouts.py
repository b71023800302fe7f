"""`omnigym rollout --server`: the lines of a run in this process; what dies on the way is drawn again."""

from __future__ import annotations

import functools
import itertools
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from typer.testing import CliRunner

from omnigym.agents.model import Answer, Call
from omnigym.agents.serving import ChatServer
from omnigym.baselines.agent import Agent, Env, make_agent
from omnigym.baselines.rollout_runs import ROLLOUTS, RolloutPlan, Tally, play_rollouts, read_groups
from omnigym.cli.root import app
from omnigym.errors import CapabilityError, ConfigError, ServerRefusedError, UnreadableError
from omnigym.foreign.plain import load_plain
from omnigym.recording.rollouts import RolloutRecord, read_rollouts
from omnigym.serve import RemoteEnv, connect
from omnigym.serve.server import EnvServer
from tests.serve.conftest import TOKEN, WIN, Serving, counted

_OBSERVED: dict[str, Any] = {"tasks": "suite:composed nodes:2", "observation": "a11y"}


def lines(folder: Path) -> list[str]:
    return sorted((folder / ROLLOUTS).read_text().splitlines())


# -- a model behind an endpoint, by the command ------------------------------------------------------------------------

_SAID = [Call("press", '{"key": "escape"}', "a"), Call("click", '{"element": 2}', "b"), Call("fly", "{}", "c")]


def answering(body: Mapping[str, Any]) -> Answer:
    """Follows from the conversation alone."""
    turn = sum(m["role"] == "assistant" for m in body["messages"])
    return Answer("I look.", (_SAID[turn] if turn < len(_SAID) else Call("done", "{}", "d"),))


@pytest.fixture
def model() -> Iterator[ChatServer]:
    with ChatServer(answering) as server:
        yield server


def arguments(model: ChatServer, out: Path, server: EnvServer | None = None, seeds: int = 2) -> list[str]:
    policy = ["--policy", f"{model.url},size=256x192,tree=600", "--model", "m"]
    where = [] if server is None else ["--server", server.url, "--token", TOKEN]
    given = ["--tasks", "files/copy@0", "--seeds", str(seeds), "--group", "2", "--desktops", "3", "--out", str(out)]
    return ["rollout", *policy, *where, *given]


def test_the_same_lines_as_without_a_server(server: EnvServer, model: ChatServer, tmp_path: Path) -> None:
    for name, where in (("here", None), ("there", server)):
        result = CliRunner().invoke(app, arguments(model, tmp_path / name, where))
        assert result.exit_code == 0, result.output
    assert len(lines(tmp_path / "here")) == 4
    assert lines(tmp_path / "there") == lines(tmp_path / "here")
    pictures = [sorted(p.name for p in (tmp_path / name / "pictures").iterdir()) for name in ("here", "there")]
    assert pictures[0] == pictures[1] != []
    # each can go on with the other's run
    (tmp_path / "here" / ROLLOUTS).write_text("".join(f"{line}\n" for line in lines(tmp_path / "here")[:3]))
    result = CliRunner().invoke(app, arguments(model, tmp_path / "here", server))
    assert result.exit_code == 0, result.output
    assert lines(tmp_path / "there") == lines(tmp_path / "here")


def test_a_worker_that_dies_costs_what_is_drawn_again(server: EnvServer, tmp_path: Path) -> None:
    number, lock = itertools.count(), threading.Lock()

    def deadly(body: Mapping[str, Any]) -> Answer:
        with lock:
            if next(number) == 5:
                pids = {s.worker.pid for s in server.sessions.open_sessions if s.worker is not None}
                os.kill(min(pids), signal.SIGKILL)
        return answering(body)

    before = counted(server).scored
    with ChatServer(deadly) as model:
        given = [*arguments(model, tmp_path, server, seeds=4), "--json", str(tmp_path / "j")]
        result = CliRunner().invoke(app, given)
    assert result.exit_code == 0, result.output
    tally = json.loads((tmp_path / "j").read_text())
    assert (tally["scored"], tally["given_up"]) == (8, 0)
    assert tally["begun"] == tally["scored"] + tally["unscored"] > 8
    unscored = [r for r in read_rollouts(tmp_path / ROLLOUTS) if r.unscored]
    assert {r.end_reason for r in unscored} == {"device_error"} and all("worker" in r.problem for r in unscored)
    assert [len(group) for group in read_groups(tmp_path)] == [2, 2, 2, 2]
    assert counted(server).scored - before == 8


@pytest.mark.slow
def test_a_full_disk_loses_nothing_that_was_written(server: EnvServer, model: ChatServer, tmp_path: Path) -> None:
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

    command = [sys.executable, "-m", "omnigym", *arguments(model, tmp_path / "full", server, seeds=4)]
    command[command.index("--policy") + 1] = f"{model.url},screenshot=false,tree=600"
    ended = subprocess.run(command, preexec_fn=small_files, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2 and "Traceback" not in ended.stderr, ended.stderr
    assert ended.stderr.count("Cannot write rollouts") == 1 and "are intact" in " ".join(ended.stderr.split())
    kept = lines(tmp_path / "full")
    assert 0 < len(list(read_rollouts(tmp_path / "full" / ROLLOUTS))) < 8
    assert subprocess.run(command, capture_output=True, timeout=120).returncode == 0
    found = [json.loads(line) for line in lines(tmp_path / "full")]
    assert len({r["id"] for r in found}) == len(found) == 8
    assert set(kept[:-1]) < set(lines(tmp_path / "full"))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--device", "x11"], "chooses the device"),
        (["--tasks", "mine.json"], "never by files"),
        (["--policy", "oracle"], "of this process alone"),
    ],
)
def test_what_a_server_does_not_do_is_said(server: EnvServer, tmp_path: Path, more: list[str], why: str) -> None:
    given = ["rollout", "--policy", "noop", "--server", server.url, "--token", TOKEN, "--out", str(tmp_path), *more]
    result = CliRunner().invoke(app, given if "--tasks" in more else [*given, "--tasks", "files/copy@0"])
    assert result.exit_code == 2 and why in " ".join(result.output.split()), result.output


# -- branches ----------------------------------------------------------------------------------------------------------


@functools.cache
def scripts() -> dict[str, tuple[Any, ...]]:
    """What the oracle does."""
    with gymnasium.make(WIN, **_OBSERVED) as env:
        agent, found = make_agent("oracle"), {}
        for task in env.unwrapped.tasks[:1]:  # type: ignore[attr-defined]
            observation, info = env.reset(seed=0, options={"task": task.id})
            agent.reset(env, info)
            done: list[Any] = []
            while info["end_reason"] == "":
                done.append(agent.act(observation, info))
                observation, *_, info = env.step(done[-1])
            found[task.id] = tuple(done)
        return found


class Scripted(Agent):
    """Does what the oracle did, from wherever it begins."""

    def act(self, observation: object, info: Mapping[str, Any]) -> object:
        return scripts()[info["task_id"]][info["steps"]]


def plan() -> RolloutPlan:
    return RolloutPlan(env=WIN, agent={}, tasks=tuple(scripts()), group=2, forks=1)


def play(folder: Path, make: Callable[[], Env], most: int = 1000) -> tuple[list[RolloutRecord], Tally]:
    tallies: list[Tally] = []
    playing = play_rollouts(folder, plan(), [make] * 2, Scripted, tallies.append)
    records = list(itertools.islice(playing, most))
    playing.close()
    return records, tallies[0]


def remote(server: EnvServer) -> Callable[[], RemoteEnv]:
    return lambda: connect(server.url, WIN, token=TOKEN, **_OBSERVED)


@pytest.mark.slow
def test_branches_go_on_from_a_server_s_snapshots(serving: Serving, tmp_path: Path) -> None:
    server = serving(workers=2)
    here, _ = play(tmp_path / "here", lambda: gymnasium.make(WIN, **_OBSERVED))
    forks = [r for r in here if r.parent is not None]
    assert len(forks) == 4 and all(r.is_success and r.at for r in forks)
    play(tmp_path / "there", remote(server))
    assert lines(tmp_path / "there") == lines(tmp_path / "here")
    # a client that comes back has them, too
    play(tmp_path / "again", remote(server), most=2)
    _, tally = play(tmp_path / "again", remote(server))
    assert lines(tmp_path / "again") == lines(tmp_path / "here")
    assert (tally.begun, tally.scored, tally.lost) == (6, 6, 0)
    counts = counted(server)
    assert counts.running == 0
    # of a server that was started again they are gone, and counted
    play(tmp_path / "lost", remote(server), most=2)
    server.close()
    _, tally = play(tmp_path / "lost", remote(serving(workers=2)))
    assert tally.lost > 0 and tally.scored + tally.lost == tally.planned == 6
    assert set(lines(tmp_path / "lost")) < set(lines(tmp_path / "here"))


def test_a_client_reads_nothing_in_a_snapshot(server: EnvServer) -> None:
    """Neither as a value at any place, nor as text: a snapshot holds the task, its parameters and passwords."""
    with remote(server)() as env:
        env.reset(seed=1, options={"task": next(iter(scripts()))})
        kept, again = env.snapshot().content, env.snapshot().content
        task = env.state()["task_id"].rpartition("/")[2].partition("@")[0].encode()
    for start in range(64):
        with pytest.raises(UnreadableError):
            load_plain(kept[start:], "snapshot")
    assert task not in kept and b"omnigym" not in kept
    assert len(zlib.compress(kept, 9)) > len(kept) * 0.99
    assert sum(a == b for a, b in zip(kept, again, strict=False)) < len(kept) * 0.01


def test_a_snapshot_is_the_server_s_own(server: EnvServer) -> None:
    with remote(server)() as env:
        env.reset(seed=1, options={"task": next(iter(scripts()))})
        kept = env.snapshot()
        first = next(iter(scripts().values()))[0]
        before = env.step(first)
        _, info = env.reset(options={"snapshot": kept})
        assert info["steps"] == 0 and env.node_weights()
        assert (env.step(first)[0]["a11y_mask"] == before[0]["a11y_mask"]).all()
        content = bytearray(kept.content)
        content[len(content) // 2] ^= 1
        for forged in (bytes(content), b"", b"x" * 40):
            with pytest.raises(ServerRefusedError, match="another server"):
                env.reset(options={"snapshot": kept._replace(content=forged)})
        with pytest.raises(ConfigError, match=r"RemoteEnv\.snapshot"):
            env.reset(options={"snapshot": "moment"})
        env.reset(options={"snapshot": kept})
        with pytest.raises(CapabilityError, match="of this process alone"):
            make_agent("oracle").reset(env, info)
    assert counted(server).running == 0
