"""`omnigym rollout` against a local endpoint: tokens, pictures and calls reach the file."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from omnigym.agents.model import Answer, Call, Usage
from omnigym.agents.serving import ChatServer
from omnigym.baselines.rollout_runs import ROLLOUTS
from omnigym.cli.root import app
from omnigym.recording.rollouts import read_rollouts


def test_a_model_s_rollouts_have_all_that_it_said(tmp_path: Path) -> None:
    out = {"now": 0, "most": 0}
    lock = threading.Lock()

    def answering(body: Mapping[str, Any]) -> Answer:
        with lock:
            out["now"] += 1
            out["most"] = max(out["most"], out["now"])
        last = "done" if len(body["messages"]) > 3 else "wait"
        with lock:
            out["now"] -= 1
        return Answer(
            "I look.",
            (Call(last, "{}", "c"),),
            "Hm.",
            usage=Usage(7, 2),
            token_ids=(5, 6),
            prompt_token_ids=(1, 2),
            logprobs=(-0.5, -1.0),
        )

    with ChatServer(answering) as server:
        policy = f"{server.url},size=256x192,request.return_token_ids=true,request.logprobs=true"
        arguments = ["rollout", "--policy", policy, "--model", "m", "--tasks", "files/copy@0", "--group", "3"]
        result = CliRunner().invoke(
            app, [*arguments, "--slots", "2", "--out", str(tmp_path / "o"), "--json", str(tmp_path / "j")]
        )
        assert result.exit_code == 0, result.output
        assert server.requests[0]["return_token_ids"] is True
    records = list(read_rollouts(tmp_path / "o" / ROLLOUTS))
    assert len(records) == 3 and out["most"] <= 2
    first, second = records[0].steps[:2]
    assert (first.token_ids, first.prompt_token_ids, first.logprobs) == ((5, 6), (1, 2), (-0.5, -1.0))
    assert (first.prompt_tokens, first.completion_tokens) == (7, 2)
    system, user, assistant = first.messages
    assert system.role == "system" and (tmp_path / "o" / str(user.image)).read_bytes().startswith(b"\x89PNG")
    assert assistant.calls[0].name == "wait" and assistant.reasoning == "Hm." and assistant.content == "I look."
    assert second.messages[0].role == "tool" and second.messages[0].call_id == "c"
    told = json.loads((tmp_path / "j").read_text())
    assert told["begun"] == told["scored"] + told["unscored"] == 3 and told["prompt_tokens"] == 3 * 2 * 7


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--policy", "http://127.0.0.1:1/v1"], "--model"),
        (["--policy", "oracle", "--model", "m"], "--policy URL"),
        (["--policy", "http://127.0.0.1:1/v1,colour=red", "--model", "m"], "colour"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], why: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["rollout", *arguments, "--out", str(tmp_path)])
    assert result.exit_code == 2 and why in result.output


def test_a_sample_of_the_tasks_is_drawn_by_the_seed(tmp_path: Path) -> None:
    drawn = []
    for n, seed in enumerate((0, 0, 1)):
        arguments = ["--tasks", "app:word nodes:1", "--sample", "2", "--seed", str(seed), "--group", "1"]
        out = tmp_path / str(n)
        ran = CliRunner().invoke(
            app, ["rollout", "--policy", "noop", "--max-steps", "1", *arguments, "--out", str(out)]
        )
        assert ran.exit_code == 0, ran.output
        drawn.append([record.task_id for record in read_rollouts(out / ROLLOUTS)])
    assert len(drawn[0]) == 2 and drawn[0] == drawn[1] != drawn[2]
