"""The guest's server as a program of its own, without the rest of omnigym: what a bundle runs."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import sys
import threading
from collections.abc import Sequence

from omnigym.devices.config import build_device, make_config, named_configs
from omnigym.devices.guest.server import Guest
from omnigym.errors import OmnigymError

__all__ = ["main"]

#: As of `omnigym.devices.guest.config`, which is the client's.
_TOKEN = "OMNIGYM_GUEST_TOKEN"


def main(argv: Sequence[str] | None = None) -> int:
    """Serve a device until a signal comes, and return the exit code.

    Args:
        argv: The arguments; those of the program by default.
    """
    known = list(named_configs())
    parser = argparse.ArgumentParser(description="Show this machine to omnigym's GuestConfig on another one.")
    default = "host" if "host" in known else known[0]
    parser.add_argument("--device", choices=known, default=default, help=f"what is shown; {default} by default")
    said = "fields of its configuration as JSON, such as '{\"size\": [1280, 800]}'"
    parser.add_argument("--config", metavar="JSON", type=_fields, default={}, help=said)
    parser.add_argument("--size", type=_size, help="of its screen, as WIDTHxHEIGHT; short for that field")
    parser.add_argument("--port", type=int, default=8650, help="where it listens; 0 for any free port")
    parser.add_argument("--address", default="127.0.0.1", help="another address than this machine's own, unencrypted")
    parser.add_argument("--name", action="append", default=[], help="another name that clients call it by")
    parser.add_argument("--token", default=os.environ.get(_TOKEN, ""), help="what clients must know; else a new one")
    parser.add_argument("--renewable", action="store_true", help="a client may replace the token, once: for images")
    args = parser.parse_args(argv)
    fields = args.config if args.size is None else {**args.config, "size": args.size}
    token = args.token or secrets.token_urlsafe(24)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        with contextlib.ExitStack() as stack:
            device = stack.enter_context(contextlib.closing(build_device(make_config(args.device, fields))))
            guest = Guest(device, token, args.address, args.port, args.name, renewable=args.renewable)
            stack.enter_context(contextlib.closing(guest))
            shown = f"http://{args.address}:{guest.port}  shows {device.name}, {device.size[0]}x{device.size[1]}"
            sys.stdout.write(f"{shown}\n{_TOKEN}={token}\nCtrl+C ends it.\n")
            sys.stdout.flush()
            while not stop.wait(1.0):  # on Windows no signal ends a wait without a limit
                pass
    except OmnigymError as e:
        sys.stderr.write(f"Error: {e}\n")
        return 1
    return 0


def _fields(text: str) -> dict[str, object]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(text)
    return found


def _size(said: str) -> list[int]:
    """A screen's width and height in pixels, of WIDTHxHEIGHT."""
    width, _, height = said.partition("x")
    return [int(width), int(height)]
