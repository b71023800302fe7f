"""Environments on several nodes: the same bytes as local ones, and nodes and actors that are lost, drained or added."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner, Result

import omnigym
from omnigym.cli import app
from omnigym.cluster.needs import Needs
from omnigym.errors import ConfigError, ServerBusyError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs import EpisodeLine
from tests.cluster.conftest import SMALL, until
from tests.cluster.players import Fatal
from tests.serve.conftest import QUICK, WARM, WIN, same, same_files

pytest.importorskip("ray", reason="needs the extra ray")

from omnigym.cluster.client import RayEnv, RayVectorEnv
from omnigym.cluster.fleet import Fleet, Place
from omnigym.cluster.nodes import drain, nodes, ray
from omnigym.cluster.playing import play_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
LONG = {**QUICK, "max_steps": 200}


@pytest.fixture(scope="module")
def fleet(cluster: Any) -> Iterator[Fleet]:
    with Fleet("ray:auto", {WIN: None}, per_actor=2, warm=WARM) as fleet:
        yield fleet


def connect(fleet: Fleet, n: int, mode: str = "NextStep", **kwargs: Any) -> RayVectorEnv:
    envs = omnigym.connect_vec("ray:auto", WIN, n, autoreset_mode=mode, fleet=fleet, **{**QUICK, **kwargs})
    assert isinstance(envs, RayVectorEnv)
    return envs


def kill(place: Place) -> None:
    ray.kill(place.actor, no_restart=False)


class Ledger:
    """Counts the episodes of a vector environment from outside, as a trainer sees them."""

    def __init__(self, envs: RayVectorEnv) -> None:
        self.envs = envs
        self.begun = self.running = envs.num_envs
        self.scored = self.unscored = 0
        envs.action_space.seed(0)
        envs.reset(seed=3)
        self._ended = np.zeros(envs.num_envs, np.bool_)

    def step(self) -> tuple[Any, ...]:
        found = self.envs.step(self.envs.action_space.sample())
        _, rewards, terminated, truncated, info = found
        ended = terminated | truncated
        self.begun += int(self._ended.sum())
        self.unscored += int((ended & info["unscored"]).sum())
        self.scored += int((ended & ~info["unscored"]).sum())
        assert not rewards[ended & info["unscored"]].any()
        self._ended = ended
        assert self.begun == self.scored + self.unscored + int((~ended).sum())
        return found


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_same_bytes_as_a_local_one(fleet: Fleet, mode: str) -> None:
    local = gymnasium.make_vec(
        WIN, 3, vectorization_mode="vector_entry_point", autoreset_mode=mode, num_workers=1, **QUICK
    )
    with contextlib.closing(connect(fleet, 3, mode)) as far, contextlib.closing(local):
        assert len({place for place in fleet.places if place.taken}) == 2
        same(local.reset(seed=5), far.reset(seed=5))
        local.action_space.seed(1)
        for _ in range(11):
            actions = local.action_space.sample()
            here, there = local.step(actions), far.step(actions)
            same(here, there)
            if mode == "Disabled" and (ended := here[2] | here[3]).any():
                same(local.reset(options={"reset_mask": ended}), far.reset(options={"reset_mask": ended}))
    until(lambda: all(place.taken == 0 for place in fleet.places))


def test_a_single_one(fleet: Fleet) -> None:
    local = gymnasium.make(WIN, render_mode="rgb_array", **QUICK)
    far = omnigym.connect("ray:auto", WIN, fleet=fleet, render_mode="rgb_array", **QUICK)
    assert isinstance(far, RayEnv)
    with contextlib.closing(local), contextlib.closing(far):
        same(local.reset(seed=2), far.reset(seed=2))
        local.action_space.seed(0)
        for _ in range(4):
            action = local.action_space.sample()
            same(local.step(action), far.step(action))
        same(local.render(), far.render())
        assert far.a11y().nodes == local.unwrapped.a11y().nodes
        with pytest.raises(gymnasium.error.ResetNeeded):
            far.step(action)
        with pytest.raises(ConfigError, match="task's id"):
            far.reset(options={"other": 1})


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_an_actor_is_killed_and_started_again(fleet: Fleet, mode: str) -> None:
    with contextlib.closing(connect(fleet, 3, mode, max_steps=200)) as envs:
        envs.reset(seed=0)
        place = next(row.place for row in envs._crew.all)
        there = np.array([row.place is place for row in envs._crew.all])
        envs.action_space.seed(0)
        kill(place)
        lost = np.zeros(3, np.bool_)
        steps = 0
        while not lost[there].all():  # what one answered before may be what the other one did not
            steps += 1
            _, rewards, terminated, truncated, info = envs.step(envs.action_space.sample())
            told = info["final_info"] if mode == "SameStep" else info
            assert not terminated.any() and not rewards[truncated].any()
            if truncated.any():
                np.testing.assert_array_equal(told["unscored"] & told["_unscored"], truncated)
                assert set(told["end_reason"][truncated]) == {"device_error"}
            lost |= truncated
        np.testing.assert_array_equal(lost, there)  # and nothing happened to the others
        assert info["steps"][~there].min() == steps
        *_, truncated, info = envs.step(envs.action_space.sample())
        assert not truncated.any() and info["steps"][there].max() < info["steps"][~there].min()
    until(lambda: sum(place.good for place in fleet.places) == 2)  # it is there again


def test_a_silent_server_is_lost_after_the_deadline(fleet: Fleet) -> None:
    with contextlib.closing(connect(fleet, 2, deadline_s=2.0, max_steps=200)) as envs:
        envs.reset(seed=0)
        stopped = envs._crew.all[0].place
        pid = ray.get(stopped.actor.__ray_call__.remote(lambda _: os.getpid()))
        os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        *_, truncated, info = envs.step(envs.action_space.sample())
        assert 1.5 < time.monotonic() - began < 20
        assert truncated[0] and info["unscored"][0]
        envs.step(envs.action_space.sample())


@contextlib.contextmanager
def over_two_nodes(cluster: Any, max_steps: int) -> Iterator[tuple[RayVectorEnv, Any, Fleet]]:
    """A fleet with an actor on each of two nodes, one of which was added; environments on both, and that node."""
    needs = Needs(cpus=1, resources={"one": 1}, most=64)
    with Fleet("ray:auto", {WIN: None}, needs=needs, per_actor=2, keep_s=600, warm=WARM) as fleet:
        added = cluster.add_node(num_cpus=1, resources={"one": 1}, **SMALL)
        try:
            for place in fleet.take(4, 240.0):
                fleet.give_back(place)
            until(lambda: sum(place.good for place in fleet.places) == 2, 240.0)
            with contextlib.closing(connect(fleet, 4, max_steps=max_steps)) as envs:
                there = np.array([node == added.node_id for node in envs.nodes])
                assert there.sum() == 2
                yield envs, added, fleet
        finally:
            if added in cluster.worker_nodes:
                cluster.remove_node(added, allow_graceful=False)


def test_a_node_is_added_and_lost(cluster: Any) -> None:
    with over_two_nodes(cluster, 2000) as (envs, doomed, _):
        there = np.array([node == doomed.node_id for node in envs.nodes])
        ledger = Ledger(envs)
        ledger.step()
        cluster.remove_node(doomed, allow_graceful=False)
        lost = np.zeros(4, np.bool_)
        while not lost[there].all():  # what one answered before may be what the other one did not
            *_, truncated, info = ledger.step()
            np.testing.assert_array_equal(info["unscored"], truncated)
            lost |= truncated
        np.testing.assert_array_equal(lost, there)
        for _ in range(3):
            *_, info = ledger.step()
        assert doomed.node_id not in envs.nodes and "" not in envs.nodes
        assert (ledger.begun, ledger.unscored) == (6, 2)
        assert (info["steps"][there] >= 2).all() and (info["steps"][~there] > info["steps"][there].max()).all()


def test_the_only_node_is_lost(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reset says so soon, however long it would wait for room on nodes that are there."""
    monkeypatch.setattr("omnigym.cluster.client._EMPTY_S", 1.0)
    only = cluster.add_node(num_cpus=1, resources={"only": 1}, **SMALL)
    needs = Needs(cpus=1, resources={"only": 1}, most=64)
    with (
        Fleet("ray:auto", {WIN: None}, needs=needs, warm=WARM) as fleet,
        contextlib.closing(connect(fleet, 2, "Disabled", max_steps=200, wait_s=3600.0)) as envs,
    ):
        envs.reset(seed=0)
        cluster.remove_node(only, allow_graceful=False)
        truncated = np.zeros(2, np.bool_)
        while not truncated.any():
            *_, truncated, info = envs.step(envs.action_space.sample())
            np.testing.assert_array_equal(info["unscored"], truncated)
        began = time.monotonic()
        with pytest.raises(ServerBusyError, match="No node that is alive could hold one"):
            envs.reset()
        assert time.monotonic() - began < 60


def test_a_drained_node_ends_its_episodes_and_leaves(cluster: Any) -> None:
    with over_two_nodes(cluster, 5) as (envs, leaving, fleet):
        ledger = Ledger(envs)
        drain(leaving.node_id)
        until(lambda: any(place.draining for place in fleet.places))
        for _ in range(3):
            *_, truncated, _ = ledger.step()
            assert leaving.node_id in envs.nodes and not truncated.any()  # what runs there goes on
        began = time.monotonic()
        for _ in range(10):
            ledger.step()
        assert time.monotonic() - began < 50  # no minute for an actor that has no room
        assert leaving.node_id not in envs.nodes and ledger.unscored == 0 and ledger.scored >= 8
        until(lambda: leaving.node_id not in {node.id for node in nodes()})  # as its actor was given back


def test_actors_are_given_back_and_devices_placed_where_their_programs_are(cluster: Any) -> None:
    rich = cluster.add_node(num_cpus=1, resources={"omnigym-x11": 10}, **SMALL)
    try:
        with Fleet("ray:auto", {"OSWorld-Linux-v0": "x11"}, keep_s=0.1) as fleet:
            (place,) = fleet.take(1, 60.0)
            assert place.node == rich.node_id
            with pytest.raises(ServerBusyError, match=r"omnigym-x11 1\..*within 2 s|within 2 s.*omnigym-x11 1"):
                fleet.take(1, 2.0)  # there is one core
            fleet.give_back(place)
            until(lambda: not fleet.places)
    finally:
        cluster.remove_node(rich, allow_graceful=False)


def test_wrong_arguments(fleet: Fleet) -> None:
    with pytest.raises(ConfigError, match="at least 1"):
        connect(fleet, 0)
    with pytest.raises(ConfigError, match="A fleet says"):
        connect(fleet, 1, per_actor=3)
    with pytest.raises(ConfigError, match="not spread over nodes"):
        Fleet("ray:auto", {"OmniBench-Android-v0": "adb"})
    with pytest.raises(ConfigError, match="different nodes"):
        Fleet("ray:auto", {WIN: None, "OSWorld-Linux-v0": "x11"})


PLAYED = ("--episodes", 3, "--seed", 7, "--tasks", "app:text_editor nodes:1", "--agent", "oracle")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], catch_exceptions=False)


def test_evaluate_and_record_come_to_the_same(cluster: Any, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    assert run("evaluate", *PLAYED, "--out", here, "--record").exit_code == 0
    done = run("evaluate", *PLAYED, "--out", there, "--record", "--cluster", "auto", "--workers", 2)
    assert done.exit_code == 0, done.output
    assert (there / "report.json").read_bytes() == (here / "report.json").read_bytes()
    assert sorted((there / "episodes.jsonl").read_text().splitlines()) == (
        sorted((here / "episodes.jsonl").read_text().splitlines())
    )
    same_files(here / "trajectories", there / "trajectories")
    for out, more in ((here, ()), (there, ("--cluster", "auto"))):
        assert run("record", *PLAYED, "--episodes", 2, "--trees", "-o", out / "recorded", *more).exit_code == 0
    same_files(here / "recorded", there / "recorded")
    told = json.loads(run("cluster", "nodes", "--json").output)  # nodes that tests before took away may be among them
    assert (4.0, False) in {(node["cores"], node["draining"]) for node in told}


def test_an_episode_whose_actor_dies_is_played_again_and_then_not_scored(cluster: Any, tmp_path: Path) -> None:
    def unscored(episode: int, problem: str) -> EpisodeLine:
        return EpisodeLine(episode, EpisodeRecord(task_id="lost", nodes=(), unscored=True, problem=problem))

    make = partial(Fatal, tmp_path / "marker")
    found = dict(play_on("auto", WIN, None, 1, make, None, range(5), unscored))
    assert {n: played.record.task_id for n, played in found.items() if n != 3} == {n: f"task {n}" for n in (0, 1, 2, 4)}
    assert found[3].record.unscored and "lost with its actor 3 times" in found[3].record.problem
