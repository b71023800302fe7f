"""Worker processes of vector environments: what happens when one dies, and what is left of them."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.envs.vector import OmniVectorEnv
from omnigym.envs.vector.worker import VectorWorker
from omnigym.errors import UnknownNameError, WorkerLostError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
WIN = "OmniBench-Win11-v0"
QUICK: dict[str, Any] = {"tasks": "app:text_editor nodes:1", "observation": "a11y"}


def make(**kwargs: Any) -> OmniVectorEnv:
    envs = gymnasium.make_vec(WIN, 2, num_workers=2, **QUICK, **kwargs)
    assert isinstance(envs, OmniVectorEnv)
    return envs


def pid_of(envs: OmniVectorEnv, number: int) -> int:
    worker = envs._workers[number]
    assert isinstance(worker, VectorWorker)
    return worker._process.pid


def waiting(envs: OmniVectorEnv) -> list[Any]:
    action = envs.single_action_space.sample()
    return [{**action, "type": 10, "duration": np.zeros(1)}] * 2


def memories() -> list[str]:
    """What this process has open of batches."""
    return [name for name in map(_target, Path("/proc/self/fd").iterdir()) if "memfd:omnigym" in name]


def _target(entry: Path) -> str:
    try:
        return os.readlink(entry)
    except OSError:  # the directory that was listed
        return ""


@pytest.mark.parametrize(
    ("mode", "number"), [("NextStep", signal.SIGKILL), ("SameStep", signal.SIGSTOP)], ids=["killed", "hangs"]
)
def test_a_lost_worker_is_replaced_and_its_episodes_are_not_scored(mode: str, number: signal.Signals) -> None:
    gc.collect()
    before = len(memories())  # tests before this one may hold some
    _lose(mode, number)
    gc.collect()
    assert len(memories()) == before, "nobody holds what was observed"


def _lose(mode: str, number: signal.Signals) -> None:
    envs = make(autoreset_mode=mode, deadline_s=12.0)
    envs.reset(seed=0)
    observations, *_ = envs.step(waiting(envs))
    lost = pid_of(envs, 1)
    os.kill(lost, number)
    problem = "died (SIGKILL)" if number is signal.SIGKILL else "did not answer within 12 s"
    now, rewards, terminated, truncated, info = envs.step(waiting(envs))
    assert truncated.tolist() == [False, True]
    assert not terminated.any() and not rewards.any()
    last = info if mode == "NextStep" else info["final_info"]
    assert last["end_reason"][1] == "device_error" and last["unscored"][1]
    assert problem in last["device_error"][1]
    seen = {k: v[1] for k, v in now.items()} if mode == "NextStep" else info["final_obs"][1]
    for name, array in seen.items():
        np.testing.assert_array_equal(array, observations[name][1])
    *_, truncated, info = envs.step(waiting(envs))
    assert not truncated.any()
    assert info["end_reason"].tolist() == ["", ""]
    assert info["steps"].tolist() == ([3, 0] if mode == "NextStep" else [3, 1])
    envs.close()
    assert memories()


def test_workers_lost_besides_the_steps() -> None:
    envs = make()
    os.kill(pid_of(envs, 0), signal.SIGKILL)
    with pytest.raises(WorkerLostError, match="SIGKILL"):  # it had done nothing at all
        envs.reset(seed=0)
    envs.close()
    envs = make()
    first, _ = envs.reset(seed=0)
    os.kill(pid_of(envs, 0), signal.SIGKILL)
    with pytest.raises(WorkerLostError):
        envs.call("tasks")
    again, _ = envs.reset(seed=0)
    for name, array in first.items():
        np.testing.assert_array_equal(array, again[name])
    envs.close()


def test_environments_that_cannot_be_made() -> None:
    here = os.getpid()

    def leave() -> gymnasium.Env[Any, Any]:
        return gymnasium.make(WIN, **QUICK) if os.getpid() == here else os._exit(3)

    with pytest.raises(WorkerLostError, match="exit code 3"):
        OmniVectorEnv([leave] * 2, 2)
    with pytest.raises(UnknownNameError):
        OmniVectorEnv([lambda: gymnasium.make(WIN, **QUICK), lambda: gymnasium.make(WIN, device="nothing")], 2)


def children(pid: int) -> set[int]:
    return {int(child) for tasks in Path(f"/proc/{pid}/task").glob("*/children") for child in tasks.read_text().split()}


def test_a_trainer_leaves_nothing_however_it_ends() -> None:
    """No ``if __name__``, threads of its own, and not closed: killed, or at the end of the script."""
    script = textwrap.dedent(
        f"""
        import sys, threading, time, gymnasium, omnigym
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        envs = gymnasium.make_vec({WIN!r}, 2, num_workers=2, tasks="app:text_editor nodes:1", observation="a11y")
        envs.reset(seed=0)
        print("ready", flush=True)
        sys.stdin.readline()
        """
    )
    for how in ("killed", "ended"):
        trainer = subprocess.Popen(
            [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert trainer.stdout is not None and trainer.stdin is not None
        assert trainer.stdout.readline() == "ready\n"
        workers = children(trainer.pid)
        assert len(workers) == 2
        if how == "killed":
            trainer.kill()
        else:
            trainer.stdin.write("\n")
            trainer.stdin.flush()
        assert trainer.wait() == (-9 if how == "killed" else 0)
        trainer.stdin.close()
        trainer.stdout.close()
        while any(
            Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
            for pid in workers
        ):
            time.sleep(0.05)
