"""``omnigym serve``: environments over a socket."""

from __future__ import annotations

import contextlib
import importlib
import secrets
import threading
from pathlib import Path
from typing import Annotated, Literal

import typer

from omnigym.cli.console import stdout
from omnigym.cli.stopping import interrupt_on_signals
from omnigym.errors import ConfigError, MissingDependencyError

_PORT = 8660
_ENV_METAVAR = "ID[=DEVICE]"


def serve(
    env: Annotated[
        list[str] | None,
        typer.Option("--env", metavar=_ENV_METAVAR, help="An environment that clients may make. May be given often."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Port for clients; 0 for any free one.")
    ] = _PORT,
    address: Annotated[
        str, typer.Option("--address", metavar="IP", help="Another address than this machine's own, unencrypted.")
    ] = "127.0.0.1",
    unix: Annotated[
        Path | None, typer.Option("--unix", metavar="PATH", help="A Unix socket for clients on this machine, too.")
    ] = None,
    token: Annotated[
        str,
        typer.Option(
            "--token",
            metavar="T",
            envvar="OMNIGYM_SERVE_TOKEN",
            help="Token that clients must give; by default a new one.",
        ),
    ] = "",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Processes of simulated devices; one a core.")
    ] = None,
    most: Annotated[
        int, typer.Option("--max-environments", min=1, metavar="N", help="The most environments at once.")
    ] = 64,
    lease: Annotated[
        float, typer.Option("--lease", min=1, metavar="S", help="Silent clients lose their environments after this.")
    ] = 30.0,
    rate: Annotated[
        float, typer.Option("--rate", min=1, metavar="N", help="The most messages a second of one client.")
    ] = 20_000.0,
    page_port: Annotated[
        int,
        typer.Option("--page-port", min=0, max=65535, metavar="N", help="Live page and /metrics; 0 for any free port."),
    ] = _PORT + 1,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            "--metrics-port",
            min=0,
            max=65535,
            metavar="N",
            help="/metrics, /livez and /readyz for all who reach --address; 0 for any.",
        ),
    ] = None,
    openenv_port: Annotated[
        int | None,
        typer.Option("--openenv-port", min=0, max=65535, metavar="N", help="For OpenEnv's clients, too; 0 for any."),
    ] = None,
    picture: Annotated[
        Literal["png", "jpeg"],
        typer.Option("--picture", metavar="KIND", help="The format of pictures for OpenEnv's clients: png or jpeg."),
    ] = "png",
) -> None:
    """Serve environments to other processes and machines, until Ctrl+C.

    `omnigym.connect(URL, id=ID, token=T)` is one of them, as if it were local. Clients choose the tasks by queries and
    never the device. Across a network put a tunnel or a proxy with TLS before it. The live page is for this machine's
    browser alone.
    """
    try:
        server = importlib.import_module("omnigym.serve.server")
        page = importlib.import_module("omnigym.serve.page")
        probes = importlib.import_module("omnigym.serve.probes")
        openenv = importlib.import_module("omnigym.serve.openenv")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "omnigym serve", "pip install 'omnigym[serve]'") from None
    given, token = token, token or secrets.token_urlsafe(24)
    settings = server.ServerSettings(
        _environments(env or ["OmniBench-Win11-v0"]),
        token,
        port=port,
        address=address,
        unix=unix,
        workers=workers,
        most=most,
        lease_s=lease,
        rate=rate,
    )
    say = stdout().print
    with contextlib.suppress(KeyboardInterrupt), interrupt_on_signals(), contextlib.ExitStack() as stack:
        say("Starting the workers...", markup=False)
        serving = stack.enter_context(server.EnvServer(settings))
        shown = stack.enter_context(page.LivePage(serving, page_port))
        say(f"{serving.url}  gives {', '.join(settings.envs)}", markup=False, soft_wrap=True)
        if unix is not None:
            say(f"unix://{unix.absolute()}", markup=False, soft_wrap=True)
        say(f"{shown.url}  shows the sessions; {shown.url}metrics is for Prometheus", markup=False, soft_wrap=True)
        if metrics_port is not None:
            probed = stack.enter_context(probes.ProbeServer(serving, metrics_port, address))
            say(f"{probed.url}/metrics, /livez and /readyz  need no token", markup=False, soft_wrap=True)
        if openenv_port is not None:
            carrier = openenv.OpenEnvServer(serving, token, openenv_port, address, picture)
            stack.enter_context(carrier)
            say(f"{carrier.url}/TOKEN  for OpenEnv's clients", markup=False, soft_wrap=True)
        if not given:  # a token that somebody has does not belong in logs
            say(f"OMNIGYM_SERVE_TOKEN={token}", markup=False, soft_wrap=True)
        say("Ctrl+C ends it.", markup=False)
        threading.Event().wait()


def _environments(given: list[str]) -> dict[str, str | None]:
    """The device of each id.

    >>> _environments(["OmniBench-Win11-v0", "OSWorld-Linux-v0=x11"])
    {'OmniBench-Win11-v0': None, 'OSWorld-Linux-v0': 'x11'}
    """
    found: dict[str, str | None] = {}
    for each in given:
        name, _, device = each.partition("=")
        if name in found:
            raise ConfigError(f"--env names {name!r} twice. An id has one device: start another server for the other.")
        found[name] = device or None
    return found
