"""The setup of OSWorld's task files as setup steps of omnigym, one function for each kind of step."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from omnigym.actions import CONTROL, Action, Invalid, Press, Wait, to_json
from omnigym.assets import Asset, has_asset, shipped_lock
from omnigym.benchmarks.osworld.commands import SCREEN, Command, fill_placeholders, read_command, read_script, script_in
from omnigym.benchmarks.osworld.file import Step
from omnigym.benchmarks.osworld.history import read_visits, write_history
from omnigym.benchmarks.osworld.programs import (
    Program,
    adapt_command,
    asked_by,
    is_plumbing,
    port_arguments,
    portable,
    program_called,
    program_for,
    program_titled,
    steps_of,
)
from omnigym.benchmarks.osworld.report import Reason, ReasonKind
from omnigym.benchmarks.osworld.rights import without_root
from omnigym.codecs.computer13 import Computer13Codec
from omnigym.foreign import show_value
from omnigym.tasks.setup import (
    Act,
    ActivateWindow,
    ClosePages,
    CloseWindow,
    Launch,
    MakeDir,
    OpenFile,
    OpenPages,
    PutAsset,
    RunCommand,
    SetupStep,
    WaitUntil,
    WriteFile,
)

__all__ = ["DOCUMENTS", "FileReading", "is_live", "read_steps"]

_Parameters: TypeAlias = Mapping[str, Any]
#: Commands that are over at once, though a file launches them.
_SHORT = frozenset({"killall", "kill", "pkill"})
#: The endings of documents.
DOCUMENTS = (".doc", ".docx", ".odp", ".ods", ".odt", ".ppt", ".pptx", ".xls", ".xlsx")
_WEB = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


@dataclass(slots=True)
class FileReading:
    """The state of reading a file for one platform, with its results.

    Attributes:
        platform: "linux" or "windows".
        lock: The content behind each URL.
        office: The app of LibreOffice that the file is about, or "".
        steps: The setup steps.
        reasons: Why the file cannot run.
        notes: Omissions and changes.
        apps: Omnigym's names of the apps that it needs.
        pages: The addresses that it opens.
        real: Whether only real programs will do: it is about hidden folders, where they keep their settings, or about
            documents of others.
    """

    platform: str
    lock: Mapping[str, Asset]
    office: str = ""
    steps: list[SetupStep] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    apps: dict[str, None] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)
    real: bool = False

    def refuse(self, kind: ReasonKind, detail: str) -> None:
        """Keep a reason."""
        self.reasons.append(Reason(kind, detail))

    def app(self, program: Program) -> str:
        """Omnigym's name of a program; "" with a reason where no device of the platform has it."""
        name = program.name_on(self.platform)
        if name:
            self.apps[name] = None
        else:
            self.refuse("app", program.called[0])
        return name

    def path(self, given: object) -> str:
        """A path of the authors' as a portable one; "" with a reason where it lies outside the home."""
        if not isinstance(given, str) or not given.strip():
            self.refuse("broken", f"expected a path, got {show_value(given)}")
            return ""
        found = portable(given)
        if found is None:
            self.refuse("platform", f"a path outside the home: {given[:200]}")
        elif found.startswith("."):
            self.real |= len(found) > 1
        return found or ""

    def asset(self, url: object, name: str) -> str:
        """The content behind a URL, as its hash; "" with a reason where it is not here.

        A simulated application saves less than is in somebody's document, so that no comparison would be fair. That it
        keeps all of a document is proved of those that ship with omnigym.
        """
        if not isinstance(url, str):
            self.refuse("broken", f"expected a URL, got {show_value(url)}")
            return ""
        self.real |= name.lower().endswith(DOCUMENTS) and url not in shipped_lock()
        found = self.lock.get(url) or shipped_lock().get(url)
        if found is None or not has_asset(found.sha256):
            self.refuse("asset", f"{'not in the lock' if found is None else 'not in the cache'}: {url[:300]}")
            return ""
        return found.sha256

    def command(self, parameters: _Parameters) -> Command | None:
        """The command of a step, with the names of programs here; None with a reason where it cannot run."""
        given = parameters.get("command")
        found = read_command(
            self.without_root(given),
            shell=bool(parameters.get("shell")),
            executable=str(parameters.get("executable") or ""),
        )
        if found is None:
            self.refuse("broken", f"expected a command, got {show_value(given)}")
        return found

    def without_root(self, given: object) -> object:
        """A command without the parts that need no root here, with a note on each."""
        if isinstance(given, list):
            return [self.without_root(word) for word in given]
        if not isinstance(given, str) or "sudo" not in given:
            return given
        kept, notes = without_root(fill_placeholders(given))
        self.notes += notes
        return kept

    def may_run(self, text: str) -> bool:
        """Whether a command asks for nothing that is not here; else with reasons."""
        if self.platform == "windows":
            self.refuse("platform", f"commands of Windows: {text[:120]}")
            return False
        asked = asked_by(adapt_command(text))
        for kind, why in asked:
            self.reasons.append(Reason(kind, f"{why}: {text[:120]}"))  # type: ignore[arg-type]
        return not asked

    def open_pages(self, urls: object) -> tuple[str, ...]:
        """Addresses that are opened; with reasons for those that need more than this machine."""
        if not isinstance(urls, list) or not urls or not all(isinstance(u, str) for u in urls):
            self.refuse("broken", f"expected a list of addresses, got {show_value(urls)}")
            return ()
        found = tuple(_address(u) for u in urls)
        self.pages += found
        for url in found:
            kind = _kind_of(url)
            if kind == "account":
                self.refuse("account", f"a server of the authors': {url[:200]}")
            elif kind == "internet":
                self.refuse("internet", url[:200])
        return found


def is_live(url: str) -> bool:
    """Whether an address is of a page of the live internet."""
    return _kind_of(url) == "internet"


def _kind_of(url: str) -> str:
    parts = urlsplit(url) if len(url) < 8192 and "[" not in url else urlsplit("http://unknown")
    if parts.scheme in ("about", "chrome", "file", "edge", "data"):
        return ""
    return "account" if parts.hostname in ("localhost", "127.0.0.1", "0.0.0.0") else "internet"


def _address(url: str) -> str:
    return url.strip() if _WEB.match(url.strip()) else f"https://{url.strip()}"


# -- each kind of step ------------------------------------------------------------------------------------------------


def read_steps(steps: Sequence[Step], reading: FileReading, *, after: bool = False) -> None:
    """Read steps; what they come to is added to the reading.

    Args:
        steps: Of a file.
        reading: Collects the steps and the reasons.
        after: Whether they are done after the episode.
    """
    for step in steps:
        known = _STEPS.get(step.type)
        if known is not None:
            known(step.parameters, reading, after)
        elif step.type in steps_of("account"):
            reading.refuse("account", step.type)
        else:
            reading.refuse("step", step.type)


def _nothing(_parameters: _Parameters, _reading: FileReading, _after: bool) -> None:
    """Sleeps wait for what settling does; at the start nothing is open that could be closed."""


def _download(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    files = parameters.get("files")
    if not isinstance(files, list) or not all(isinstance(f, dict) for f in files):
        reading.refuse("broken", f"download: expected files, each with url and path, got {show_value(files)}")
        return
    for file in files:
        path = reading.path(file.get("path"))
        asset = reading.asset(file.get("url"), path)
        if path and asset:
            reading.steps.append(PutAsset(path, asset))


def _upload(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    files = parameters.get("files")
    named = [f.get("local_path") for f in files if isinstance(f, dict)] if isinstance(files, list) else []
    for name in named or ["?"]:
        reading.refuse("asset", f"a file of the authors' machine: {str(name)[:200]}")


def _launch(parameters: _Parameters, reading: FileReading, after: bool) -> None:
    command = reading.command(parameters)
    if command is not None and not (command.plain and is_plumbing(command.plain[0])):
        _start(command, reading, after)


def _start(command: Command, reading: FileReading, after: bool) -> None:
    """Start a program: an app of omnigym's, or what runs as it is."""
    if (killed := _KILL.fullmatch(command.text)) is not None:
        _end(killed[1] or killed[2], command, reading)
        return
    program = program_for(command.plain, reading.office) if command.plain else None
    if program is None:
        if reading.may_run(command.text):
            argv = port_arguments(command.argv)
            short = bool(command.plain) and command.plain[0] in _SHORT
            reading.steps.append(RunCommand(argv, background=not short))
        return
    name = reading.app(program)
    if name:
        _start_app(program, name, command, reading, after)


def _start_app(program: Program, name: str, command: Command, reading: FileReading, after: bool) -> None:
    options = [w for w in command.plain[1:] if w.startswith("-")]
    opened = [w for w in command.plain[1:] if not w.startswith("-")]
    strange = [o for o in options if not program.takes(o)]
    if strange and program.fixed:
        reading.refuse("step", f"{name} started with {strange[0][:120]}")
    elif strange:
        if reading.may_run(command.text):
            reading.steps.append(RunCommand(port_arguments(command.argv), background=True))
            reading.steps += [] if after else [WaitUntil(window=name)]
    elif program.pages and any(_WEB.match(w) and "\\" not in w for w in opened):
        urls = reading.open_pages(opened)
        reading.steps += [OpenPages(urls)] if urls else []
    elif opened:
        paths = [reading.path(w) for w in opened]
        reading.steps += [Launch(name, path) for path in paths if path]
    else:
        reading.steps.append(Launch(name))


def _execute(parameters: _Parameters, reading: FileReading, after: bool) -> None:
    command = reading.command(parameters)
    if command is None:
        return
    script = script_in(command.plain)
    if script:
        _play(script, reading, after)
    elif "pyautogui" in command.text:
        reading.refuse("step", f"a script of pyautogui that is not read: {command.text[:120]}")
    elif command.plain and is_plumbing(command.plain[0]):
        return
    elif _is_start(command, reading):
        _start(command, reading, after)
    elif reading.may_run(command.text):
        _run(command, parameters, reading)


def _is_start(command: Command, reading: FileReading) -> bool:
    """Whether a command starts or ends a program that is known, with options that can be left out."""
    program = program_for(command.plain, reading.office) if command.plain else None
    options = [w for w in command.plain[1:] if w.startswith("-")]
    return _KILL.fullmatch(command.text) is not None or (program is not None and all(map(program.takes, options)))


#: Ends a program of Windows, whatever it has open.
_KILL = re.compile(r"(?i)(?:sh -c )?(?:taskkill /IM (\w+)\.exe(?: /F)?|powershell -Command Stop-Process -Name (\w+))")


def _end(word: str, command: Command, reading: FileReading) -> None:
    """End a program as a command of Windows does."""
    program = program_for([word], reading.office)
    if program is None:
        reading.refuse("platform", f"commands of Windows: {command.text[:120]}")
    elif name := reading.app(program):
        windows = reading.platform == "windows"
        line = adapt_command(f"pkill {word}")
        reading.steps.append(CloseWindow(name) if windows else RunCommand(("sh", "-c", line)))


def _run(command: Command, parameters: _Parameters, reading: FileReading) -> None:
    until = parameters.get("until")
    until = until if isinstance(until, dict) else {}
    code, said = until.get("returncode"), until.get("stdout") or until.get("stderr") or ""
    kept, errors = parameters.get("stdout") or "", parameters.get("stderr") or ""
    names = all(isinstance(value, str) for value in (kept, errors, said))
    if not names or not (code is None or type(code) is int):
        reading.refuse(
            "broken", f"execute: stdout, stderr and until are names, texts and a code, got {show_value(until)}"
        )
        return
    waits = code is not None or bool(said or kept or errors)
    background = not waits and (command.background or bool(parameters.get("async_exec")))
    argv = port_arguments(command.argv)
    reading.steps.append(
        RunCommand(argv, background, until_code=code, until_output=said, keep=kept, keep_errors=errors)
    )


def _play(script: str, reading: FileReading, after: bool) -> None:
    found = read_script(script)
    if found.problem:
        reading.refuse("step", f"a script of pyautogui that is not read: {found.problem[:200]}")
    elif found.pixels and after:
        reading.refuse("pixels", f"a place on the authors' screen: {script[:120]}")
    elif found.actions:
        if found.pixels:
            reading.notes.append(f"Clicks at a place on the authors' screen, scaled to this one: {script[:120]}")
        reading.steps += _acting(found.actions, reading)


def _acting(actions: Sequence[Action], reading: FileReading) -> list[SetupStep]:
    """Actions as steps. The authors' shortcut for a terminal is their desktop's, so that one is launched instead."""
    terminal = program_called("terminal")
    name = terminal.name_on(reading.platform) if terminal is not None else ""
    steps: list[SetupStep] = []
    said: list[str] = []
    for action in (*actions, None):
        opens = action is not None and bool(name) and _opens_terminal(action)
        if action is not None and not opens:
            said.append(json.dumps(to_json(action)))
            continue
        steps += [Act(tuple(said))] if said else []
        steps += [Launch(name)] if opens else []
        said = []
    if name and any(isinstance(step, Launch) for step in steps):
        reading.apps[name] = None
    return steps


def _opens_terminal(action: Action) -> bool:
    return isinstance(action, Press) and action.key == "t" and set(action.modifiers) == {"ctrl", "alt"}


def _act(parameters: _Parameters, reading: FileReading, after: bool) -> None:
    sequence = parameters.get("action_seq")
    codec, actions = Computer13Codec(SCREEN), []
    for said in sequence if isinstance(sequence, list) else [None]:
        if isinstance(said, str) and "pyautogui" in said:
            _play(fill_placeholders(said), reading, after)
            continue
        action = codec.decode(said) if isinstance(said, dict | str) else Invalid("", "no action")
        if isinstance(action, (Invalid, *CONTROL)) and not isinstance(action, Wait):
            reading.refuse("broken", f"act: expected actions of COMPUTER_13 or pyautogui, got {show_value(said)}")
            return
        actions += [] if isinstance(action, Wait) else [json.dumps(to_json(action))]
    reading.steps += [Act(tuple(actions))] if actions else []


def _open(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    path = parameters.get("path")
    if isinstance(path, str) and "://" in path:
        urls = reading.open_pages([path])
        reading.steps += [OpenPages(urls)] if urls else []
    elif found := reading.path(path):
        reading.steps.append(OpenFile(found))


def _windowed(kind: Callable[[str, bool], SetupStep]) -> Callable[[_Parameters, FileReading, bool], None]:
    def read(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
        title = parameters.get("window_name")
        if not isinstance(title, str) or not title:
            reading.refuse("broken", f"expected the title of a window, got {show_value(title)}")
            return
        program = program_titled(title)
        if program is None and parameters.get("by_class"):
            program = program_called(title.rpartition(".")[2])
        name = program.name_on(reading.platform) if program is not None else ""
        reading.steps.append(kind(name or title, bool(parameters.get("strict")) and not name))

    return read


def _open_tabs(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    urls = reading.open_pages(parameters.get("urls_to_open"))
    reading.steps += [OpenPages(urls)] if urls else []


def _close_tabs(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    urls = parameters.get("urls_to_close")
    if not isinstance(urls, list) or not urls or not all(isinstance(u, str) for u in urls):
        reading.refuse("broken", f"expected a list of addresses, got {show_value(urls)}")
        return
    reading.steps.append(ClosePages(tuple(_address(u) for u in urls)))


def _folder(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    if path := reading.path(parameters.get("path")):
        reading.steps.append(MakeDir(path))


def _file(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    content = parameters.get("content") or ""
    if not isinstance(content, str):
        reading.refuse("broken", f"create_file: expected a text, got {show_value(content)}")
    elif path := reading.path(parameters.get("path")):
        reading.steps.append(WriteFile(path, content.encode()))


def _history(parameters: _Parameters, reading: FileReading, _after: bool) -> None:
    visits = read_visits(parameters.get("history"))
    if visits is None:
        reading.refuse(
            "broken",
            f"update_browse_history: expected url, title and visit_time_from_now_in_seconds of each visit, "
            f"got {show_value(parameters.get('history'))}",
        )
    elif reading.platform == "windows":
        reading.refuse("step", "update_browse_history")
    else:
        reading.real = True
        reading.steps.append(write_history(visits))


def _close_all(_parameters: _Parameters, reading: FileReading, after: bool) -> None:
    if after:
        reading.refuse("step", "close_all")


_STEPS: Mapping[str, Callable[[_Parameters, FileReading, bool], None]] = {
    "act": _act,
    "activate_window": _windowed(ActivateWindow),
    "chrome_close_tabs": _close_tabs,
    "chrome_open_tabs": _open_tabs,
    "close_all": _close_all,
    "close_window": _windowed(CloseWindow),
    "command": _execute,
    "create_file": _file,
    "create_folder": _folder,
    "download": _download,
    "edge_open_tabs": _open_tabs,
    "execute": _execute,
    "launch": _launch,
    "open": _open,
    "sleep": _nothing,
    "update_browse_history": _history,
    "upload_file": _upload,
}
