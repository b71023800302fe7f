"""Click-only tasks: tasks that clicks, the wheel and typing alone can solve, beginning in the open app."""

from __future__ import annotations

from typing import Any, SupportsFloat, get_args

import gymnasium

from omnigym.actions import Action, Click, Done, Drag, Fail, Invalid, OpenApp, Scroll, Submit, Type, Wait
from omnigym.envs.observer import InfoDict, Observation
from omnigym.errors import ConfigError, DeviceFaultError
from omnigym.spaces.action import decode_action
from omnigym.wrappers.devices import one_device
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["ClickOnly"]

_REFUSAL = "only clicks, drags, the wheel and typing without a path are allowed"
#: The number of times that a device may fail while apps are opened, as an environment's own `reset` by default.
_RETRIES = 2
_ALLOWED = (Click, Drag, Scroll, Type, Submit, Wait, Done, Fail, Invalid)


class ClickOnly(gymnasium.Wrapper, ReconstructibleWrapper):
    r"""A wrapper that refuses actions that need no look at the screen: apps by name, keys, chords and full paths.

    Allowed are clicks, drags and turns of the wheel without modifiers, typing, waiting and submitting. A text with a
    slash or backslash is refused, as is every key; Enter and Tab are typed ("\n", "\t"). A refused action does nothing
    and is reported as an invalid action. `NodeActions` and `ElementActions` around it mask refused actions.

    An episode begins with the apps of its task open, that of the first node in front, since without a launcher they
    could not be opened by clicks. Opening them takes a step of the environment each. If the device fails meanwhile, the
    episode begins anew, twice at most; ``info["device_restarts"]`` counts that.

    The query ``clicks:x11`` selects the tasks that can be done so on the device ``x11``.

    Args:
        env: An environment of one device with its own actions.

    Raises:
        ConfigError: There are several devices, or another wrapper inside has changed the actions.
    """

    #: Read by the wrappers that mask actions.
    click_only = True

    def __init__(self, env: gymnasium.Env) -> None:
        ReconstructibleWrapper.__init__(self)
        super().__init__(env)
        one_device(env, "ClickOnly")
        self._restarts = 0
        if "position" not in getattr(env.action_space, "spaces", ()):
            raise ConfigError("ClickOnly needs the environment's own actions. Put wrappers that change them around it.")

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode, and open the apps of its task.

        Raises:
            DeviceFaultError: The device failed while they were opened, at the last try too.
            ConfigError: The task ends when its apps are open.
        """
        self._restarts = 0
        while True:  # at most _RETRIES + 1 times: every turn returns or counts a restart
            observation, info = self.env.reset(seed=seed, options=options)
            if (options or {}).get("snapshot") is not None:
                return observation, info
            base: Any = self.unwrapped
            restarts = self._restarts + info["device_restarts"]
            try:
                observation, info = self._opened(observation, info)
            except DeviceFaultError:
                self._restarts = restarts + 1
                if self._restarts > _RETRIES:
                    raise
                if seed is None:  # another draw would be another task
                    options = {"task": base.task}
            else:
                return observation, self._counted(info)

    def _opened(self, observation: Observation, info: InfoDict) -> tuple[Observation, InfoDict]:
        """Open the apps; what was observed before is returned where there are none."""
        base: Any = self.unwrapped
        for app in reversed(dict.fromkeys(s.app for s in base.task.subtasks)):
            observation, _, terminated, truncated, info = self.env.step(OpenApp(app))
            if info["device_error"]:
                raise DeviceFaultError(base.device.name, "open", str(info["device_error"]), "Reset the device.")
            if terminated or truncated:
                raise ConfigError(
                    f"The task {base.task.id!r} ends when its apps are open. Choose others: clicks:{base.device.name}"
                )
        return observation, info

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Do an action if it is allowed.

        Args:
            action: An element of the action space, or a value of `omnigym.actions`.
        """
        done = action if isinstance(action, get_args(Action)) else decode_action(action)
        *step, info = self.env.step(done if _allowed(done) else Invalid(repr(done)[:200], _REFUSAL))
        return *step, self._counted(info)

    def _counted(self, info: InfoDict) -> InfoDict:
        """An info with the failures while apps were opened."""
        return info | {"device_restarts": info["device_restarts"] + self._restarts} if self._restarts else info

    def snapshot_state(self) -> None:
        """Return no state: open windows belong to the device. See `omnigym.envs.snapshots`."""


def _allowed(action: Action) -> bool:
    if getattr(action, "modifiers", ()):
        return False
    if isinstance(action, Type) and ("/" in action.text or "\\" in action.text):
        return False
    return isinstance(action, _ALLOWED)
