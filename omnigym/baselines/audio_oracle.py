"""An agent with oracles but without the instruction: it plays the twin of a task whose words it has heard.

A task whose level is "critical" has twins: parameter sets that differ only in what a sound says (OmniGUI 3.2). The
agent knows them all, and is not told which one it plays. It starts all their oracles and does what they agree on. Where
they part, it compares the words that it has recognised in ``audio`` with those that would have been said in each twin,
and goes on with the oracles of the best one. ``audio_oracle:deaf`` hears nothing and draws; ``audio_oracle:foreign``
hears another sound.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

import numpy as np

from omnigym.actions import Action
from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.oracle import OracleAgent
from omnigym.devices.protocol import AUDIO_RATE, MAX_AUDIO_S, Sound
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import CapabilityError, ConfigError, OracleError
from omnigym.perception.listening import SpeechListener, one_of, words_of
from omnigym.sounds import about, names
from omnigym.tasks.modality_levels import level_of, twins_of
from omnigym.tasks.oracle import UI
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task
from omnigym.wrappers import MaskModality

__all__ = ["ListenerAgent", "make_agent"]

#: Of a longer sound the end is listened to.
_LONGEST = 600 * AUDIO_RATE
#: Words before and after those that decide which may be heard in part.
_MOST_AROUND = 3
_SOUNDS: Mapping[str, Literal["own", "none", "foreign"]] = {"": "own", "deaf": "none", "foreign": "foreign"}


class _Run(NamedTuple):
    """A twin of the task at hand, and its oracle at work on the screen."""

    twin: Task
    actions: Iterator[Action]


class ListenerAgent(OracleAgent):
    """An agent that solves tasks by the oracles of the twin that it hears.

    Of a task that is not critical it is the oracle.

    Nothing but the sound tells it which twin is played: the twins are in an order of their own.

    Args:
        sound: "own", or "none" or "foreign" for a control, as of `omnigym.wrappers.MaskModality`.
        seed: Seeds the draw where words do not decide.

    Attributes:
        drew: Whether something that the episode's twins do not say in words, such as a bell, had to be decided.

    Raises:
        MissingDependencyError: The extra ``listen`` is not installed.
    """

    hears = True

    def __init__(self, sound: Literal["own", "none", "foreign"] = "own", seed: int = 0) -> None:
        super().__init__()
        self._sound, self.drew = sound, False
        self._listener, self._random = SpeechListener(), np.random.default_rng(seed)
        self._env: Env | None = None
        self._parts: list[Sound] = []
        self._device: SimDevice

    def wrap(self, env: Env) -> Env:
        """Return the environment, with another sound or none for a control."""
        return env if self._sound == "own" else MaskModality(env, self._sound, video=True)

    def seed(self, seed: int) -> None:
        """Reseed the random draws."""
        self._random = np.random.default_rng(seed)

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Plan the episode's task, and begin to listen.

        Raises:
            CapabilityError: There are several devices, or one that is not simulated.
        """
        base: Any = env.unwrapped
        devices = tuple(base.devices.values())
        if len(devices) > 1 or not isinstance(devices[0], SimDevice):
            raise CapabilityError("The agent 'audio_oracle' imagines twins, and plays on one simulated device alone.")
        self._env, self._parts, self._device, self.drew = env, [], devices[0], False
        super().reset(env, info)

    def act(self, observation: object, info: Mapping[str, object]) -> Any:
        """Return the next action of the remaining oracles."""
        assert self._env is not None, "reset comes before act"
        self._parts.append(self._env.get_wrapper_attr("audio")(seconds=MAX_AUDIO_S))
        return super().act(observation, info)

    def _oracle(self, ui: UI, task: Task, node: str) -> Iterator[Action]:
        """What the oracles of a node's twins agree on, then those of the twin that was heard."""
        place, own = task.dag.index[node], task.bound[node].subtask
        twins = [task]
        if level_of(task) == "critical":
            twins += [t.task for t in twins_of(task) if t.task.nodes[place] != task.nodes[place]]
        if len(twins) == 1 or own.oracle is None:
            yield from super()._oracle(ui, task, node)
            return
        twins.sort(key=lambda twin: json.dumps(dict(twin.nodes[place].parameters), sort_keys=True))
        base = len(self._parts) - 1
        runs = [_Run(twin, own.oracle(ui, **twin.nodes[place].parameters)) for twin in twins]
        imagined = _Imagined(SimDevice(self._device.size, self._device.platform), node)
        done = 0
        while True:
            groups: dict[Action | None, list[_Run]] = {}
            for run in runs:
                try:
                    groups.setdefault(next(run.actions, None), []).append(run)
                except OracleError:
                    continue  # the screen tells that it is another twin
            if not groups:
                raise OracleError(f"The oracles of {own.id!r} find no way, of whichever twin.")
            action = self._best(groups, imagined, done, base) if len(groups) > 1 else next(iter(groups))
            if action is None:
                return
            runs, done = groups[action], done + 1
            yield action

    def _best(
        self, groups: Mapping[Action | None, list[_Run]], imagined: _Imagined, done: int, base: int
    ) -> Action | None:
        """The action of the twin whose words are nearest to those that were heard; one drawn by chance of several.

        Args:
            groups: The twins that are left, by what their oracles would do now.
            imagined: What is said in each.
            done: The number of actions since the node began.
            base: The part of the sound before the first of these.
        """
        runs = [(run, action) for action, group in groups.items() for run in group]
        said = [imagined.said(run.twin) for run, _ in runs]
        same = next((k for k in range(done + 1) if len({one[k : k + 1] for one in said}) > 1), done + 1)
        cores = [_voices(one[same : done + 1]) for one in said]
        fits = [0.0] * len(runs)
        self.drew = self.drew or len({self._words(core) for core in cores}) == 1
        if len({self._words(core) for core in cores}) > 1:
            before = self._words(_voices(said[0][:same])[-1:]).split()
            expected = [
                self._expected(before, core, _voices(one[done + 1 :])) for core, one in zip(cores, said, strict=True)
            ]
            longest = max(about(core[0]).milliseconds for core in cores if core)
            begin = sum(map(len, self._parts[: base + same])) - AUDIO_RATE * longest // 1000
            sound = np.concatenate(self._parts)[max(begin, 0) :][-_LONGEST:]
            heard = self._listener.words(sound, one_of({text for texts in expected for text in texts if text}))
            fits = [max(_fit(heard, text) for text in texts) for texts in expected]
        near = [n for n, fit in enumerate(fits) if fit == max(fits)]
        return runs[near[int(self._random.integers(len(near)))]][1]

    def _expected(self, before: list[str], core: list[str], after: list[str]) -> set[str]:
        """Texts of what was said to its end, with the last words before it and the first of what is being said."""
        words, coming = self._words(core).split(), self._words(after[:1]).split()[:-1]
        ends = [before[len(before) - n :] for n in range(min(len(before), _MOST_AROUND) + 1)]
        begins = [coming[:n] for n in range(min(len(coming), _MOST_AROUND) + 1)]
        return {" ".join([*end, *words, *begin]) for end in ends for begin in begins}

    def _words(self, voices: list[str]) -> str:
        """The words of voices that the recogniser can hear."""
        text = " ".join([about(name).text for name in voices])
        return " ".join([word for word in words_of(text).split() if self._listener.knows(word)])


def _voices(said: Sequence[tuple[str, ...]]) -> list[str]:
    return [name for names_ in said for name in names_]


def _fit(heard: str, text: str) -> float:
    return SequenceMatcher(None, heard.split(), text.split(), autojunk=False).ratio()


class _Imagined:
    """What would be said in the twins of a task, found by playing their oracles on a device of its own.

    Args:
        device: The device.
        node: The node whose twins they are.
    """

    def __init__(self, device: SimDevice, node: str) -> None:
        self._device, self._node = device, node
        self._known: dict[str, tuple[tuple[str, ...], ...]] = {}

    def said(self, twin: Task) -> tuple[tuple[str, ...], ...]:
        """The voices that ended before the first action of the node's oracle, and in each of its actions."""
        if twin.id not in self._known:
            self._known[twin.id] = tuple(self._play(twin))
        return self._known[twin.id]

    def _play(self, twin: Task) -> list[tuple[str, ...]]:
        self._device.listen(True)
        stage = Stage(twin, self._device)
        stage.begin()
        said, nodes, spoken = [tuple[str, ...]()], list[str](), {*names("voice")}
        try:
            for action in stage.oracle(before=nodes.append):
                if nodes[-1:] != [self._node] and self._node in nodes:
                    break
                self._device.next_interval()
                stage.do(action)
                if nodes[-1:] == [self._node]:
                    said.append(tuple([name for name in self._device.sounds_ended() if name in spoken]))
        except OracleError as e:
            raise OracleError(f"The oracle of {twin.id!r} finds no way where the twin is imagined: {e}") from None
        return said


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent ``audio_oracle``, or the controls ``audio_oracle:deaf`` and ``audio_oracle:foreign``.

    Raises:
        ConfigError: The argument is another one.
        MissingDependencyError: The extra ``listen`` is not installed.
    """
    if argument not in _SOUNDS:
        raise ConfigError(f"The agent 'audio_oracle' takes no argument, 'deaf' or 'foreign', got {argument!r}.")
    return ListenerAgent(_SOUNDS[argument], seed)
