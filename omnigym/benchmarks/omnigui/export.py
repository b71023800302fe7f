"""Export of demonstrations in OmniGUI's published layout: one step per finger action, with its media."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from PIL import Image

from omnigym.actions import Action, Click, Done, Drag, OpenApp, Press, Scroll, Type, point_of
from omnigym.benchmarks.omnigui import DIMENSIONS, OmniGUIWriter
from omnigym.benchmarks.omnigui.media import wav_of
from omnigym.codecs.omnigui import Box, encode_omnigui_row
from omnigym.errors import ActionError, ConfigError
from omnigym.recording.films import mp4
from omnigym.tasks.modality_levels import NAMES, dimension_of, level_of
from omnigym.tasks.task import Task

__all__ = ["Demonstrates", "by_finger", "export_episode"]

#: Seconds of sound of a step at most, and frames of a film: a second has so many, a film from 2 to 64.
_SECONDS, _RATE, _FRAMES = 60.0, 4.0, (2, 64)
#: A node that takes a larger share of the screen is no element that one aims at.
_LARGEST: Final = 0.5
#: How far a finger scrolls, in heights of the screen.
_SCROLLED: Final = 0.3
_PLAIN: Final = re.compile(r"[^A-Za-z0-9_.-]+")


class Demonstrates(Protocol):
    """An agent that plays the oracle: see `omnigym.baselines.agent.Agent`."""

    def reset(self, env: Any, info: Mapping[str, object]) -> None:
        """Begin an episode."""

    def act(self, observation: object, info: Mapping[str, object]) -> Any:
        """Return the next action."""


def by_finger(action: Action, device: Any) -> Iterator[Action]:
    """Yield the same action in OmniGUI's actions: taps, swipes, text, back and home.

    Each action is asked for after the one before was done.

    Args:
        action: What is to be done.
        device: The phone.

    Raises:
        ActionError: OmniGUI has nothing for it.
    """

    def tap(**what: Any) -> Click:
        node = device.tree().find(**what)
        if node is None:
            raise ActionError(f"{type(action).__name__} needs {what} on the screen, to be tapped.")
        return Click(point_of(node.center, device.size))

    match action:
        case OpenApp():
            yield Press("home")
            yield tap(key="launcher.search")
            title = device.app_title(action.app) or action.app
            yield Type(title)
            yield tap(key=f"drawer.{action.app}")
        case Scroll(dx=0.0):
            x, y = action.at
            far = _SCROLLED / 2 if action.dy > 0 else -_SCROLLED / 2
            yield Drag((x, min(max(y + far, 0.1), 0.9)), (x, min(max(y - far, 0.1), 0.9)))
        case Type():
            for n, line in enumerate(action.text.split("\n")):
                if n:
                    yield tap(key="keyboard.enter")
                if line:
                    yield Type(line)
        case Press(key="escape", modifiers=()):
            yield Press("back")
        case Press(key="enter" | "backspace", modifiers=()):
            for _ in range(action.count):
                yield tap(key="keyboard.enter" if action.key == "enter" else "keyboard.delete")
        case _:
            yield action


def export_episode(
    env: Any, agent: Demonstrates, task: Task, seed: int, writer: OmniGUIWriter, dimension: str = ""
) -> int:
    """Play a task and add the episode to a dataset. An app that is opened first is open when the episode begins.

    Args:
        env: An environment of one phone, with screenshots, sound and video.
        agent: Demonstrates it.
        task: One of the environment's.
        seed: Of the reset.
        writer: Of the set.
        dimension: One of `DIMENSIONS`, for a task that does not say its own; "" for none.

    Returns:
        The number of steps.

    Raises:
        ConfigError: The task has no dimension, or the agent did not solve it.
        ActionError: OmniGUI has nothing for one of the actions.
        OSError: The set cannot be written.
    """
    own = NAMES.get(dimension_of(task), dimension)
    if own not in DIMENSIONS:
        raise ConfigError(f"{task.id} has no dimension. Name one of {', '.join(DIMENSIONS)} for such tasks.")
    name = _PLAIN.sub("_", task.id).strip("._-")[:200]
    observation, info = env.reset(seed=seed, options={"task": task.id})
    agent.reset(env, info)
    episode, over = _Episode(env.unwrapped, name, str(info["instruction"])), False
    while not over:
        action = agent.act(observation, info)
        opened = isinstance(action, OpenApp) and not episode.rows
        for part in (action,) if opened else by_finger(action, env.unwrapped.device):
            if isinstance(part, Done) and task.evaluate == "each_step":
                raise ConfigError(f"{task.id} was not solved: {info['node_status']}.")
            if not opened:
                episode.add(part, observation["screenshot"])
            observation, _, terminated, truncated, info = env.step(part)
            over = terminated or truncated
            if over:
                break
    if info["end_reason"] != "success":
        raise ConfigError(f"{task.id} was not solved: {info['end_reason'].replace('_', ' ')}.")
    if not isinstance(action, Done):  # a task that is judged at its end was told so
        episode.add(Done(), observation["screenshot"])
    title = env.unwrapped.device.app_title(task.subtasks[0].app) or task.subtasks[0].app
    about = {"ID": name, "app": title, "instruction_en": episode.instruction}
    writer.add(about, own, episode.whole(), episode.media, level=level_of(task))
    return len(episode.rows)


class _Episode:
    """The rows and media of an episode, step by step.

    Args:
        env: The environment.
        name: The episode's id.
        instruction: The goal.
    """

    def __init__(self, env: Any, name: str, instruction: str) -> None:
        self._env, self._name, self.instruction = env, name, instruction
        self.rows: list[dict[str, object]] = []
        self.media: dict[str, bytes] = {}

    def add(self, action: Action, screenshot: Any) -> None:
        """A step: what is seen and was heard before an action, and the action with the box of what it hits.

        Raises:
            ActionError: OmniGUI has none for it.
        """
        device, number = self._env.device, len(self.rows) + 1
        width, height = device.size
        said = encode_omnigui_row(action, device.size, self._box(action))
        sound = self._env.audio(seconds=_SECONDS)
        frames = round(_RATE * len(sound) / 16_000)
        png = io.BytesIO()
        Image.fromarray(screenshot).save(png, "PNG")
        self.media |= {
            f"{number}.png": png.getvalue(),
            f"{number}.mp4": mp4(*self._env.video(frames=min(max(frames, _FRAMES[0]), _FRAMES[1]))),
            f"{number}.wav": wav_of(sound),
        }
        self.rows.append(
            {
                "episode_id": self._name,
                "episode_length": 0,
                "step_id": number - 1,
                "instruction_en": self.instruction,
                "video_path": f"{self._name}/{number}.mp4",
                "audio_path": f"{self._name}/{number}.wav",
                "image_path": f"{self._name}/{number}.png",
                "image_width": width,
                "image_height": height,
                **said,
            }
        )

    def whole(self) -> list[dict[str, object]]:
        """The rows, which say how many they are."""
        return [{**row, "episode_length": len(self.rows)} for row in self.rows]

    def _box(self, action: Action) -> Box | None:
        """The box of the element that a tap hits, in pixels; None for another action, or where none is hit."""
        if not isinstance(action, Click):
            return None
        width, height = self._env.device.size
        node = self._env.device.tree().hit(int(action.at[0] * width), int(action.at[1] * height))
        if node is None or node.bounds[2] * node.bounds[3] > _LARGEST * width * height:
            return None
        left, top, wide, high = node.bounds
        return max(left, 0), max(top, 0), min(left + wide, width), min(top + high, height)
