"""`omnigym evaluate|record --server`: the files of a run in this process; an episode that is lost has no score."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from omnigym.baselines.agent import Agent
from omnigym.baselines.episodes import EpisodePlayer
from omnigym.baselines.runs import plan_run, play_run
from omnigym.cli.root import app
from omnigym.errors import ServerLostError
from omnigym.runs import RunDirectory, RunHeader
from omnigym.serve.server import EnvServer
from omnigym.serve.server_location import ServedPlace
from tests.serve.conftest import TOKEN, WIN, Serving, counted, same_files

_TASKS = "suite:one-node app:text_editor"
_PLAYED = ("--agent", "random", "--episodes", "2", "--seed", "7", "--tasks", _TASKS)


def run(*arguments: object, server: EnvServer | None = None) -> Result:
    where = [] if server is None else ["--server", server.url, "--token", TOKEN]
    return CliRunner().invoke(app, [*map(str, arguments), *where], catch_exceptions=False)


def test_evaluate_and_record_come_to_the_same(server: EnvServer, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    drawn = ("--variation", "all")  # which draws parameters, too
    for out, where in ((here, None), (there, server)):
        done = run("evaluate", *_PLAYED, *drawn, "--out", out, "--record", server=where)
        assert done.exit_code == 0, done.output
        done = run("record", *_PLAYED, "--episodes", 1, "--trees", "-o", out / "recorded", server=where)
        assert done.exit_code == 0, done.output
    same_files(here, there)
    assert counted(server).running == 0
    # each can go on with the other's run
    lines = (there / "episodes.jsonl").read_text().splitlines(keepends=True)
    (there / "episodes.jsonl").write_text("".join(lines[:1]))
    before = counted(server).begun
    assert run("evaluate", "--resume", there, server=server).exit_code == 0
    assert (there / "episodes.jsonl").read_text() == (here / "episodes.jsonl").read_text()
    assert counted(server).begun == before + 1


class Deadly(Agent):
    """Has the worker killed in its second episode, at the second step."""

    def __init__(self, server: EnvServer) -> None:
        self.server, self.episodes = server, 0

    def reset(self, env: object, info: Mapping[str, object]) -> None:
        self.episodes += 1

    def act(self, observation: object, info: Mapping[str, object]) -> object:
        if self.episodes == 2 and info["steps"] == 1:
            (session,) = self.server.sessions.open_sessions
            assert session.worker is not None
            os.kill(session.worker.pid, signal.SIGKILL)
        return {"type": 10, "duration": [0.1]}


def test_a_worker_that_is_killed_costs_its_episode_alone(serving: Serving) -> None:
    server = serving(workers=1)
    make = ServedPlace(server.url, TOKEN, WIN).make
    plays = EpisodePlayer(
        lambda: make(tasks=_TASKS, max_steps=3, observation="a11y"), lambda: Deadly(server), (0, 1, 2), 7, "deadly"
    )
    played = [plays(episode) for episode in range(3)]
    plays.close()
    assert [p.record.unscored for p in played] == [False, True, False]
    lost = played[1].record
    assert lost.end_reason == "device_error" and "worker" in lost.problem and lost.device_errors == 1
    counts = counted(server)
    assert (counts.begun, counts.scored, counts.unscored) == (3, 2, 1)


def test_a_server_that_is_gone_ends_the_run_which_goes_on_with_another(serving: Serving, tmp_path: Path) -> None:
    server = serving(workers=1)
    header = RunHeader(env=WIN, agent="random", tasks=_TASKS, episodes=4, seed=7)
    place = ServedPlace(server.url, TOKEN, WIN, patience_s=0.1)
    header, tasks = plan_run(header, served=place)
    kept = RunDirectory.begin(tmp_path, header)
    playing = play_run(header, tasks, kept, served=place)
    next(playing)
    server.close()
    with pytest.raises(ServerLostError):
        list(playing)
    assert [p.record.unscored for p in kept.played()] == [False, True, True]
    done = run("evaluate", "--resume", tmp_path, "--unscored", server=serving(workers=1))
    assert done.exit_code == 0, done.output
    assert [p.record for p in kept.played()] == [p.record for p in play_run(*plan_run(header))]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("evaluate", "--device", "x11"), "chooses the device"),
        (("evaluate", "--cluster", "auto"), "Give one of them"),
        (("evaluate", "--env", f"{WIN},OmniBench-Android-v0"), "of one environment"),
        (("evaluate", "--tasks", "mine.json"), "never by files"),
        (("evaluate", "--agent", "oracle"), "of this process alone"),
        (("record", "--minari", "mine/noop-v0"), "nor with --minari"),
    ],
)
def test_what_a_server_does_not_do_is_said(server: EnvServer, tmp_path: Path, more: tuple[str, ...], why: str) -> None:
    done = run(*more[:1], *_PLAYED, "--out", tmp_path / "run", *more[1:], server=server)
    assert done.exit_code == 2 and why in " ".join(done.output.split()), done.output
