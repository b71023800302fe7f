"""Subtasks of the real desktop are done on the host, by their oracles and through Gymnasium."""

from __future__ import annotations

import shutil

import gymnasium
import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")

import omnigym  # noqa: F401 - registers the environments
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.devices.host.config import HostConfig
from tests.devices.host.conftest import Somebody

pytestmark = [pytest.mark.x11, pytest.mark.slow]

_KINDS = (
    "text/append-line",
    "text/paste-into-new",
    "text/write-file",
    "files/copy",
    "files/create-folder",
    "files/delete",
)
_IN_A_TERMINAL = ("terminal/write-line", "terminal/sort-lines", "terminal/start-process")


def test_oracles_are_paid_in_full(somebody: Somebody) -> None:
    kinds = (*_KINDS, *(_IN_A_TERMINAL if shutil.which("xfce4-terminal") else ()))
    tasks = f"suite:one-node id:{','.join(f'{kind}@0' for kind in kinds)}"
    env = gymnasium.make("OmniBench-Linux-v0", device=HostConfig(**somebody.config()), tasks=tasks)
    try:
        records = list(run_episodes(env, make_agent("oracle"), len(kinds)))
    finally:
        env.close()
    assert {r.task_id: (r.score, r.end_reason) for r in records} == {f"{k}@0": (1.0, "success") for k in kinds}
