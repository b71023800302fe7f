"""A task written as a file of OSWorld, with a list of what the format cannot say."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from omnigym.actions import from_json
from omnigym.assets import Asset
from omnigym.benchmarks.osworld.commands import SCREEN
from omnigym.benchmarks.osworld.file import INFEASIBLE
from omnigym.benchmarks.osworld.importing import CHECK, SOURCE
from omnigym.codecs.pyautogui import PyAutoGUICodec
from omnigym.errors import ActionError
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
)
from omnigym.tasks.task import Task

__all__ = ["Exported", "export_osworld"]


class Exported(NamedTuple):
    """A task.

    Attributes:
        file: The JSON value of the task file.
        losses: Facts of the task that it lacks, a sentence each.
    """

    file: dict[str, Any]
    losses: tuple[str, ...]


def export_osworld(task: Task, lock: Mapping[str, Asset] | None = None) -> Exported:
    """A task as a file of OSWorld. One that was read from such a file is that file again, value for value.

    Args:
        task: The task.
        lock: The content behind each URL, from which the URLs of assets are known again.
    """
    if len(task.nodes) == 1 and isinstance(file := task.nodes[0].parameters.get(SOURCE), dict):
        return Exported({**file, "instruction": task.instruction}, ())
    losses: dict[str, None] = {}
    urls = {asset.sha256: url for url, asset in (lock or {}).items()}
    config = _written(task.setup_steps, urls, losses)
    evaluator = _evaluator(task, losses)
    if after := _written(task.post_config, urls, losses):
        evaluator = {"postconfig": after, **evaluator}
    if len(task.nodes) > 1:
        losses["Its graph is not written: the format has one node."] = None
    if task.evaluate == "each_step" and not task.infeasible:
        losses["That its state is judged after each step is not written."] = None
    if any(effects is None or effects for effects in (s.effects for s in task.subtasks)) or task.allows:
        losses["What may be changed besides is not written."] = None
    if task.max_steps or task.max_idle_steps:
        losses["Its limits of steps are not written."] = None
    level = {"level": task.level.lower()} if task.level else {}
    file = {
        "id": task.id,
        **level,
        "snapshot": "",
        "instruction": task.instruction,
        "source": "omnigym",
        "config": config,
        "trajectory": "",
        "related_apps": list(task.apps),
        "evaluator": evaluator,
    }
    return Exported(file, tuple(losses))


def _evaluator(task: Task, losses: dict[str, None]) -> dict[str, Any]:
    """The metrics, where a task has any; the format knows no checks of omnigym's."""
    if task.infeasible:
        return {"func": INFEASIBLE}
    conditions = [c for _, part in task.parts.values() for c in part.conditions]
    if len(conditions) == 1 and conditions[0].check == CHECK:
        args = conditions[0].args
        lists = {name: [entry or {} for entry in args[name]] for name in ("result", "expected", "options")}
        return {"func": list(args["func"]), "conj": args.get("conj", "and"), **lists}
    names = ", ".join(sorted({c.check for c in conditions}))
    losses[f"Its checks are not written, so that the file is not scored: {names}."] = None
    return {"func": []}


# -- setup steps ------------------------------------------------------------------------------------------------------


def _written(steps: tuple[SetupStep, ...], urls: Mapping[str, str], losses: dict[str, None]) -> list[dict[str, Any]]:
    found = []
    for step in steps:
        write = _writers().get(type(step))
        plain = None if write is None else write(step, urls)
        if plain is None:
            losses[f"The format has no step for: {type(step).__name__}."] = None
        else:
            kind, parameters = plain
            found.append({"type": kind, "parameters": parameters})
    return found


_Plain = tuple[str, dict[str, Any]] | None


def _asset(step: PutAsset, urls: Mapping[str, str]) -> _Plain:
    url = urls.get(step.asset)
    return ("download", {"files": [{"url": url, "path": _native(step.path)}]}) if url else None


def _act(step: Act, _urls: Mapping[str, str]) -> _Plain:
    codec = PyAutoGUICodec(SCREEN)
    try:
        lines = [codec.encode(from_json(json.loads(text))) for text in step.actions]
    except ActionError:
        return None
    return "execute", {"command": ["python", "-c", "\n".join(["import pyautogui", "import time", *lines])]}


def _run(step: RunCommand, _urls: Mapping[str, str]) -> _Plain:
    if step.background:
        return "launch", {"command": list(step.argv)}
    until: dict[str, object] = {} if step.until_code is None else {"returncode": step.until_code}
    until |= {"stdout": step.until_output} if step.until_output else {}
    more = {"until": until, "stdout": step.keep, "stderr": step.keep_errors}
    return "execute", {"command": list(step.argv), **{name: value for name, value in more.items() if value}}


def _native(path: str) -> str:
    return path if path.startswith("/") or path[1:2] == ":" else f"/home/user/{path}"


@cache
def _writers() -> Mapping[type[SetupStep], Callable[[Any, Mapping[str, str]], _Plain]]:
    return {
        PutAsset: _asset,
        Act: _act,
        RunCommand: _run,
        MakeDir: lambda s, _: ("execute", {"command": ["mkdir", "-p", _native(s.path)]}),
        Launch: lambda s, _: ("launch", {"command": [s.app, *([_native(s.path)] if s.path else [])]}),
        OpenFile: lambda s, _: ("open", {"path": _native(s.path)}),
        OpenPages: lambda s, _: ("chrome_open_tabs", {"urls_to_open": list(s.urls)}),
        ClosePages: lambda s, _: ("chrome_close_tabs", {"urls_to_close": list(s.urls)}),
        ActivateWindow: lambda s, _: ("activate_window", {"window_name": s.title, "strict": s.exact}),
        CloseWindow: lambda s, _: ("close_window", {"window_name": s.title, "strict": s.exact}),
        WaitUntil: lambda s, _: ("sleep", {"seconds": s.timeout}),
    }
