"""BrowserGym's tasks as omnigym's."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError
from omnigym.evaluation.judgement import Judgement
from omnigym.tasks.browsergym.driver import BrowserDevice
from omnigym.tasks.browsergym.page import Page
from omnigym.tasks.hosting import OWN_JUDGEMENT
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["BrowserGym", "browsergym_task"]

#: What the assistant says first in each of BrowserGym's chats.
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
        """What ``validate`` says; an answer that was submitted is the assistant's message in the chat."""
        if self._said.done:
            return self._said
        if answer is not None and answer != self._answer:
            self._chat.append(_message("assistant", answer))
            self._answer = answer
        # validate returns the reward since it was last called
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
    """The text of a goal that is a list of messages, as vision models take them; pictures are left out."""
    return "\n".join(part["text"] for part in goal if part.get("type") == "text")


@dataclass(frozen=True, slots=True)
class BrowserGym:
    """Begins episodes of a BrowserGym task.

    Args:
        entry: Its class, as ``"package.module:Class"``.
        arguments: What the class takes besides ``seed``, as JSON.
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
            found: Any = importlib.import_module(module)
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

    Its reward is what ``validate`` returns; ``done`` with a reward above 0 in all is a success. Origins that its pages
    are at must be allowed on the device.

    Args:
        task: A class with ``setup``, ``validate`` and ``teardown``, such as an ``AbstractBrowserTask``, that can be
            imported; or its "package.module:Class".
        arguments: What the class takes besides ``seed``; values of JSON.
        task_id: Its id; by default "browsergym/" and the name of the class.
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
