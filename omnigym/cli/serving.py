"""Commands that run a server: a phone, recordings to view, an environment to play."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import secrets
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from omnigym.baselines.env_specs import places_of
from omnigym.cli.console import stdout
from omnigym.cli.options import (
    DeviceOption,
    DisturbancesOption,
    ParametersOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    VariationOption,
    known_environment,
    make_environment,
    task_query,
)
from omnigym.cli.stopping import interrupt_on_signals
from omnigym.devices.config import build_device, make_config, named_configs, target_of
from omnigym.devices.guest.bundle import BUNDLED, write_bundle
from omnigym.devices.guest.config import TOKEN_VARIABLE
from omnigym.devices.guest.osworld_routes import OSWorldRoutes
from omnigym.devices.guest.server import Guest
from omnigym.devices.phone.process import PhoneConfig, serve
from omnigym.discovery import resolve
from omnigym.errors import ConfigError, MissingDependencyError, UnreadableError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import parse_json
from omnigym.manifest import manifests
from omnigym.tasks.suites import load_task
from omnigym.view.export import write_export
from omnigym.view.runs import Run
from omnigym.view.server import Pages, Server
from omnigym.wrappers.record_trajectory import RecordTrajectory

if TYPE_CHECKING:
    from omnigym.play.player import Player

# -- ``omnigym phone`` ------------------------------------------------------------------------------------------------

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
    serial: Annotated[str, typer.Option("--serial", metavar="NAME", help="Serial number of the phone.")] = "omnigym",
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


# -- ``omnigym guest`` ------------------------------------------------------------------------------------------------

_GUEST_PORT = 8650


def guest(
    device: DeviceOption = None,
    config: Annotated[
        str, typer.Option("--config", metavar="JSON", help="""Fields of the device, as '{"own_session": true}'.""")
    ] = "{}",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Port to listen on; 0 for any free one.")
    ] = _GUEST_PORT,
    address: Annotated[
        str, typer.Option("--address", metavar="IP", help="Another address than this machine's own, unencrypted.")
    ] = "127.0.0.1",
    token: Annotated[
        str,
        typer.Option(
            "--token", metavar="T", envvar=TOKEN_VARIABLE, help="Token that clients must give; by default a new one."
        ),
    ] = "",
    names: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="Another name that clients call it by.")
    ] = None,
    routes: Annotated[
        Literal["osworld"] | None,
        typer.Option("--routes", metavar="NAME", help="osworld: the routes of OSWorld's server too, without a token."),
    ] = None,
    renewable: Annotated[
        bool,
        typer.Option("--renewable", help="A client may replace the token, once: for images of virtual machines."),
    ] = False,
    bundle: Annotated[
        Path | None,
        typer.Option("--bundle", metavar="FILE", help="Write a program that serves without omnigym, and end."),
    ] = None,
) -> None:
    """Serve a device to `GuestConfig` on another machine, until Ctrl+C.

    Clients see the screen and the tree, act, read and write files: whoever has the token has the machine. Across a
    network put a tunnel or a proxy with TLS before it.
    """
    if bundle is not None:
        devices = [device] if device else [name for name in BUNDLED if name in named_configs()]
        modules = write_bundle(bundle, devices)
        needs = "numpy, pillow, mss, and python-xlib (Linux) or comtypes, psutil and pywin32 (Windows)"
        said = f"{bundle}: {len(modules)} modules, for Python 3.11+ with {needs}."
        stdout().print(f"{said}\npython {bundle} --device {devices[0]}", markup=False, soft_wrap=True)
        return
    token = token or secrets.token_urlsafe(24)
    try:
        fields = parse_json(config)
    except UnreadableError:
        fields = None
    if not isinstance(fields, dict):
        raise ConfigError(f"--config must be an object of JSON with fields of the device, got {config!r}.")
    shown = build_device(make_config(device or "sim", fields))
    with contextlib.suppress(KeyboardInterrupt), interrupt_on_signals(), contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.closing(shown))
        tree = resolve(next(f.tree for m in manifests() for f in m.folders if f.tree))
        theirs = OSWorldRoutes(shown, lambda device: str(tree(Probe(device), {}))) if routes else None
        serving = stack.enter_context(
            contextlib.closing(Guest(shown, token, address, port, names or (), theirs, renewable))
        )
        say = stdout().print
        if routes:
            say(
                "Warning: OSWorld's routes have no token. Every program on this machine can use the device.",
                markup=False,
                soft_wrap=True,
            )
        say(f"http://{address}:{serving.port}  shows {shown.name}, {shown.size[0]}x{shown.size[1]}", markup=False)
        say(f"{TOKEN_VARIABLE}={token}", markup=False, soft_wrap=True)
        say("Ctrl+C ends it.", markup=False)
        threading.Event().wait()


# -- ``omnigym view`` -------------------------------------------------------------------------------------------------

_VIEW_PORT = 8643


def view(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN [RUN2]", help="A run's directory, any with recordings, or a file of rollouts."),
    ],
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write one episode as an HTML file that needs nothing else."),
    ] = None,
    episode: Annotated[
        int | None, typer.Option("--episode", metavar="N", help="Episode to export; by default the first.")
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Port of the page; 0 for any free one.")
    ] = _VIEW_PORT,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in the default browser too.")] = False,
) -> None:
    """Serve a page with the episodes of a run, or of two runs side by side.

    Step through the screens with the actions drawn on them. Beside them are the agent's thoughts, the task's progress,
    and the accessibility tree if it was recorded. The page is for this machine's browser alone.
    Ctrl+C ends it.
    """
    if len(runs) > 2:
        raise ConfigError(f"Expected one run, or two to lay side by side, got {len(runs)}.")
    if export is not None:
        _export(runs, export, episode)
        return
    if episode is not None:
        raise ConfigError("--episode says which one to --export: name a file, or choose it in the page.")
    with Server(Pages(runs), port) as running:
        stdout().print(f"{running.url}  (Ctrl+C ends it)", markup=False, soft_wrap=True)
        if browser:
            webbrowser.open(running.url)
        with contextlib.suppress(KeyboardInterrupt):
            running.run()


def _export(runs: list[Path], out: Path, episode: int | None) -> None:
    if len(runs) > 1:
        raise ConfigError(f"An episode is of one run, got {len(runs)}. Name the one that has it.")
    run = Run(runs[0])
    if not run.entries:
        raise ConfigError(f"{runs[0]} has no episode to export.")
    try:
        write_export(run, run.entries[0].number if episode is None else episode, out)
    except OSError as e:
        raise ConfigError(
            f"Cannot write {out}: {e.strerror or e}. Name a file in a directory that can be written."
        ) from e
    stdout().print(out, markup=False, soft_wrap=True)


# -- ``omnigym play`` -------------------------------------------------------------------------------------------------

_PLAY_PORT = 8642
#: A person makes more and smaller steps than an agent: each character that is typed may be one.
_MAX_STEPS = 100_000


def play(
    env: Annotated[str, typer.Argument(metavar="ENV_ID", help="The environment's id.")] = "OmniBench-Win11-v0",
    task: Annotated[
        str | None, typer.Option("--task", metavar="TASK", help="The first task: its id, or the path of a task file.")
    ] = None,
    tasks: TasksOption = None,
    suite: SuiteOption = None,
    split: SplitOption = None,
    device: DeviceOption = None,
    disturbances: DisturbancesOption = False,
    variation: VariationOption = "none",
    parameters: ParametersOption = None,
    seed: SeedOption = 0,
    max_steps: Annotated[
        int, typer.Option("--max-steps", min=1, metavar="N", help="The step limit; by default hardly any.")
    ] = _MAX_STEPS,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="DIR", help="Record every episode here, as omnigym record --trees does."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Port of the page; 0 for any free one.")
    ] = _PLAY_PORT,
    sound: Annotated[bool, typer.Option(help="Sound, of devices that can be heard.")] = True,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in the default browser too.")] = False,
) -> None:
    """Play tasks yourself, on a page with the desktop, for mouse and keyboard, and the task beside it.

    The page is for this machine's browser alone. The parts of the task light up when they are done; each gesture is one
    step, recorded as an agent's action. Ctrl+C ends it.
    """
    try:
        server = importlib.import_module("omnigym.play.server")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "omnigym play", "pip install 'omnigym[play]'") from None
    player = importlib.import_module("omnigym.play.player")
    known_environment(env)
    devices = places_of(env, device)[0].devices.values()
    heard = sound and all("audio" in target_of(each).capabilities for each in devices)

    def make_player() -> Player:
        first = load_task(task) if task is not None else None
        environment = make_environment(
            env,
            device,
            task_query(suite, tasks),
            split,
            observation="pixels",
            max_steps=max_steps,
            disturbances=disturbances or None,
            variation=variation,
            parameters=parameters,
            audio=heard or None,
        )
        recorded = environment if record is None else RecordTrajectory(environment, record, trees=True)
        made: Player = player.Player(recorded, seed, first)
        return made

    with server.Server(make_player, port) as running:
        stdout().print(f"{running.url}  (Ctrl+C ends it)", markup=False, soft_wrap=True)
        if browser:
            webbrowser.open(running.url)
        with contextlib.suppress(KeyboardInterrupt):
            running.run()
