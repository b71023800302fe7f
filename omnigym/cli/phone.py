"""``omnigym phone``."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Literal

import typer

from omnigym.cli.console import stdout
from omnigym.devices.phone.process import PhoneConfig, serve
from omnigym.errors import ConfigError

__all__ = ["phone"]

#: Neither is a port that adb servers look for phones on by themselves.
_PORT, _SMART_PORT = 5600, 5601


def phone(
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="The screen in pixels.")] = "540x1200",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="For `adb connect`; 0 for any free port.")
    ] = _PORT,
    smart_port: Annotated[
        int, typer.Option("--smart-port", min=0, max=65535, metavar="N", help="For `adb -P N` and pure-python-adb.")
    ] = _SMART_PORT,
    serial: Annotated[str, typer.Option("--serial", metavar="NAME", help="Its serial number.")] = "omnigym",
    auth: Annotated[
        Literal["off", "accept", "refuse"],
        typer.Option("--auth", metavar="MODE", help="Must hosts show a key, and is it accepted?"),
    ] = "off",
) -> None:
    """Serve the simulated phone to any adb client, until Ctrl+C.

    It speaks adb's own protocol on two ports of this machine: to adb servers (`adb connect`), and to adb's clients as
    if it were a server with one phone.
    """
    width, cross, height = size.partition("x")
    if not cross or not width.isdigit() or not height.isdigit():
        raise ConfigError(f"--size must be WIDTHxHEIGHT in pixels, such as 540x1200, got {size!r}.")
    config = PhoneConfig((int(width), int(height)), serial=serial, port=port, smart_port=smart_port, auth=auth)

    def started(first: int, second: int) -> None:
        say = stdout().print
        say(f"adb connect 127.0.0.1:{first}     for a real adb server", markup=False, soft_wrap=True)
        say(f"adb -P {second} shell            for clients, without a server", markup=False, soft_wrap=True)
        say("Ctrl+C ends it.", markup=False)

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(config, started))
