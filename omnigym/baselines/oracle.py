"""The oracle agent, which runs the oracles of the task's subtasks, one after another.

Each oracle is a generator of ordinary actions that reads the screen between them. Nodes are done in the
topological order that is best for logical consistency.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias

from omnigym.actions import Action, Click, Done, Fail, On, OpenApp, Press, Wait
from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.thoughts import Rationale, think
from omnigym.devices.protocol import Device, HasShortcutControls
from omnigym.errors import CapabilityError, ConfigError, DeviceError, OracleError
from omnigym.tasks import Task
from omnigym.tasks.briefing import read_briefing
from omnigym.tasks.interruption_watch import InterruptionWatch
from omnigym.tasks.modality_levels import level_of, twins_of
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.oracle import UI, adaptive_actions
from omnigym.tasks.rollout import oracle_order

__all__ = ["OracleAgent", "make_agent"]

_LOG = logging.getLogger(__name__)
#: How long a completion may lag behind the actions on a real device: this many waits of this many seconds.
_WAITS, _WAIT_S = 8, 0.25
#: What an oracle may lack.
Sense: TypeAlias = Literal["sound", "video"]
_LACKS: Mapping[str, tuple[Sense, ...]] = {"deaf": ("sound",), "blind": ("video",), "deaf-blind": ("sound", "video")}
#: Ways of its own: the share of shortcuts that are done by controls.
_SHARES: Mapping[str, float] = {"controls": 1.0, "drawn": 0.5}
_SELECT_ALL, _ESCAPE = Press("a", ("ctrl",)), Press("escape")
#: From when on a click is no part of a double click any more.
_APART_S = 1.0


class OracleAgent(Agent):
    """An agent that solves tasks by their subtasks' own oracles, and answers FAIL to an infeasible task.

    An oracle that does not find its way is a fault of the subtask: the agent logs it, gives the task up and says DONE,
    so that it shows as an episode that failed.

    Args:
        astray: Whether it may begin in the middle of things, from where not every oracle finds its way: no fault. What
            is done by then is not done again.
        whole_paths: Whether it gives file dialogs whole paths, as `omnigym.tasks.oracle.UI` says.
        lacks: The senses that it does without, "sound" and "video". Of a critical task of OmniGUI (3.2) it draws one of
            the twins that only they tell apart, and does what that one asks for: `omnigym.tasks.modality_levels`.
        seed: The seed of what it draws, with that of the episode.
        click_only: Whether it does without what has a counterpart in `omnigym.wrappers.ClickOnly`: apps are open
            already, nothing is dismissed by Escape, the text of a field is selected by a triple click, and shortcuts
            are done by controls.
        controls: The share of shortcuts that are drawn to be done by the controls that do the same, which a screen
            shows: menus, buttons, fields. It needs `omnigym.devices.protocol.HasShortcutControls`, which the simulated
            devices are; a shortcut without such controls stays.

    Attributes:
        node: The id of the node that the last action was for; "" before.
    """

    def __init__(
        self,
        astray: bool = False,
        whole_paths: bool = False,
        click_only: bool = False,
        lacks: Collection[Sense] = (),
        seed: int = 0,
        controls: float = 0.0,
    ) -> None:
        self._controls = 1.0 if click_only else controls
        self._astray, self.node = astray, ""
        self._lacks, self._seed = lacks, seed
        self._click_only = click_only
        self._level = logging.DEBUG if astray else logging.WARNING
        self._whole_paths = whole_paths
        self._actions: Iterator[Action | On] = iter(())
        self._status: dict[str, str] = {}
        self._env: Env | None = None
        self._last: Action | On | None = None

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Plan the episode's task.

        Raises:
            CapabilityError: The environment is on a server, and so are its devices.
        """
        base: Any = env.unwrapped
        if not hasattr(base, "disturbances"):
            raise CapabilityError("An oracle reads the device itself. It plays environments of this process alone.")
        self._env, self._last, self.node = env, None, ""
        self._note(info)
        kinds = base.disturbances
        disturbed = base.task.adverse or (any(kinds.values()) if isinstance(kinds, Mapping) else bool(kinds))
        actions = self._solve(self._understood(base.task, base.np_random_seed), base.devices, disturbed)
        if self._click_only:
            actions = _by_clicks(actions)
        if self._controls:
            drawn = random.Random(f"controls {self._seed} {base.np_random_seed} {base.task.id}")
            actions = _by_controls(actions, base.devices, lambda: drawn.random() < self._controls)
        self._actions = actions

    def _understood(self, task: Task, seed: int) -> Task:
        """The task, or the twin that it is taken for without what is not heard or seen."""
        if not self._lacks or level_of(task) != "critical":
            return task
        deaf, blind = "sound" in self._lacks, "video" in self._lacks
        same = [t.task for t in twins_of(task) if deaf >= t.heard and blind >= t.watched]
        return random.Random(f"{self._seed} {seed} {task.id}").choice([task, *same])

    def act(self, observation: object, info: Mapping[str, object]) -> Any:
        """Return the next action of the current oracle, as an `On` if there are several devices."""
        del observation
        self._note(info)
        try:
            self._last = next(self._actions, Done())
        except OracleError as e:
            _LOG.log(self._level, "Task %s: %s", info["task_id"], e)
            self._actions = iter(())
            self._last = Done()
        return self._last

    def rationale(self, action: Action | On | None = None, *, recovering: bool = False) -> Rationale:
        """Return the thought by rule (`omnigym.baselines.thoughts`) before an action on the screen as it is now.

        Args:
            action: The action; None for the last one of `act`.
            recovering: Whether the action before it was a mistake.
        """
        action = self._last if action is None else action
        if self._env is None or action is None:
            return Rationale("", "", "")
        base: Any = self._env.unwrapped
        names = base.device_names
        device = action.device if isinstance(action, On) else names[0]
        try:
            tree = base.a11y(device) if device else base.a11y()
        except (CapabilityError, DeviceError):  # it has none, or the next step says that it failed
            tree = None
        bound = base.task.bound
        parts = {name: node.instruction for name, node in bound.items()}
        completed = sum([self._completed(node) for node in bound.values()])
        return think(parts, self.node, action, tree, completed, recovering=recovering)

    def log_fields(self) -> Mapping[str, object]:
        """Return the thought of the last action; see `omnigym.baselines.agent.LogsSteps`."""
        return {"thought": self.rationale().text}

    def _oracle(self, ui: UI, task: Task, node: str) -> Iterator[Action]:
        """The actions for a node."""
        bound = task.bound[node]
        if bound.subtask.oracle is None:
            raise OracleError(f"The subtask {bound.subtask.id!r} came with its file and has no oracle.")
        return bound.subtask.oracle(ui, **bound.parameters)

    def _note(self, info: Mapping[str, Any]) -> None:
        self._status = dict(zip(info["node_ids"], info["node_status"], strict=True))

    def _completed(self, node: BoundNode) -> bool:
        return all(self._status[p.id] == "completed" for p in node.parts)

    def _solve(self, task: Task, devices: Mapping[str, Device], disturbed: bool) -> Iterator[Action | On]:
        if task.infeasible:
            yield Fail()
            return
        # A task that is judged at its end completes no node before, so the oracle looks at the state itself.
        watch = InterruptionWatch(task, devices) if disturbed and task.evaluate != "each_step" else None
        name = task.device_names[0]
        for action in read_briefing(UI(devices[name]), task):
            yield On(name, action) if name else action
        for node in oracle_order(task):
            bound = task.bound[node]
            if self._astray and self._completed(bound):
                continue
            self.node = node
            name = task.nodes[task.dag.index[node]].device
            ui = UI(devices[name], bound.subtask.app, self._whole_paths)
            solve = partial(self._oracle, ui, task, node)
            done = partial(self._completed, bound) if watch is None else partial(watch.done, node)
            acted = adaptive_actions(ui, solve, done) if disturbed else solve()
            for action in acted if watch is None else watch.over(acted, name):
                yield On(name, action) if name else action
            for _ in range(_WAITS if task.evaluate == "each_step" else 0):
                if self._completed(bound):
                    break
                yield Wait(_WAIT_S)


def _by_clicks(actions: Iterator[Action | On]) -> Iterator[Action | On]:
    """The actions without opening apps and Escape; Ctrl+A in a field that was clicked on is a triple click there."""
    field: Click | None = None
    for action in actions:
        if action == _SELECT_ALL and field is not None:
            yield Wait(_APART_S)  # or it would be a fourth click
            yield replace(field, count=3)
        elif not isinstance(action, OpenApp) and action != _ESCAPE:
            field = action if isinstance(action, Click) and action.button == "left" else None
            yield action


def _by_controls(
    actions: Iterator[Action | On], devices: Mapping[str, Device], drawn: Callable[[], bool]
) -> Iterator[Action | On]:
    """The actions with shortcuts done by controls where they are drawn, and left out where they change nothing."""
    for action in actions:
        name, plain = (action.device, action.action) if isinstance(action, On) else (next(iter(devices)), action)
        device, clicks = devices[name], None
        if isinstance(plain, Press) and isinstance(device, HasShortcutControls) and drawn():
            clicks = device.controls_for(plain)
        if clicks is None:
            yield action
            continue
        for click in clicks:
            yield On(name, click) if isinstance(action, On) else click


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent ``oracle`` or another one: with a way of its own, or without a sense.

    ``oracle:clicks`` is for click-only tasks, ``oracle:controls`` uses controls instead of shortcuts, ``oracle:drawn``
    draws between the two each time, and ``oracle:deaf`` and others lack a sense.

    Raises:
        ConfigError: The argument is another one.
    """
    if argument not in ("", "clicks", *_SHARES, *_LACKS):
        known = ", ".join(map(repr, ("clicks", *_SHARES, *_LACKS)))
        raise ConfigError(f"The agent 'oracle' takes no argument or one of {known}, got {argument!r}.")
    lacks, controls = _LACKS.get(argument, ()), _SHARES.get(argument, 0.0)
    return OracleAgent(click_only=argument == "clicks", lacks=lacks, seed=seed, controls=controls)
