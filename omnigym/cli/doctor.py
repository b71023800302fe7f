"""``omnigym doctor``."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

import typer
from packaging.requirements import Requirement
from rich.table import Table

from omnigym.assets.packaged import DISTRIBUTION, REINSTALL, VERSION, data_names, data_path
from omnigym.cli.console import escape, progress, stdout
from omnigym.devices.adb.config import AdbConfig
from omnigym.devices.config import DeviceConfig, backends, build_device, device_config
from omnigym.devices.host.config import HostConfig
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.devices.x11.app import XAppDefinition, definitions, installed_apps
from omnigym.errors import AssetError, MissingDependencyError, OmnigymError

# -- what this machine can run ----------------------------------------------------------------------------------------

# Each probe really starts the thing that it reports on.

#: What an extra is for, and the modules whose import shows that it works (pyautogui's needs a running display).
_EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "train": (
        "PPO and plots",
        ("torch", "stable_baselines3", "sb3_contrib", "safetensors", "matplotlib", "tqdm"),
    ),
    "tensorboard": ("curves of training in TensorBoard, beside omnigym[train]", ("tensorboard",)),
    "wandb": ("curves of training at Weights & Biases, beside omnigym[train]", ("wandb",)),
    "record": ("Minari data sets, GIF and MP4", ("minari", "h5py", "imageio", "av", "moviepy", "zstandard")),
    "collect": ("Minari's DataCollector", ("minari", "jax")),
    "hub": ("data sets of rollouts and tasks as Parquet", ("pyarrow",)),
    "human": ("the window of render_mode='human'", ("pygame",)),
    "multi-agent": ("several devices as a PettingZoo environment", ("pettingzoo",)),
    "play": ("the page of omnigym play", ("starlette", "uvicorn", "websockets")),
    "serve": (
        "environments over a socket",
        ("cryptography", "msgpack", "prometheus_client", "starlette", "uvicorn", "websockets"),
    ),
    "ray": ("environments on a cluster", ("cryptography", "msgpack", "prometheus_client", "ray")),
    "mcp": ("environments as tools for MCP clients", ("anyio", "mcp", "msgpack")),
    "host": ("this machine itself as a device", ("mss", "Xlib.ext.damage", "pypdf")),
    "vm": ("images of Windows for virtual machines", ("pycdlib",)),
    "x11": ("the real Linux desktop", ("mss", "Xlib", "pypdf")),
    "android": ("Android over adb, checks by XPath", ("ppadb", "lxml")),
    "web": ("MiniWoB++ in the real browser, and its sound", ("av", "miniwob")),
    "web-sites": (
        "web applications in the real browser",
        ("oscar", "radicale", "roundup", "time_machine", "waitress", "whoosh"),
    ),
    "icons": ("names of icons on screenshots", ("resvg_py", "tkinter_icons_lucide", "tkinter_icons_mat")),
    "ocr": ("checks and marks that read pixels", ("cv2", "onnxruntime", "rapidocr")),
    "easyocr": ("text off pixels as in OmniACT's paper", ("easyocr", "easyocr_en_models", "torch")),
    "listen": ("words heard in sound", ("pocketsphinx",)),
    "osworld": (
        "metrics of OSWorld's task files",
        ("av", "lxml", "mutagen", "openpyxl", "pypdf", "docx", "pptx", "yaml", "skimage"),
    ),
}
#: Extras that no user needs by themselves: what they are for. No command of `remedies` installs them.
_GROUPS: Mapping[str, str] = {
    "all": "all of these but collect, easyocr and wandb",
    "docs": "omnigym's developers build the documentation, beside omnigym[all]",
    "bench": "omnigym's developers measure other projects beside it",
    "dev": "omnigym's developers test and check it",
}
#: The one that is looked for where no PATH leads.
_SHELL = "chromium-headless-shell"
#: Program -> (the Debian package that has it, what it is for); those of applications `_programs` adds.
_PROGRAMS: Mapping[str, tuple[str, str]] = {
    "Xvfb": ("xvfb", "x11 device: the X server"),
    "openbox": ("openbox", "x11 device: the window manager"),
    "dbus-daemon": ("dbus", "x11 device: the message bus"),
    "bwrap": ("bubblewrap", "x11 device: the sandbox"),
    "pulseaudio": ("pulseaudio", "x11 device: sound (audio=True)"),
    "parec": ("pulseaudio-utils", "x11 device: sound (audio=True)"),
    _SHELL: ("chromium-headless-shell", "chromium device: the browser, drawn frame by frame"),
    "chromium": ("chromium", "x11 device's browser; chromium device where there is no such shell"),
    "adb": ("adb", "adb device: the link to Android"),
    "qemu-system-x86_64": ("qemu-system-x86", "vm device: the machine"),
    "qemu-img": ("qemu-utils", "vm device: disks of images"),
    "swtpm": ("swtpm", "vm device: the TPM that Windows 11 wants"),
    "tesseract": ("tesseract-ocr", "another reader of text off pixels"),
}
#: What the real browser and desktop draw as boxes without a font: (a letter, the Debian package that has it).
_FONTS: Mapping[str, tuple[str, str]] = {
    "emoji": ("\U0001f984", "fonts-noto-color-emoji"),
    "symbols": ("\u29c9", "fonts-stix"),
    "Arabic": ("\u0628", "fonts-dejavu-core"),
    "Hindi": ("\u0939", "fonts-lohit-deva"),
    "Thai": ("\u0e01", "fonts-tlwg-waree-ttf"),
    "Japanese": ("\u3042", "fonts-droid-fallback"),
    "Chinese": ("\u6f22", "fonts-droid-fallback"),
    "Korean": ("\ud55c", "fonts-droid-fallback"),
}
_IMPORT_DEADLINE_S = 60
_PROGRAM_DEADLINE_S = 30
_PHONES_DEADLINE_S = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one probe.

    Attributes:
        group: ``"python"``, ``"program"`` or ``"device"``.
        name: The probed part.
        state: ``ok``: it ran. ``missing``: it is not installed. ``broken``: it is installed and does not run.
        detail: A version, what it is for, or what went wrong.
        fix: The one command that gets it; empty if it is there.
    """

    group: Literal["python", "program", "device"]
    name: str
    state: Literal["ok", "missing", "broken"]
    detail: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe of the machine.

    Attributes:
        name: The probed part.
        run: Finds it out.
    """

    name: str
    run: Callable[[], Finding]


def probes() -> Iterator[Probe]:
    """Yield every probe, the cheap ones first."""
    yield Probe("omnigym", _core)
    yield Probe(DISTRIBUTION, _data)
    for extra in _EXTRAS:
        yield Probe(f"omnigym[{extra}]", partial(_extra, extra))
    for extra in _GROUPS:
        yield Probe(f"omnigym[{extra}]", partial(_group, extra))
    for program, (package, purpose) in _programs().items():
        yield Probe(program, partial(_program, program, package, purpose))
    for app in definitions().values():
        if app.install:
            yield Probe(app.name, partial(_installed, app))
    for script, (letter, package) in _FONTS.items():
        yield Probe(f"font for {script}", partial(_font, script, letter, package))
    yield Probe("scrcpy-server", _scrcpy)
    yield Probe("sandbox", _sandbox)
    for device, config in backends().items():
        if not config.FOR_TESTS:
            yield Probe(device, {"adb": _adb, "host": _host}.get(device, partial(_device, device)))


def _core() -> Finding:
    python = ".".join(map(str, sys.version_info[:3]))
    wrong = _unmet(None)
    if wrong:
        return Finding("python", "omnigym", "broken", f"Python {python}; {'; '.join(wrong)}", "pip install omnigym")
    return Finding("python", "omnigym", "ok", f"{version('omnigym')} on Python {python}")


def _data() -> Finding:
    purpose = "sounds, wallpapers, composed suites, the dataset"
    try:
        for name in data_names():
            data_path(name, purpose)
    except MissingDependencyError as e:
        return Finding("python", DISTRIBUTION, "missing", purpose, e.install)
    except AssetError as e:
        return Finding("python", DISTRIBUTION, "broken", f"{purpose}: {e}", REINSTALL)
    return Finding("python", DISTRIBUTION, "ok", f"{VERSION}: {purpose}")


def _extra(extra: str) -> Finding:
    name, (purpose, modules) = f"omnigym[{extra}]", _EXTRAS[extra]
    fix = f"pip install 'omnigym[{extra}]'"
    wrong = _unmet(extra)
    if wrong:
        return Finding("python", name, "missing", f"{purpose}: {'; '.join(wrong)}", fix)
    if not _requirements(extra):
        return Finding("python", name, "missing", f"{purpose}: not to be had for this Python; 3.11 and 3.12 have it")
    problem = _run([sys.executable, "-c", f"import {', '.join(modules)}"], _IMPORT_DEADLINE_S)
    if problem:
        return Finding("python", name, "broken", f"{purpose}: {problem}", f"{fix} --force-reinstall")
    return Finding("python", name, "ok", purpose)


def _group(extra: str) -> Finding:
    """Look for the packages of an extra that is made of others."""
    name, wrong = f"omnigym[{extra}]", _unmet(extra)
    if not wrong:
        return Finding("python", name, "ok", _GROUPS[extra])
    more = f" and {len(wrong) - 1} more" if wrong[1:] else ""
    return Finding("python", name, "missing", f"{_GROUPS[extra]}: {wrong[0]}{more}; pip install '{name}'")


def _requirements(extra: str | None) -> list[Requirement]:
    """The requirements of an extra (None: of omnigym itself) that apply on this machine, and those of its extras."""
    declared = [Requirement(r) for r in requires("omnigym") or ()]
    core = [r for r in declared if r.marker is None or r.marker.evaluate({"extra": ""})]
    if extra is None:
        return [r for r in core if r.name != DISTRIBUTION]  # much works without it, and it has a probe of its own
    found, named = [], [extra]
    for each in named:  # grows by the extras that an extra is made of
        own = [r for r in declared if r not in core and r.marker is not None and r.marker.evaluate({"extra": each})]
        named += sorted({other for r in own if r.name == "omnigym" for other in r.extras} - {*named})
        found += [r for r in own if r.name != "omnigym"]
    return found


def _unmet(extra: str | None) -> list[str]:
    """Requirements that are not installed, or in a version that does not do."""
    out = []
    for r in _requirements(extra):
        try:
            found = version(r.name)
        except PackageNotFoundError:
            out.append(f"no {r.name}")
            continue
        if not r.specifier.contains(found, prereleases=True):
            out.append(f"{r.name} is {found}, needed {r.specifier}")
    return out


def _programs() -> Mapping[str, tuple[str, str]]:
    """As `_PROGRAMS`, with the applications of the real desktop and their tools."""
    applications = {
        program: (app.package, f"x11 device: {app.name.replace('_', ' ')}")
        for app in definitions().values()
        if not app.install
        for program in (app.argv[0], *app.tools)
    }
    return {**applications, **_PROGRAMS}


def _program(program: str, package: str, purpose: str) -> Finding:
    path = shutil.which(program)
    if path is None and program == _SHELL and os.name == "posix":
        from omnigym.devices.chromium.process import located

        path = located(program)
        purpose = f"{purpose}; found at {path}, off PATH" if path else purpose
    if path is None:
        return Finding("program", program, "missing", purpose, f"sudo apt-get install -y {package}")
    problem = _run([path, "-version" if program == "Xvfb" else "--version"], _PROGRAM_DEADLINE_S)
    # Old programs call it an error to be asked for their version, but one that cannot be loaded says so.
    if "cannot open shared object" in problem or "no answer" in problem:
        fix = f"sudo apt-get install -y --reinstall {package}"
        return Finding("program", program, "broken", f"{purpose}: {problem}", fix)
    return Finding("program", program, "ok", purpose)


def _installed(app: XAppDefinition) -> Finding:
    """An application that no Debian package brings."""
    here = app.name in installed_apps()
    purpose = f"x11 device: {app.name.replace('_', ' ')}"
    return Finding("program", app.name, "ok" if here else "missing", purpose, "" if here else app.install)


def _font(script: str, letter: str, package: str) -> Finding:
    """Ask for a font that has a letter of a script."""
    name, purpose = f"font for {script}", "chromium and x11 devices: without one, each letter is the same box"
    program = shutil.which("fc-list")
    if program is None:
        return Finding("program", name, "missing", f"{purpose}; fc-list knows", "sudo apt-get install -y fontconfig")
    try:
        asked = [program, f":charset={ord(letter):x}", "family"]
        found = subprocess.run(asked, capture_output=True, timeout=_PROGRAM_DEADLINE_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as e:
        return Finding("program", name, "broken", f"{purpose}; fc-list does not answer: {e}")
    fonts = sorted({line.split(",")[0] for line in found.decode(errors="replace").splitlines() if line})
    if not fonts:
        return Finding("program", name, "missing", purpose, f"sudo apt-get install -y {package}")
    return Finding("program", name, "ok", f"{purpose}; {fonts[0]}")


def _scrcpy() -> Finding:
    """Look for the file alone: only a phone can run it."""
    from omnigym.devices.scrcpy import server_file

    purpose = "adb device: sound and video of real phones"
    try:
        return Finding("program", "scrcpy-server", "ok", f"{purpose}: {server_file()}")
    except MissingDependencyError as e:
        command, _, what = e.install.partition(", or ")
        return Finding("program", "scrcpy-server", "missing", f"{purpose}: {what}", command)


def _sandbox() -> Finding:
    """Make one, and run nothing in it."""
    purpose = "x11 device: keeps agents from this machine's files, processes and network"
    try:
        from omnigym.devices.x11 import sandbox
        from omnigym.devices.x11.limits import Limits
    except ImportError:
        return Finding("program", "sandbox", "missing", f"{purpose}: needs omnigym[x11]")
    problem = sandbox.why_no_sandbox()
    if problem:
        lost = "without one they are not kept from them, and sandbox='require' refuses to start"
        return Finding("program", "sandbox", "broken", f"{purpose}: {problem}; {lost}")
    lacking = "; ".join(sandbox.what_is_lacking())
    detail = f"{purpose}; a desktop has at most {Limits()}; sandbox='require' insists on it"
    return Finding("program", "sandbox", "ok", f"{detail}. Lacking: {lacking}" if lacking else detail)


def _run(command: list[str], deadline: float) -> str:
    """The error of running a command, in one line; empty if there was none."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=deadline, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer within {deadline:.0f} s"
    except OSError as e:
        return f"{Path(command[0]).name} does not start: {e.strerror}"
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"exit code {done.returncode}"


def _adb() -> Finding:
    """Drive the simulated phone over the wire, and say which real ones an adb server knows, if one runs."""
    from omnigym.devices.phone.process import PhoneConfig, PhoneProcess

    size = (270, 600)
    try:
        with PhoneProcess(PhoneConfig(size)) as phone:
            found = _device("adb", AdbConfig(size, phone.config.serial, port=phone.smart_port))
    except OmnigymError as e:
        return Finding("device", "adb", "broken", " ".join(str(e).split()))
    return (
        replace(found, detail=f"{found.detail} of the simulated phone; {_phones()}") if found.state == "ok" else found
    )


def _host() -> Finding:
    """Look at the session that this runs in, and drive nothing."""
    purpose = "drives this machine itself, if HostConfig(allow=True) or OMNIGYM_HOST=allow says so"
    try:
        return Finding("device", "host", "ok", f"{HostConfig.device_class().look()}; {purpose}")
    except ImportError as e:
        return Finding("device", "host", "missing", f"{purpose}: needs omnigym[host] ({e.name})")
    except OmnigymError as e:
        return Finding("device", "host", "missing", f"{purpose}: {' '.join(str(e).split())}")


def _phones() -> str:
    """The phones that the adb server knows. None is started for it."""
    from omnigym.devices.adb.server import AdbServer
    from omnigym.devices.waiting import Deadline

    port = AdbServer.usual_port()
    try:
        known = AdbServer(port=port).phones(Deadline(_PHONES_DEADLINE_S))
    except OSError:
        return f"no adb server runs at port {port}"
    return f"the adb server knows {', '.join(f'{p.serial} ({p.state})' for p in known) or 'no other'}"


def _device(name: str, config: DeviceConfig | None = None) -> Finding:
    """Build the device, bring it up, look at its screen and its tree, and close it."""
    try:
        device = build_device(config or device_config(name))
        try:
            device.reset(seed=0)
            height, width, _ = device.screenshot().shape
            nodes = len(device.tree()) if isinstance(device, HasAccessibilityTree) else 0
        finally:
            device.close()
    except OmnigymError as e:
        install = getattr(e, "install", "")
        state: Literal["missing", "broken"] = "missing" if install else "broken"
        return Finding("device", name, state, " ".join(str(e).split()), re.sub(r"\s+", " ", install))
    return Finding("device", name, "ok", f"started: {width}x{height}, {nodes} accessibility nodes")


# -- doctor -----------------------------------------------------------------------------------------------------------

_MARKS = {"ok": "[green]yes[/]", "missing": "[yellow]no[/]", "broken": "[red]broken[/]"}
_TITLES = {"python": "Python packages", "program": "Programs", "device": "Devices (started and closed just now)"}


def look_around() -> None:
    """List what this machine can run, missing parts, and the one command that installs them.

    Raises:
        typer.Exit: Not even the simulated desktop runs.
    """
    todo = list(probes())
    findings = []
    with progress("Looking", len(todo)) as advance:
        for probe in todo:
            advance(0, probe.name)
            try:
                findings.append(probe.run())
            except ImportError as e:
                findings.append(Finding("device", probe.name, "missing", f"not on this system: it needs {e.name}"))
            advance(1, probe.name)
    console = stdout()
    for group, title in _TITLES.items():
        table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 2, 0, 0))
        for f in (f for f in findings if f.group == group):
            table.add_row(escape(f.name), _MARKS[f.state], escape(f.detail))
        console.print(table)
        console.print()
    commands = remedies(findings)
    if commands:
        console.print("To get what is missing:")
        for command in commands:
            console.print("   ", command, markup=False, soft_wrap=True)
    else:
        console.print("Nothing is missing.")
    if any(f.name in ("omnigym", "sim") and f.state != "ok" for f in findings):
        raise typer.Exit(1)


def remedies(findings: list[Finding]) -> list[str]:
    """Return the commands that install everything that is missing, with commands of one kind joined.

    >>> a = Finding("program", "Xvfb", "missing", "", "sudo apt-get install -y xvfb")
    >>> b = Finding("program", "bwrap", "missing", "", "sudo apt-get install -y bubblewrap")
    >>> remedies([a, b])
    ['sudo apt-get install -y xvfb bubblewrap']
    """
    packages: list[str] = []
    extras: list[str] = []
    others: list[str] = []
    for f in findings:
        words = shlex.split(f.fix)
        if f.group == "device" or not words:
            continue  # what a device lacks is among the packages and programs
        if words[:4] == ["sudo", "apt-get", "install", "-y"] and len(words) == 5:
            packages.append(words[4])
        elif words[:2] == ["pip", "install"] and words[2:3] == [f.name] and len(words) == 3 and "[" in f.name:
            extras.append(f.name.removeprefix("omnigym[").removesuffix("]"))
        else:
            others.append(f.fix)
    out = []
    if extras:
        out.append(f"pip install 'omnigym[{','.join(extras)}]'")
    if packages:
        out.append(f"sudo apt-get install -y {' '.join(dict.fromkeys(packages))}")
    return [*out, *dict.fromkeys(others)]
