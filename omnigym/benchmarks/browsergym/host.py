"""BrowserGym's tasks as tasks of omnigym."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from omnigym.benchmarks.browsergym.driver import BrowserDevice
from omnigym.benchmarks.browsergym.page import Page
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError
from omnigym.evaluation.judgement import Judgement
from omnigym.tasks.external_tasks import OWN_JUDGEMENT
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["BrowserGym", "browsergym_task"]

#: The first message of the assistant in every chat of BrowserGym.
_GREETING = "Hi! I am your UI assistant, I can perform web tasks for you. What can I help you with?"


class _Run:
    """An episode of a BrowserGym task.

    Args:
        task: The task's own object.
        page: Its page.
    """

    def __init__(self, task: Any, page: Page) -> None:
        self._task, self._page = task, page
        goal, _ = task.setup(page)
        self.instruction = goal if isinstance(goal, str) else _text_of(goal)
        self._chat = [_message("assistant", _GREETING), _message("user", self.instruction)]
        self._answer: str | None = None
        self._said = Judgement()

    def judge(self, answer: str | None) -> Judgement:
        """The result of ``validate``; a submitted answer is added to the chat as a message of the assistant."""
        if self._said.done:
            return self._said
        if answer is not None and answer != self._answer:
            self._chat.append(_message("assistant", answer))
            self._answer = answer
        # `validate` returns the reward since its last call, while a judgement has the sum.
        reward, done, message, _ = self._task.validate(self._page, list(self._chat))
        total = self._said.reward + float(reward)
        self._said = Judgement(total, bool(done), bool(done and total > 0), message or "")
        return self._said

    def end(self) -> None:
        """Let the task clean up."""
        self._task.teardown()


def _message(role: str, text: str) -> dict[str, object]:
    return {"role": role, "timestamp": 0.0, "message": text}


def _text_of(goal: Any) -> str:
    """The text of a goal that is a list of messages, as for vision models; pictures are left out."""
    return "\n".join(part["text"] for part in goal if part.get("type") == "text")


@dataclass(frozen=True, slots=True)
class BrowserGym:
    """Begins the episodes of a BrowserGym task.

    Args:
        entry: The class of the task, as ``"package.module:Class"``.
        arguments: The arguments of the class besides ``seed``, as JSON.
    """

    entry: str
    arguments: str = "{}"

    def begin(self, device: Device, seed: int) -> _Run:
        """Reset the device, make the task with the seed and set it up.

        Raises:
            ConfigError: There is no such class, or it needs what omnigym's page does not have.
            DeviceError: The device failed.
        """
        task = self._class()(seed=seed, **json.loads(self.arguments))
        device.reset(seed)
        return _Run(task, Page(cast(BrowserDevice, device)))  # the subtask names these capabilities

    def _class(self) -> Any:
        module, _, name = self.entry.partition(":")
        try:
            found: object = importlib.import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError) as e:
            raise ConfigError(
                f"Cannot import the BrowserGym task {self.entry!r}: {e}. Expected 'package.module:Class'."
            ) from e
        return found


def browsergym_task(
    task: str | type, arguments: Mapping[str, object] | None = None, *, task_id: str = "", max_steps: int | None = None
) -> Task:
    """A BrowserGym task as a task of omnigym, to be given as ``tasks=``.

    Its reward is what ``validate`` returns; it is a success if ``done`` comes with a total reward above 0. The origins
    of its pages must be allowed on the device.

    Args:
        task: An importable class with ``setup``, ``validate`` and ``teardown``, such as an ``AbstractBrowserTask``; or
            its "package.module:Class".
        arguments: The arguments of the class besides ``seed``, as JSON values.
        task_id: Id of the task; by default "browsergym/" and the name of the class.
        max_steps: The step limit; None for omnigym's default.

    Raises:
        ConfigError: The class is inside a function, so that no other process could import it.
    """
    entry = task if isinstance(task, str) else f"{task.__module__}:{task.__qualname__}"
    if "<locals>" in entry:
        raise ConfigError(f"{entry} is defined inside a function. Define it in a module, where it can be imported.")
    name = task_id or f"browsergym/{entry.partition(':')[2]}"
    values = json.dumps(dict(arguments or {}), sort_keys=True)
    subtask = Subtask(
        id=name,
        app="browser",
        instruction="Do what the task asks for.",
        parameters=({},),
        conditions=OWN_JUDGEMENT,
        capabilities=("web", "apps"),
        platforms=("web",),
    )
    return Task(
        id=name,
        nodes=(TaskNode("1", name),),
        intent=name.rpartition("/")[2],
        suite="browsergym",
        max_steps=max_steps,
        definitions=(subtask,),
        host=BrowserGym(entry, values),
    )
