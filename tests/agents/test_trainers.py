"""Adapters of ``examples/trainers`` in the package that they are for, in a Python of its own that has it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_NEMO = os.environ.get("OMNIGYM_NEMO_GYM_PYTHON", "")
_PROGRAM = """
import re
from unittest.mock import MagicMock
from fastapi.testclient import TestClient
from nemo_gym.server_utils import ServerClient
from nemo_gym_server import ComputerConfig, ComputerServer, rows
from omnigym.agents.tool_env import ToolEnv
from omnigym.errors import DeviceLostError

task = "hello/phone-open-tool@1"
config = ComputerConfig(host="127.0.0.1", port=1, entrypoint="", name="omnigym", env="OmniBench-Android-v0")
server = ComputerServer(config=config, server_client=MagicMock(spec=ServerClient))
response = {"id": "r", "created_at": 1.0, "model": "m", "object": "response", "output": [],
            "parallel_tool_calls": False, "tool_choice": "auto", "tools": []}

def episode(*calls, task=task):
    client = TestClient(server.setup_webserver())
    row = {"responses_create_params": {"input": "Operate."}, "task_id": task, "seed": 3}
    seeded = client.post("/seed_session", json=row)
    said = [client.post("/look", json={}).text]
    for name, arguments in calls:
        if name == "click":
            arguments = {"element": int(re.search(r'\\\\[(\\\\d+)\\\\] [^"\\\\n]*"Calendar"', said[-1])[1])}
        said.append(client.post(f"/{name}", json=arguments).text)
    ended = client.post("/verify", json={**row, "response": response})
    return seeded.status_code, ended.status_code, ended.json().get("reward"), "there is no function" in "".join(said)

print(episode(("fly", {}), ("click", {})))
print(episode(("done", {})))
print(episode(task="no/such@0")[:3])
call = ToolEnv.call
def lost(self, name, arguments):
    def gone(*_):
        raise DeviceLostError("sim", "act", "it is gone")
    self._env.unwrapped.devices[""].act = gone
    return call(self, name, arguments)
ToolEnv.call = lost
print(episode(("click", {}))[:3], len(server._sessions))
"""


@pytest.mark.skipif(not _NEMO, reason="OMNIGYM_NEMO_GYM_PYTHON names no Python with the packages nemo-gym and omnigym")
def test_nemo_gym_s_resource_server() -> None:
    """The reward is omnigym's; a device that failed and a session that was never seeded are errors, not 0."""
    path = os.pathsep.join([str(_ROOT), str(_ROOT / "examples" / "trainers")])
    program = _PROGRAM.replace("\\\\", "\\")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "HOME": os.environ.get("HOME", "/")}
    done = subprocess.run(
        [_NEMO, "-c", program], capture_output=True, text=True, timeout=600, check=False, env=environment
    )
    assert done.stdout.splitlines() == [
        "(200, 200, 1.0, True)",
        "(200, 200, 0.0, False)",
        "(422, 410, None)",
        "(200, 503, None) 0",
    ], done.stderr
