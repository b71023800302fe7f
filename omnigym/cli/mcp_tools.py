"""``omnigym mcp``: an environment as tools of the Model Context Protocol."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import anyio
import gymnasium
import typer

from omnigym.agents.dialects import SPACES
from omnigym.agents.tool_env import ToolEnv, platform_of
from omnigym.cli.options import (
    DeviceOption,
    EnvOption,
    ServerOption,
    SplitOption,
    TasksOption,
    TokenOption,
    known_environment,
    make_environment,
    one_of,
    one_split,
    served_place,
)

_ENV = "OmniBench-Win11-v0"


def mcp(
    env: EnvOption = _ENV,
    device: DeviceOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    observation: Annotated[
        Literal["both", "pixels", "a11y"],
        typer.Option("--observation", metavar="WHAT", help="Pictures, elements as text, or both."),
    ] = "both",
    space: Annotated[
        str, typer.Option("--space", metavar="NAME", help=f"The action space: {', '.join(SPACES)}.")
    ] = "omnigym",
    picture: Annotated[
        Literal["png", "jpeg"], typer.Option("--picture", metavar="KIND", help="The format of pictures: png or jpeg.")
    ] = "png",
    server: ServerOption = None,
    token: TokenOption = "",
) -> None:
    """Offer an environment as tools of the Model Context Protocol, over standard input and output.

    Any MCP client can play: it starts this command itself. The tools are `reset`, `look` and the functions of the
    action space; each shows the screen, and the reward.
    """
    tools = importlib.import_module("omnigym.serve.mcp_tools")
    known_environment(env)
    one_of("--space", space, SPACES)
    arguments: Mapping[str, Any] = {"observation": observation}
    if server is None:
        made: gymnasium.Env[Any, Any] = make_environment(env, device, tasks, split, **arguments)
    else:
        made = served_place(server, token, env, device).make(tasks=tasks, split=one_split(split), **arguments)
    played = ToolEnv(made, platform_of(env), space=space, picture=picture)
    with played, contextlib.suppress(KeyboardInterrupt):
        anyio.run(tools.serve_stdio, played)
