"""The environment of several devices: CRAB's cross-environment tasks (section 3.1) in one Gymnasium episode."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, get_args

import gymnasium
import numpy as np

from omnigym.a11y import Tree
from omnigym.actions import Action, On
from omnigym.devices.config import DeviceConfig, device_class, target_of
from omnigym.devices.protocol import Device, Frame, Platform, Variation
from omnigym.envs.alone import Alone
from omnigym.envs.arguments import (
    ArraySizes,
    EpisodeLimits,
    at_least_one,
    device_source,
    disturbance_kinds,
    grouped,
    parameters_of,
    size_of,
    variation_of,
)
from omnigym.envs.base import EpisodicEnv
from omnigym.envs.brief import Brief
from omnigym.envs.episode import Info
from omnigym.envs.observer import Observer, tree_of
from omnigym.envs.pool import TaskPool, TaskQuery
from omnigym.envs.rewards import RewardName, make_reward
from omnigym.envs.runner import EpisodeRunner
from omnigym.envs.sessions import Sessions
from omnigym.envs.station import Station
from omnigym.errors import ConfigError, DeviceError, UnknownNameError
from omnigym.spaces.observation import ObservationMode, observation_space
from omnigym.spaces.several import DEVICE_NAME, decode_on, placed, several_action_space, several_observation_space
from omnigym.tasks.drawing import Parameters
from omnigym.tasks.variety import Variety

__all__ = ["DeviceArgument", "MultiDeviceEnv"]

DeviceArgument: TypeAlias = str | Mapping[str, object] | DeviceConfig | Device
_T = TypeVar("_T")

_VALUES = frozenset({On, *get_args(Action)})
_NAME = re.compile(DEVICE_NAME)


class MultiDeviceEnv(EpisodicEnv):
    """Several devices in one episode: a phone and a desktop, say, a task across them, and an agent that acts on all.

    ## Description

    As `omnigym.envs.OmniEnv`, but for what follows. Each node of a task names the device on which it is done, and one
    graph evaluator judges all of them. Nothing passes from one device to another but through the agent: it reads here
    and types there.

    ## Action Space

    That of `omnigym.envs.OmniEnv` with a field ``device``, which of the devices is meant
    (`omnigym.spaces.several.several_action_space`). ``step`` also takes values: ``On("phone", Click((0.5, 0.5)))``
    (`omnigym.actions.On`), and as they are those that are of no device, which CRAB calls root actions: `Submit`,
    `Done` (its *complete*), `Fail`, `CallUser`, `Invalid` and `Wait`. A value for a device that is not there, or for
    none, counts as an invalid action; a number that is not there is an `ActionError`.

    ## Observation Space

    A `Dict`, one level deep: the keys of each device follow its name, ``phone_screenshot``, ``desktop_a11y_bounds``.
    ``instruction`` and, on request, ``node_status`` are of all. ``info`` has the keys of `OmniEnv`'s and
    ``failed_device``, the name of the device that broke, or None.

    ## Time

    There is one clock: what an action on one device takes, by virtual time, passes on all others that have virtual time
    (`omnigym.devices.protocol.HasClock`), so an alarm rings on the phone while one works at the desktop. After a reset
    all show the same time. Real devices go on by themselves; an action on one takes the virtual ones 100 ms and its own
    ``duration``. `Wait` is done on all.

    ## Rewards, Starting State, Episode End

    As `OmniEnv`. All devices are reset, also those on which nothing is to be done. If one breaks, the episode is
    truncated for all (``device_error``) and never scored; ``info["device_error"]`` begins with its name.

    ## Arguments

    - ``devices``: by the names that tasks use, a device each as `OmniEnv` takes it; a mapping, or pairs of name and
      device. A name is made of small letters and digits. Their order is that of ``device`` in actions.
    - ``tasks``: tasks of other devices are left out.
    - ``resolution``, ``screenshot_size``, ``disturbances``: a value for all devices, or a mapping of values by device.
    - ``platforms``: what each device must stand for, by its name; a name in ``devices`` then means the configuration of
      its backend that does.
    - All others are those of `OmniEnv`.

    ## Snapshots, Copies and Threads

    As `OmniEnv`, if all devices have snapshots.

    Raises:
        ConfigError: An argument is wrong; two devices have one name.
        CapabilityError: The tasks or the observation need what a device does not have, or another device.
    """

    def __init__(
        self,
        devices: Mapping[str, DeviceArgument] | Sequence[tuple[str, DeviceArgument]],
        tasks: TaskQuery = None,
        split: str | None = None,
        observation: ObservationMode = "both",
        reward: RewardName = "completion",
        resolution: Sequence[int] | Mapping[str, Sequence[int] | None] | None = None,
        screenshot_size: Sequence[int] | Mapping[str, Sequence[int] | None] | None = None,
        max_steps: int | None = None,
        limits: EpisodeLimits | Mapping[str, object] | None = None,
        gamma: float = 0.99,
        sizes: ArraySizes | Mapping[str, object] | None = None,
        node_status: bool = False,
        disturbances: bool | str | Sequence[str] | Mapping[str, bool | str | Sequence[str]] = False,
        platforms: Mapping[str, Platform] | None = None,
        render_mode: str | None = None,
        writable_screenshots: bool = False,
        variation: Variation = "none",
        parameters: Parameters | None = None,
    ) -> None:
        if observation not in ("both", "pixels", "a11y"):
            raise ConfigError(f"observation must be 'both', 'pixels' or 'a11y', got {observation!r}.")
        if render_mode not in (None, "rgb_array"):
            raise ConfigError(f"render_mode must be 'rgb_array' or None, got {render_mode!r}.")
        given = _named(devices)
        wanted = _each("platforms", platforms or {}, given, None)
        resolutions = {n: size_of("resolution", v) for n, v in _each("resolution", resolution, given, None).items()}
        seen = {
            n: size_of("screenshot_size", v) for n, v in _each("screenshot_size", screenshot_size, given, None).items()
        }
        sources = {n: device_source(d, resolutions[n], wanted[n]) for n, d in given.items()}
        kinds = _each("disturbances", disturbances, given, False)
        self.disturbances = {n: disturbance_kinds(kinds[n], source) for n, source in sources.items()}
        self._limits = grouped(EpisodeLimits, "limits", limits)
        if max_steps is not None:
            at_least_one("max_steps", max_steps)
        classes = {n: type(s) if isinstance(s, Device) else device_class(s) for n, s in sources.items()}
        self.variation = variation_of(variation, sources.values())
        self.parameters = parameters_of(parameters, self.variation)
        redraws = self.parameters == "drawn"
        self._pool = TaskPool(tasks, split, {n: target_of(s) for n, s in sources.items()}, classes, redraws=redraws)
        lengths = dataclasses.asdict(grouped(ArraySizes, "sizes", sizes))
        spaces = {
            n: observation_space(observation, seen[n] or s.size, **lengths, node_status=node_status)
            for n, s in sources.items()
        }
        self.observation_space: gymnasium.spaces.Dict = several_observation_space(  # type: ignore[assignment]
            next(iter(spaces.values())), spaces
        )
        self.action_space = several_action_space(tuple(given))
        brief = Brief(lengths.pop("instruction_length"), node_status=node_status)
        self._observers = {
            n: Observer(f"{n}_", observation, s.size, seen[n], **lengths, writable=writable_screenshots)
            for n, s in sources.items()
        }
        self._sessions = Sessions(sources, self._limits.reset_retries)
        stations = [
            Station(n, self._sessions[n], o, self.disturbances[n], fallible=getattr(sources[n], "FALLIBLE", True))
            for n, o in self._observers.items()
        ]
        variety = Variety(self.variation, self._pool.split)
        paid = make_reward(reward, gamma)
        self._runner = EpisodeRunner(self._sessions, stations, brief, paid, self._limits, max_steps, variety)
        self._screens = {n: s.size for n, s in sources.items()}
        self.render_mode = render_mode
        self.writable_screenshots = writable_screenshots
        self._sessions.end_with(self)
        self._alone = Alone("environment")

    def _read_action(self, action: Any) -> tuple[Action, str]:
        value = action if type(action) in _VALUES else decode_on(action, self.device_names)
        return placed(value, self.device_names)

    def _told(self, info: Info) -> dict[str, Any]:
        failed = self._runner.failed_at if info["device_error"] is not None else None
        return {**info, "failed_device": failed}

    def render(self) -> Frame | None:
        """The screens in full, side by side: uint8 (H, W, 3); None without a ``render_mode``.

        That of a device that failed is black.

        Raises:
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        if self.render_mode is None:
            return None
        frames = [self._shown(name) for name in self.device_names]
        whole = np.zeros((max(f.shape[0] for f in frames), sum(f.shape[1] for f in frames), 3), np.uint8)
        left = 0
        for frame in frames:
            height, width, _ = frame.shape
            whole[:height, left : left + width] = frame
            left += width
        return whole

    def _shown(self, name: str) -> Frame:
        try:
            return self.screenshot(name)
        except DeviceError:
            width, height = self._screens[name]
            return np.zeros((height, width, 3), np.uint8)

    # -- for agents, wrappers and tools -------------------------------------------------------------------------------

    def a11y(self, device: str) -> Tree:
        """The accessibility tree of a device at this step: an immutable snapshot with full texts.

        Raises:
            UnknownNameError: There is no such device.
            CapabilityError: The device has none.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        observer = self._observers[self._known(device)]
        if self._runner.episode is None or observer.tree is None:
            with self._alone:
                observer.tree = self._runner.read("tree", tree_of, device)
        return observer.tree

    def screenshot(self, device: str) -> Frame:
        """The whole screen of a device at this step, whatever is observed: uint8 (H, W, 3), RGB; it may be read-only.

        Raises:
            UnknownNameError: There is no such device.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        observer = self._observers[self._known(device)]
        with self._alone:
            return self._runner.read("screenshot", lambda _: observer.screen(), device)

    def _known(self, device: str) -> str:
        if device not in self.device_names:
            raise UnknownNameError("device", str(device), self.device_names)
        return device


def _named(devices: Mapping[str, _T] | Sequence[tuple[str, _T]]) -> dict[str, _T]:
    """The devices by name, in their order.

    Raises:
        ConfigError: There is none, a name cannot be used, or two devices have one name.
    """
    given: object = devices  # callers without types pass anything
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, Sequence) or isinstance(pairs, str) or not pairs or not all(map(_is_pair, pairs)):
        raise ConfigError(
            f"devices must be a mapping of at least one device by name, or pairs of name and device, got {given!r}."
        )
    named: dict[str, _T] = {}
    for name, device in pairs:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ConfigError(f"A device's name is small letters and digits, such as 'phone', got {name!r}. Rename it.")
        if name in named:
            raise ConfigError(f"There are two devices named {name!r}. Give each a name of its own.")
        if any(device is other for other in named.values()) and isinstance(device, Device):
            raise ConfigError(f"The live device that is named {name!r} has another name already. Make two devices.")
        named[name] = device
    return named


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2


def _each(what: str, value: Any, devices: Mapping[str, object], otherwise: Any) -> dict[str, Any]:
    """An argument's value of each device: one for all, or a mapping of those of some.

    Raises:
        UnknownNameError: The mapping names another device.
    """
    if not isinstance(value, Mapping):
        return dict.fromkeys(devices, value)
    for name in value:
        if name not in devices:
            raise UnknownNameError(f"device in {what}", str(name), devices)
    return {name: value.get(name, otherwise) for name in devices}
