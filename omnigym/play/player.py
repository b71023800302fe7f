"""The environment as the page sees it: begin, act, look, and what there is to show of it."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping
from typing import NamedTuple

import gymnasium
import numpy as np
from PIL import Image

from omnigym.a11y import Node, Role, Tree
from omnigym.actions import Action, Key, Modifier
from omnigym.devices.app_names import title_of
from omnigym.devices.protocol import MAX_AUDIO_S, Device, Frame, HasAccessibilityTree, HasApps, Platform, Sound
from omnigym.envs.env import OmniEnv
from omnigym.envs.episode import lines_in
from omnigym.errors import CapabilityError, ConfigError, DeviceError
from omnigym.pages.rails import rails
from omnigym.recording.draw import words_of
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.parts import Part
from omnigym.tasks.split import split_of
from omnigym.tasks.task import Task
from omnigym.wrappers.record_trajectory import RecordTrajectory

# -- buttons ----------------------------------------------------------------------------------------------------------

# What the page offers to press: the keys that a browser keeps to itself, or that a keyboard lacks, and the apps.


class KeyButton(NamedTuple):
    """A key to press, with what is held, under the name that a person knows it by."""

    name: str
    key: Key
    held: tuple[Modifier, ...] = ()


_TABS = (
    KeyButton("Ctrl + W", "w", ("ctrl",)),
    KeyButton("Ctrl + N", "n", ("ctrl",)),
    KeyButton("Ctrl + T", "t", ("ctrl",)),
    KeyButton("Ctrl + Shift + N", "n", ("ctrl", "shift")),
)
_WINDOWS = (KeyButton("Alt + Tab", "tab", ("alt",)), KeyButton("Alt + F4", "f4", ("alt",)), *_TABS)
_PRINT = KeyButton("Print Screen", "printscreen")
_KEYS: Mapping[Platform, tuple[KeyButton, ...]] = {
    "windows": (KeyButton("Windows key", "meta"), *_WINDOWS, _PRINT),
    "linux": (KeyButton("Super key", "meta"), *_WINDOWS, _PRINT),
    "web": _TABS,
    "android": (
        KeyButton("Back", "back"),
        KeyButton("Home", "meta"),
        KeyButton("Recent apps", "recents"),
        KeyButton("Power", "power"),
        KeyButton("Volume up", "volumeup"),
        KeyButton("Volume down", "volumedown"),
    ),
}


def key_buttons(platform: Platform) -> tuple[KeyButton, ...]:
    """The keys that are offered on a platform.

    >>> key_buttons("android")[0]
    KeyButton(name='Back', key='back', held=())
    """
    return _KEYS[platform]


def apps_of(device: Device) -> list[dict[str, str]]:
    """The apps that can be opened, each with its title, by that."""
    names = device.apps() if isinstance(device, HasApps) else ()
    return sorted([{"app": app, "title": title_of(device, app)} for app in names], key=lambda a: a["title"].casefold())


# -- what changed on the screen, as a small picture -------------------------------------------------------------------

#: Before the PNG: left, top, and the screen's width and height, in pixels.
_HEADER = struct.Struct("<4H")


def changed_part(old: Frame | None, new: Frame) -> bytes | None:
    """The smallest rectangle that holds every pixel that differs: four numbers, then a PNG; None if none does.

    Args:
        old: The screen that the page shows; None for nothing yet.
        new: The screen now, uint8 (H, W, 3).

    >>> black = np.zeros((4, 6, 3), np.uint8)
    >>> white = black.copy()
    >>> white[1:3, 2] = 255
    >>> _HEADER.unpack_from(changed_part(black, white))
    (2, 1, 6, 4)
    >>> changed_part(black, black.copy()) is None
    True
    """
    height, width = new.shape[:2]
    left, top, right, bottom = 0, 0, width, height
    if old is not None and old.shape == new.shape:
        rows = np.flatnonzero((old != new).any(axis=(1, 2)))
        if not rows.size:
            return None
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        columns = np.flatnonzero((old[top:bottom] != new[top:bottom]).any(axis=(0, 2)))
        left, right = int(columns[0]), int(columns[-1]) + 1
    out = io.BytesIO()
    out.write(_HEADER.pack(left, top, width, height))
    Image.fromarray(new[top:bottom, left:right]).save(out, "PNG", compress_level=1)
    return out.getvalue()


# -- player -----------------------------------------------------------------------------------------------------------

#: On these a double click is two clicks; a button of a calculator should not wait for the second one.
_SINGLE = frozenset(
    {Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX, Role.MENU_ITEM}
    | {Role.TAB, Role.LINK, Role.SLIDER, Role.SPINNER, Role.SCROLLBAR, Role.TASKBAR}
)
#: On these three clicks mean something too.
_TEXT = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.DOCUMENT, Role.PARAGRAPH, Role.TERMINAL})


_SILENCE: Sound = np.zeros(0, np.int16)


class View(NamedTuple):
    """What the page is told.

    Attributes:
        facts: Plain JSON values; ``type`` is "task" at the beginning of an episode and "step" after an action.
        picture: What changed on the screen (`omnigym.play.player.changed_part`), or None.
        sound: What was heard since the step before, int16 (S,) at 16 kHz; empty where nothing was.
    """

    facts: dict[str, object]
    picture: bytes | None
    sound: Sound = _SILENCE


class Player:
    """One environment that a person plays. Every call belongs in one and the same thread.

    Args:
        env: An environment of omnigym, also inside a `RecordTrajectory`. It is closed with the player.
        seed: Seeds what is drawn by chance.
        task: The first task; None for one that is drawn.

    Raises:
        ConfigError: The environment is none of omnigym's, or the task does not run on its device.
        DeviceError: The device did not come up.
    """

    def __init__(self, env: gymnasium.Env, seed: int = 0, task: Task | None = None) -> None:
        base = env.unwrapped
        if not isinstance(base, OmniEnv):
            raise ConfigError(f"Only an environment of omnigym can be played, got {type(base).__name__}.")
        self._env, self._base = env, base
        self._recorder = env if isinstance(env, RecordTrajectory) else None
        self._shown: Frame | None = None
        self._hovered: Node | None = None
        self._episode = 0
        self.running = False
        self.begin(task, seed=seed)

    @property
    def size(self) -> tuple[int, int]:
        """The screen's (width, height) in pixels."""
        return self._base.device.size

    @property
    def recording(self) -> bool:
        """Whether episodes are recorded."""
        return self._recorder is not None

    def tasks(self) -> list[dict[str, object]]:
        """The tasks that can be chosen: id, instruction and apps."""
        return [{"id": t.id, "instruction": t.instruction, "apps": t.apps} for t in self._base.tasks]

    # -- episodes -----------------------------------------------------------------------------------------------------

    def begin(self, task: Task | str | None = None, *, seed: int | None = None) -> None:
        """Begin an episode.

        Args:
            task: The task, or its id; None for one that is drawn.
            seed: Seeds what is drawn by chance from now on.

        Raises:
            ConfigError: There is no such task, or it does not run on this device.
            DeviceError: The device did not come up.
        """
        device = self._base.device
        if isinstance(task, Task) and device.platform not in task.platforms:
            runs_on = ", ".join(sorted(task.platforms)) or "no platform"
            raise CapabilityError(
                f"Task {task.id!r} is done on {runs_on}, and this is {device.platform}. Choose another task."
            )
        self.running = False
        observation, self._info = self._env.reset(seed=seed, options=None if task is None else {"task": task})
        self._frame: Frame = observation["screenshot"]
        self._task = self._base.task
        self._episode += 1
        self._reward = self._total = 0.0
        self._last, self._sound = "", _SILENCE
        self._hovered = None
        self.running = True

    def again(self) -> None:
        """Begin an episode of the same task."""
        self.begin(self._task)

    def act(self, action: Action) -> None:
        """Do an action, if the episode still runs.

        Raises:
            RecordingError: It could not be recorded.
        """
        if not self.running:
            return
        observation, reward, terminated, truncated, self._info = self._env.step(action)
        self._frame = observation["screenshot"]
        self._reward = float(reward)
        self._total += self._reward
        self._last = words_of(action)
        self._sound = self._heard()
        self.running = not (terminated or truncated)

    def close(self) -> None:
        """Release the environment."""
        self._env.close()

    @property
    def hears(self) -> bool:
        """Whether the sound of the device is observed."""
        return "audio" in getattr(self._env.observation_space, "spaces", ())

    def _heard(self) -> Sound:
        """The sound of the last step; empty if it was silent, or cannot be had."""
        if not self.hears:
            return _SILENCE
        try:
            sound = self._base.audio(seconds=MAX_AUDIO_S)
        except DeviceError:
            return _SILENCE  # the next action will say so
        return sound if sound.any() else _SILENCE

    # -- what lies under the pointer ----------------------------------------------------------------------------------

    def most_clicks(self, x: int, y: int) -> int:
        """How many clicks in a row mean something at a pixel: 1, 2 or 3; 3 where that is not known."""
        node = self._node_at(x, y)
        if node is None or node.role in _TEXT:
            return 3
        return 1 if node.role in _SINGLE else 2

    def enters(self, x: int, y: int) -> bool:
        """Whether the pointer comes to rest on something else than when this was last asked, which may then react."""
        node = self._node_at(x, y)
        before, self._hovered = self._hovered, node
        return node is not None and (before is None or (node.key, node.bounds) != (before.key, before.bounds))

    def _node_at(self, x: int, y: int) -> Node | None:
        tree = self._tree()
        return tree.hit(x, y) if tree is not None else None

    def _tree(self) -> Tree | None:
        if not self.running or not isinstance(self._base.device, HasAccessibilityTree):
            return None
        try:
            return self._base.a11y()
        except DeviceError:
            return None  # the next action will say so

    # -- what is shown ------------------------------------------------------------------------------------------------

    def whole(self) -> tuple[View, View]:
        """Everything, for a page that knows nothing: the task with the whole screen, and how it stands."""
        self._shown = None
        return self.task_view(), self.step_view()

    def task_view(self) -> View:
        """The task, at the beginning of an episode."""
        task, device = self._task, self._base.device
        dag = task.expanded_dag
        graph = rails(dag)
        nodes = [task.parts[dag.ids[i]] for i in graph.order]
        path = self._recorder.path if self._recorder is not None else None
        told = self._info["instruction"]  # a task whose page draws what it asks for has another one an episode
        facts = {
            "type": "task",
            "env": self._base.spec.id if self._base.spec is not None else type(self._base).__name__,
            "device": device.name,
            "size": self.size,
            "episode": self._episode,
            "apps": apps_of(device),
            "keys": [button._asdict() for button in key_buttons(device.platform)],
            "recording": str(path) if path is not None else None,
            "sounds": self.hears,
            "id": task.id,
            "split": split_of(task),
            "instruction": told,
            "nodes": [
                {"id": part.id, "lane": lane, "app": title_of(device, part.app)}
                | {"instruction": told if node.instruction == task.instruction else _asked(node, part)}
                | {"weight": dag.weights[i]}
                for (node, part), lane, i in zip(nodes, graph.lanes, graph.order, strict=True)
            ],
            "edges": [e._asdict() for e in graph.edges],
        }
        return View(facts, self._picture())

    def step_view(self) -> View:
        """How the episode stands."""
        info = self._info
        verdicts = self._base.evaluator.verdicts
        facts = {
            "type": "step",
            "running": self.running,
            "steps": info["steps"],
            "reward": self._reward,
            "total": self._total,
            "coverage": info["coverage_rate"],
            "status": dict(zip(info["node_ids"], info["node_status"], strict=True)),
            "verdicts": {node: v.message for node, v in verdicts.items()},
            "completed": lines_in(info["newly_completed"]),
            "end": info["end_reason"] or None,
            "success": info["is_success"],
            "problem": info["device_error"] or info["invalid_action"] or None,
            "action": self._last,
        }
        sound, self._sound = self._sound, _SILENCE
        return View(facts, self._picture(), sound)

    def look(self) -> bytes | None:
        """What changed on the screen by itself since it was last shown."""
        if self.running:
            try:
                self._frame = self._base.screenshot()
            except DeviceError:
                return None  # the next action will say so
        return self._picture()

    def _picture(self) -> bytes | None:
        part = changed_part(self._shown, self._frame)
        self._shown = self._frame
        return part


def _asked(node: BoundNode, part: Part) -> str:
    """What the node asks for, and which part of it this is where it has several."""
    name = part.id.removeprefix(node.id).removeprefix("/")
    return f"{node.instruction} ({name})" if name else node.instruction
