"""Environments as tools of the Model Context Protocol, with which any client can play an episode and get its score.

The tools are ``reset``, ``look`` and the functions of an action space. A call's content is a text, with the elements of
the screen, and its picture; its structured content is ``reward``, ``score``, ``done``, ``end_reason`` and ``success``.
The reward is None where the episode says nothing about the agent.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Any, Final

import anyio
import anyio.to_thread

from omnigym.agents.model import Tool
from omnigym.agents.tool_env import ToolEnv, ToolObservation, checked_seed
from omnigym.errors import ConfigError, MissingDependencyError, OmnigymError

try:
    from mcp import types
    from mcp.server import Server, ServerRequestContext
    from mcp.server.stdio import stdio_server
except ModuleNotFoundError:
    raise MissingDependencyError("mcp", "A server of tools", "pip install 'omnigym[mcp]'") from None

__all__ = ["mcp_server", "serve_stdio"]

_RESET: Final = Tool(
    "reset",
    "Begin an episode: shows the task and the screen. Call it first, and again after the end.",
    {
        "type": "object",
        "properties": {
            "seed": {"type": "integer", "minimum": 0, "description": "What is drawn follows from it."},
            "task": {"type": "string", "description": "The id of a task; else one is drawn."},
        },
    },
)
_LOOK: Final = Tool("look", "Show the screen again. Takes no step.", {"type": "object", "properties": {}})


def mcp_server(env: ToolEnv) -> Server[dict[str, object]]:
    """Return a server of the tools of an environment, for one client at a time.

    Args:
        env: The environment; it is closed by whoever made it.
    """
    tools = {tool.name: tool for tool in (_RESET, _LOOK, *env.view.tools)}
    # one thread may be inside an environment, and clients may send calls side by side
    alone = anyio.Lock()

    async def list_tools(
        _: ServerRequestContext[dict[str, Any]], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in tools.values()])

    async def call_tool(
        _: ServerRequestContext[dict[str, Any]], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        async with alone:
            try:
                seen = await anyio.to_thread.run_sync(_called(env, params.name, params.arguments or {}))
            except OmnigymError as e:
                return types.CallToolResult(content=[types.TextContent(text=f"Error: {e}")], is_error=True)
        return _result(env, seen)

    said = "You operate a computer, phone or browser to do a task. Call reset first. "
    return Server(
        "omnigym",
        version=metadata.version("omnigym"),
        instructions=said + env.view.places,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _called(env: ToolEnv, name: str, arguments: Mapping[str, object]) -> Callable[[], ToolObservation]:
    """What a call does.

    Raises:
        ConfigError: An argument of a reset is wrong, or no episode has begun.
    """
    if name == _RESET.name:
        seed, task = arguments.get("seed"), arguments.get("task")
        if isinstance(seed, float) and seed.is_integer():
            seed = int(seed)
        seed = checked_seed(seed)
        if task is not None and not isinstance(task, str):
            raise ConfigError(f"Expected the id of a task, got {task!r:.100}.")
        return lambda: env.reset(seed, task)
    last = env.view.last
    if last is None:
        raise ConfigError("No episode has begun. Call reset first.")
    if name == _LOOK.name:
        return lambda: last
    return lambda: env.call(name, arguments)


def _tool(tool: Tool) -> types.Tool:
    return types.Tool(name=tool.name, description=tool.description, input_schema=dict(tool.parameters))


def _result(env: ToolEnv, seen: ToolObservation) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=seen.text)]
    if seen.picture is not None:
        data = base64.b64encode(seen.picture.data).decode()
        content.append(types.ImageContent(data=data, mime_type=f"image/{seen.picture.kind}"))
    told = {
        "reward": seen.reward,
        "score": env.view.score,
        "done": seen.over,
        "end_reason": seen.info["end_reason"] or None,
        "success": bool(seen.info["is_success"]) if seen.over and env.view.score is not None else None,
    }
    return types.CallToolResult(content=content, structured_content=told)


async def serve_stdio(env: ToolEnv) -> None:
    """Serve an environment over standard input and output, until the client ends it."""
    server = mcp_server(env)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
