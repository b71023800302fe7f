"""OmniACT as an environment: a screenshot and an instruction, answered with one script."""

from __future__ import annotations

import inspect
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from omnigym.a11y import Tree
from omnigym.actions import CONTROL, Action, Click, Drag, Invalid, Press, Type, Wait
from omnigym.benchmarks.omniact.collecting import run_script
from omnigym.benchmarks.omniact.collection import Check, read_checks
from omnigym.benchmarks.omniact.dataset import SPLITS, OmniAct, Point
from omnigym.benchmarks.omniact.frame import Moment, changes_since
from omnigym.benchmarks.omniact.layout import Box
from omnigym.benchmarks.omniact.live import LivePoint, LiveSet
from omnigym.benchmarks.omniact.metrics.action_score import RULES, Rule
from omnigym.benchmarks.omniact.outcomes import outcome_holds
from omnigym.benchmarks.omniact.scoring import Gold, score_answer
from omnigym.benchmarks.omniact.screens import open_screen
from omnigym.codecs import PyAutoGUICodec
from omnigym.codecs.pyautogui_script import MAX_SCRIPT
from omnigym.devices.interval_recorder import area_averaged
from omnigym.devices.protocol import Device, Frame, HasSnapshots
from omnigym.envs.arguments import ArraySizes, at_least_one, read_group, size_of
from omnigym.envs.base import FreshCopies
from omnigym.envs.observer import InfoDict, Observation
from omnigym.envs.window import RENDER_MODES, window_of
from omnigym.errors import (
    ActionError,
    CapabilityError,
    ConfigError,
    DeviceError,
    OmnigymError,
    OracleError,
    UnknownNameError,
    UnreadableError,
)
from omnigym.perception import Element
from omnigym.perception.element_tree import element_tree
from omnigym.spaces.observation import observation_space
from omnigym.spaces.tree import TreeEncoder

__all__ = ["OmniActEnv"]

#: Letters of scripts and instructions as the spaces have them: what a keyboard of the West writes, and line ends.
_CHARSET: Final = string.printable.rstrip("\r\v\f") + "".join(map(chr, range(161, 256)))
_LONGEST_SCRIPT: Final = 4096
#: So many broken points in a row, and the whole set is taken for broken.
_MOST_SKIPPED: Final = 100
#: What a script may do on a device: actions, times that something is done, letters and seconds.
_MOST_ACTIONS, _MOST_TIMES, _MOST_LETTERS, _MOST_SECONDS = 200, 1000, 10_000, 60.0


class _Loaded(NamedTuple):
    """A data point of which all can be read."""

    key: str
    split: str
    instruction: str
    script: str
    gold: Gold
    frame: Frame
    boxes: tuple[Box, ...]
    check: Check | None


class OmniActEnv(FreshCopies, gymnasium.Env[Observation, str]):
    """OmniACT (Kapoor et al. 2024): one screenshot, one instruction, one PyAutoGUI script, one score.

    ## Description

    An episode is a data point and has one step. The agent sees a screenshot and an instruction, and answers with the
    whole script. The script is read and compared with the gold one; no Python is executed, whatever it says.

    Without ``data`` the points are those of the collected set on simulated devices, made when they are drawn: the
    first one of a screen takes seconds, the others nothing. `omnigym omniact collect` writes them to disk.

    ## Action Space

    `Text`: a script of at most 4,096 characters, with line ends and quotes. ``step`` takes any text; one that is longer
    than `omnigym.codecs.pyautogui_script` reads scores 0, as all that cannot be read. Points are in pixels of the
    screen, not of the scaled screenshot: a place (x, y) of the screenshot is (x, y) / ``scale`` on the screen.

    ## Observation Space

    - ``screenshot``, Box uint8 (H, W, 3), RGB: the screen in the upper left corner, scaled down if it does not fit.
    - ``scale``, Box float32 (1,): pixels of the screenshot for a pixel of the screen, in (0, 1].
    - ``size``, Box int32 (2,): width and height of the screen in pixels.
    - ``instruction``, Text; ``info["instruction"]`` has it unchanged, whatever its letters and length.
    - ``a11y_...`` with ``elements="boxes"``: as in `omnigym.spaces.observation_space`.

    Elements are not observed by default. Perceived ones take a second or two a screen, so a wrapper adds them:
    ``PerceiveElements(gymnasium.make("OmniACT-v0"))``. Boxes that people have marked, ``elements="boxes"``, are
    privileged: the boxes that scores are made of are among them.

    ## Rewards

    The action score (OmniACT 4, Equations 1 to 6) in [0, 1] under the ``rule`` "published" or "paper", see
    `omnigym.benchmarks.omniact.metrics.action_score`. With ``execute=True`` it is 1 if the script, done action by
    action on the device, brings about what the gold script does, and else 0.

    ## Starting State

    A point of the split, drawn with ``np_random``; ``reset(options={"point": KEY})`` chooses one. A point may be
    unreadable: its image is missing or broken, its gold script is none, or clicks where no box is, so that no place can
    be scored. Drawing skips it, and ``info["skipped"]`` counts how often; choosing it is an `UnreadableError`.

    ## Episode End

    Terminated after the one step. With ``execute=True`` a device that fails truncates the episode, which is not scored
    (``info["unscored"]``).

    ## Info

    The same keys at reset and step: ``point``, ``split``, ``instruction``, ``size``, ``scale``, ``skipped``, ``steps``,
    ``end_reason`` (None, "success", "answered" or "device_error"), ``is_success`` (a reward of 1), ``unscored``,
    ``device_error``. These are None until the step: ``answer``, ``problem`` (why a script scores 0 or was not done),
    ``gold``, ``score`` and ``reached``. So are the columns of Table 4: ``ss``, ``m``, ``k``, ``w``. They are divided by
    ``ideal``, the gold script's SS.

    ## Arguments

    - ``data``: the folder of a data set in the published layout; None for the simulated devices.
    - ``split``: "train", "val" or "test".
    - ``rule``: "published" or "paper".
    - ``execute``: whether scripts are done on a device; needs a set that has `screens.json`, or no ``data``.
    - ``screenshot_size``: (width, height) of the screenshot in pixels.
    - ``elements``: "none" or "boxes".
    - ``sizes``: N, L and I, the lengths of arrays and instruction: `omnigym.envs.arguments.ArraySizes`, or a mapping.
    - ``render_mode``: "rgb_array", "human" or None.

    ## Version History

    - v0: the first version.

    Raises:
        ConfigError: An argument is wrong, there is no data set, or it has no such points.
        UnreadableError: The data set's index is broken.
    """

    metadata: dict[str, object] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        data: str | Path | None = None,
        split: str = "train",
        rule: str = "published",
        execute: bool = False,
        screenshot_size: Sequence[int] = (1280, 800),
        elements: str = "none",
        sizes: ArraySizes | Mapping[str, object] | None = None,
        render_mode: str | None = None,
        **unknown: object,
    ) -> None:
        for name in unknown:
            own = inspect.signature(OmniActEnv.__init__).parameters
            raise UnknownNameError("argument", name, [k for k in own if k not in ("self", "unknown")])
        for what, value, known in (
            ("split", split, SPLITS),
            ("rule", rule, RULES),
            ("kind of elements", elements, ("none", "boxes")),
        ):
            if value not in known:
                raise UnknownNameError(what, str(value), known)
        self._split, self._execute = split, execute
        self._rule: Rule = "paper" if rule == "paper" else "published"
        self._stored = None if data is None else OmniAct(data)
        self._live = LiveSet() if self._stored is None else None
        if self._stored is not None and not self._stored.split(split):
            raise ConfigError(f"The data set {data} has no points in the split {split!r}. Choose another split.")
        self._checks = read_checks(self._stored.root) if execute and self._stored is not None else {}
        size = size_of("screenshot_size", screenshot_size)
        assert size is not None
        self._size, lengths = size, read_group(ArraySizes, "sizes", sizes)
        self._longest = at_least_one("instruction_length", lengths.instruction_length)
        self._encoder = TreeEncoder(lengths.nodes, lengths.text_length) if elements == "boxes" else None
        parts: dict[str, spaces.Space[Any]] = {
            "screenshot": spaces.Box(0, 255, (size[1], size[0], 3), np.uint8),
            "scale": spaces.Box(0.0, 1.0, (1,), np.float32),
            "size": spaces.Box(1, 2**15, (2,), np.int32),
            "instruction": spaces.Text(self._longest, min_length=0, charset=_CHARSET),
        }
        if self._encoder is not None:
            arrays = observation_space("a11y", size, nodes=lengths.nodes, text_length=lengths.text_length).spaces
            parts |= {key: space for key, space in arrays.items() if key.startswith("a11y_")}
        self.observation_space = spaces.Dict(parts)  # type: ignore[assignment]
        self.action_space = spaces.Text(_LONGEST_SCRIPT, min_length=0, charset=_CHARSET)
        self.render_mode = render_mode
        self._window = window_of(render_mode, type(self).__name__, 1)
        self._point: _Loaded | None = None
        self._skipped, self._over = 0, True

    # -- the Gymnasium API --------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Show a point.

        Args:
            seed: Seeds the draw of points.
            options: ``{"point": KEY}`` chooses the point, of any split.

        Raises:
            ConfigError: An option is unknown, there is no such point, or its script cannot be executed.
            UnreadableError: The point that was asked for cannot be read, or none of many that were drawn.
        """
        super().reset(seed=seed)
        given = dict(options or {})
        if given.keys() - {"point"}:
            raise ConfigError(f"reset knows the option 'point', got {', '.join(sorted(map(str, given)))}.")
        self._skipped = 0
        self._point = self._drawn() if "point" not in given else self._loaded(self._known(str(given["point"])))
        self._over = False
        if self._window is not None:
            self._window.show(self._observed(self._point)["screenshot"])
        return self._observed(self._point), self._info(self._point)

    def step(self, action: str) -> tuple[Observation, float, bool, bool, InfoDict]:
        """Answer with a script.

        Raises:
            ActionError: It is no text.
            ResetNeeded: The point was answered already.
        """
        if self._point is None or self._over:
            raise ResetNeeded("A point is answered once. Call reset() for the next one.")
        if not isinstance(action, str):
            raise ActionError(f"An action is the text of a script, got {type(action).__name__}.")
        point, self._over = self._point, True
        answer = str(action)
        score, problem = score_answer(point.gold, answer, self._rule)
        assert score is not None, "the point can be judged: see _loaded"
        told: InfoDict = {
            "answer": answer[:MAX_SCRIPT],
            "gold": point.script,
            "steps": 1,
            "score": score.ratio,
            **{part: getattr(score, part) for part in ("ss", "m", "k", "w", "ideal")},
        }
        reward, failure = told["score"], None
        if self._execute:
            problem, told["reached"], failure = self._executed(point, answer, problem)
            reward = float(bool(told["reached"]))
        told |= {"problem": problem or None, "device_error": failure, "unscored": failure is not None}
        told["is_success"] = reward == 1.0 and failure is None
        told["end_reason"] = "device_error" if failure else "success" if told["is_success"] else "answered"
        info = {**self._info(point), **told}
        return self._observed(point), 0.0 if failure else float(reward), failure is None, failure is not None, info

    def render(self) -> Any:
        """Return the observed screenshot: uint8 (H, W, 3); None with ``render_mode="human"``."""
        if self.render_mode != "rgb_array":
            return None
        return self._observed(self._shown())["screenshot"]

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()

    # -- for agents and wrappers --------------------------------------------------------------------------------------

    def screenshot(self) -> Frame:
        """The whole screen, unscaled: uint8 (H, W, 3), RGB.

        Raises:
            ResetNeeded: No point has been shown.
        """
        return self._shown().frame

    def a11y(self) -> Tree:
        """Return the boxes that people have marked, as a flat tree.

        Raises:
            CapabilityError: They are not to be seen.
            ResetNeeded: No point has been shown.
        """
        point = self._shown()
        if self._encoder is None:
            raise CapabilityError(
                "A screenshot has no accessibility tree. Perceive its elements (omnigym.wrappers.PerceiveElements), or "
                "look at the marked ones: elements='boxes'."
            )
        return _tree(point)

    # -- points -------------------------------------------------------------------------------------------------------

    def _shown(self) -> _Loaded:
        if self._point is None:
            raise ResetNeeded("No point has been shown. Call reset() first.")
        return self._point

    def _known(self, key: str) -> Point | LivePoint:
        return self._live[key] if self._live is not None else self._files[key]

    @property
    def _files(self) -> OmniAct:
        assert self._stored is not None
        return self._stored

    def _drawn(self) -> _Loaded:
        """A point by chance that can be read."""
        problem: OmnigymError | None = None
        for self._skipped in range(_MOST_SKIPPED):
            if self._live is not None:
                point: Point | LivePoint = self._live.draw(self._split, self.np_random)
            else:
                points = self._files.split(self._split)
                point = points[int(self.np_random.integers(len(points)))]
            try:
                return self._loaded(point)
            except UnreadableError as e:
                problem = e
        raise UnreadableError(f"{_MOST_SKIPPED} points in a row cannot be read. The last one: {problem}")

    def _loaded(self, point: Point | LivePoint) -> _Loaded:
        gold = Gold.of(point)
        judged, problem = score_answer(gold, point.script, self._rule)
        if judged is None:
            raise UnreadableError(f"{point.key}: {problem}.")
        check = point.check if isinstance(point, LivePoint) else self._checks.get(point.id)
        if self._execute and check is None:
            raise UnreadableError(f"{point.key}: screens.json does not say how its script is judged.")
        boxes = tuple(point.boxes().values())
        return _Loaded(point.key, point.split, point.instruction, point.script, gold, point.image(), boxes, check)

    # -- what is told -------------------------------------------------------------------------------------------------

    def _scale(self, point: _Loaded) -> float:
        height, width = point.frame.shape[:2]
        return float(min(self._size[0] / width, self._size[1] / height, 1.0))

    def _observed(self, point: _Loaded) -> Observation:
        height, width = point.frame.shape[:2]
        scale = self._scale(point)
        small = max(round(width * scale), 1), max(round(height * scale), 1)
        shot = np.zeros((self._size[1], self._size[0], 3), np.uint8)
        shot[: small[1], : small[0]] = point.frame if scale == 1.0 else area_averaged(point.frame, small)
        told = "".join([letter if letter in _LETTERS else "?" for letter in point.instruction[: self._longest]])
        observation: dict[str, Any] = {
            "screenshot": shot,
            "scale": np.array([scale], np.float32),
            "size": np.array([width, height], np.int32),
            "instruction": told,
        }
        if self._encoder is not None:
            observation |= self._encoder.encode(_tree(point), point.instruction)
        return observation

    def _info(self, point: _Loaded) -> InfoDict:
        later = ("answer", "problem", "gold", "score", "ss", "m", "k", "w", "ideal", "reached", "end_reason")
        height, width = point.frame.shape[:2]
        return {
            "point": point.key,
            "split": point.split,
            "instruction": point.instruction,
            "size": (width, height),
            "scale": self._scale(point),
            "skipped": self._skipped,
            "steps": 0,
            "is_success": False,
            "unscored": False,
            "device_error": None,
            **dict.fromkeys(later),
        }

    # -- execution ----------------------------------------------------------------------------------------------------

    def _executed(self, point: _Loaded, answer: str, problem: str) -> tuple[str, bool, str | None]:
        """Do a script on the device.

        Returns:
            Why it was not done, or ""; whether it reached the outcome; why the device failed, or None.
        """
        if problem:
            return problem, False, None
        check = point.check
        assert check is not None
        try:
            device = open_screen(check.screen)
        except OmnigymError as e:  # also an oracle that does not find its way: not the agent's fault
            return "", False, str(e)
        try:
            actions, problem = _actions(device, answer)
            if problem:
                return problem, False, None
            start = Moment.of(device)
            snapshot = device.snapshot() if isinstance(device, HasSnapshots) else None
            for action in actions:
                device.act(action)
            reached = outcome_holds(check.outcome, device)
            changes = changes_since(start, device) if reached else None
            for script in (point.script, *check.also) if changes is not None else ():
                if snapshot is not None and isinstance(device, HasSnapshots):
                    device.restore(snapshot)
                else:
                    open_screen(check.screen, device)
                run_script(device, script)
                if changes is not None and changes.within(changes_since(start, device, stood=True)):
                    return "", True, None
            return "", False, None
        except (DeviceError, OracleError) as e:
            return "", False, str(e)
        finally:
            device.close()


_LETTERS: Final = frozenset(_CHARSET)


def _tree(point: _Loaded) -> Tree:
    height, width = point.frame.shape[:2]
    boxes = [
        Element(
            (round(b.left), round(b.top), round(b.right) - round(b.left), round(b.bottom) - round(b.top)),
            str(b.label),
            source="box",
        )
        for b in point.boxes
    ]
    return element_tree(boxes, (width, height))


def _actions(device: Device, answer: str) -> tuple[Sequence[Action], str]:
    """The actions of a script, none if it is more than is done, and why."""
    actions = PyAutoGUICodec(device.size).decode(answer)
    refused = next((a.reason for a in actions if isinstance(a, Invalid)), "")
    if refused:
        return (), refused
    if any(isinstance(a, CONTROL) for a in actions):
        return (), "A script has calls that do something, and no words such as DONE."
    times, letters, seconds = (sum(amounts) for amounts in zip(*map(_price, actions), strict=True))
    if len(actions) > _MOST_ACTIONS or times > _MOST_TIMES or letters > _MOST_LETTERS or seconds > _MOST_SECONDS:
        return (), (
            f"On a device a script may do {_MOST_ACTIONS} actions, {_MOST_TIMES} clicks and presses, write "
            f"{_MOST_LETTERS:,} letters and take {_MOST_SECONDS:.0f} s, got {len(actions)}, {times}, {letters:,} "
            f"and {seconds:.0f} s."
        )
    return actions, ""


def _price(action: Action) -> tuple[int, int, float]:
    """Times, letters and seconds of an action."""
    match action:
        case Click():
            return action.count, 0, action.duration
        case Press():
            return action.count, 0, 0.0
        case Type():
            return 0, len(action.text), 0.0
        case Drag() | Wait():
            return 1, 0, action.duration
    return 1, 0, 0.0
