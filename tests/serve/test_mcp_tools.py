"""The client of the package `mcp` plays episodes, in this process and over standard input and output."""

from __future__ import annotations

import base64
import io
import re
import sys
from collections.abc import Iterator
from typing import Any

import anyio
import gymnasium
import pytest
from PIL import Image

import omnigym  # noqa: F401 - registers the ids
from omnigym.agents.tool_env import ToolEnv

pytest.importorskip("mcp", reason="pip install 'omnigym[mcp]'")

from mcp import Client, StdioServerParameters

from omnigym.serve.mcp_tools import mcp_server

_ENV, _OPEN, _APP = "OmniBench-Android-v0", "hello/phone-open-tool@1", "Calendar"


@pytest.fixture
def env() -> Iterator[ToolEnv]:
    env = gymnasium.make(_ENV, tasks="suite:hello", observation="both")
    yield ToolEnv(env, platform="android")
    env.close()


def number_of(text: str, name: str) -> int:
    found = re.search(rf'\[(\d+)\] [^"\n]*"{name}"', text)
    assert found is not None
    return int(found[1])


async def play(client: Client) -> dict[str, Any]:
    """An episode as a model would play it, by what it is shown; what the end said."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert {"reset", "look", "click", "type", "press", "submit", "done"} <= set(tools)
    assert tools["press"].input_schema["required"] == ["key"]
    seen = await client.call_tool("reset", {"seed": 3, "task": _OPEN})
    text, picture = seen.content
    assert text.type == "text"
    assert picture.type == "image"
    assert Image.open(io.BytesIO(base64.b64decode(picture.data))).width > 100
    done = await client.call_tool("click", {"element": number_of(text.text, _APP)})
    return dict(done.structured_content)


def test_an_episode_in_this_process(env: ToolEnv) -> None:
    async def run() -> None:
        async with Client(mcp_server(env)) as client:
            assert await play(client) == {
                "reward": 1.0, "score": 1.0, "done": True, "end_reason": "success", "success": True,
            }  # fmt: skip

    anyio.run(run)


def test_an_episode_over_standard_input_and_output() -> None:
    command = ["-m", "omnigym.cli", "mcp", "--env", _ENV, "--tasks", "suite:hello", "--picture", "jpeg"]

    async def run() -> None:
        async with Client(StdioServerParameters(command=sys.executable, args=command)) as client:
            assert (await play(client))["success"] is True

    anyio.run(run)


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ([("click", {"x": 1, "y": 1})], "Call reset first"),
        ([("look", {})], "Call reset first"),
        ([("reset", {"seed": -1})], "a seed that is a whole number"),
        ([("reset", {"seed": "../x"})], "a seed that is a whole number"),
        ([("reset", {"task": ["a"]})], "the id of a task"),
        ([("reset", {"task": "../../etc/passwd"})], "passwd"),
        ([("reset", {"task": _OPEN}), ("nothing", {})], "there is no function"),
    ],
)
def test_a_wrong_call_is_an_answer(env: ToolEnv, calls: list[tuple[str, dict[str, Any]]], said: str) -> None:
    async def run() -> str:
        async with Client(mcp_server(env)) as client:
            for name, arguments in calls:
                result = await client.call_tool(name, arguments)
            return result.content[0].text  # type: ignore[union-attr]

    assert said in anyio.run(run)


def test_to_look_takes_no_step_and_calls_side_by_side_come_one_by_one(env: ToolEnv) -> None:
    async def run() -> None:
        async with Client(mcp_server(env)) as client:
            first = await client.call_tool("reset", {"seed": 3, "task": _OPEN})
            async with anyio.create_task_group() as group:
                for _ in range(5):
                    group.start_soon(client.call_tool, "wait", {"duration": 0.1})
                    group.start_soon(client.call_tool, "look", {})
            looked = await client.call_tool("look", {})
            assert looked.content[1:] == first.content[1:]

    anyio.run(run)
    assert env.view.last is not None
    assert env.view.last.info["steps"] == 5
