"""A model that answers correctly: it expresses the oracle's actions, in the space and form of the agent.

With it an agent's whole way, from prompt to action, is proved without a model: `rehearse` plays an episode, and what an
action space cannot say is told apart from what goes wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from omnigym.actions import Action, Click, Drag, On, OpenApp, Press, Scroll, Type, Wait
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig, read_config
from omnigym.agents.dialects import Dialect, Form, Speech, calls_in, written
from omnigym.agents.dialects.declaring import ENDS, Inside, RootDialect
from omnigym.agents.model import Answer, Model, PromptMessage, Tool, Usage
from omnigym.agents.readback import Fidelity, fidelity
from omnigym.baselines.agent import Env
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.thoughts import Rationale
from omnigym.errors import ActionError
from omnigym.wrappers.devices import tree_on
from omnigym.wrappers.marks import center_of

__all__ = [
    "ExpressedAction",
    "OracleModel",
    "Player",
    "RehearsedAgent",
    "Unsayable",
    "demonstration_config",
    "make_agent",
    "rehearse",
]


class Unsayable(ActionError):
    """The space cannot express an action of the oracle."""


class Player(Protocol):
    """What a model says: a player that has a thought for each of its actions."""

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin an episode."""
        ...

    def act(self, observation: object, info: Mapping[str, object]) -> Action | On:
        """Return the next action."""
        ...

    def rationale(self, action: Action | On | None = None, *, recovering: bool = False) -> Rationale:
        """Return the thought before an action on the screen as it is now."""
        ...


class ExpressedAction(NamedTuple):
    """An action that was put into words.

    Attributes:
        action: The action.
        fidelity: How well the words say it.
        thought: The thought that is said with it; "" for none.
        wrong: Whether it is a mistake that was made on purpose: nothing to learn.
        recovering: Whether it is the first one after such a mistake.
    """

    action: Action | On
    fidelity: Fidelity
    thought: str = ""
    wrong: bool = False
    recovering: bool = False


class OracleModel:
    """An `omnigym.agents.model.Model` that expresses the next action of the oracle for its agent.

    Args:
        player: Whose actions they are; None for the oracle.
        thinks: Whether answers have a thought (`omnigym.baselines.thoughts`).
        exact: Whether an action that the space can only say roughly, but for a pause, is none that it can say.
        astray: The probability of a mistake before an action: a click elsewhere, a scroll or Escape. The oracle goes on
            from what has become of it.

    Attributes:
        unsayable: What `respond` had no words for in this episode; None if there was nothing.
        expressed: What the last answer says; None before the first.
    """

    def __init__(
        self, player: Player | None = None, *, thinks: bool = False, exact: bool = False, astray: float = 0.0
    ) -> None:
        self._player: Player = OracleAgent() if player is None else player
        self._thinks, self._exact, self._astray = thinks, exact, astray
        self._chance = random.Random(0)
        self._info: Mapping[str, object] = {}
        self._observation: object = None
        self.unsayable: Unsayable | None = None
        self.expressed: ExpressedAction | None = None
        self._agent: ChatAgent | None = None
        self._env: Env | None = None
        self._next: tuple[Action | On, bool, bool] | None = None
        self._actions: Iterator[tuple[Action | On, bool, bool]] = iter(())

    def begin(self, agent: ChatAgent, env: Env, info: Mapping[str, object], seed: int = 0) -> None:
        """Begin an episode of an agent; ``seed`` is that of its mistakes."""
        self._agent, self._env, self.unsayable, self.expressed = agent, env, None, None
        self._chance.seed(f"{seed} {info['task_id']}")
        if self._astray:
            self._player = OracleAgent()
        self._player.reset(env, info)
        self._next, self._actions = None, self._all()

    def see(self, observation: object, info: Mapping[str, object]) -> None:
        """Note the agent's next view."""
        self._observation, self._info, self._next = observation, info, None

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        """Return the answer of a role: the planner says that the others know, and a role without an action now skips.

        Raises:
            Unsayable: The space cannot say it.
        """
        assert self._agent is not None, "begin comes before answer"
        del tools
        agent = self._agent
        system = messages[0].text
        if system.startswith("You plan"):
            return Answer("Do what comes next.", usage=Usage(1, 1))
        if self._next is None:
            self._next = next(self._actions)
        action, wrong, recovering = self._next
        thought = self._player.rationale(action, recovering=recovering) if self._thinks and not wrong else None
        action, speech = self._meant(system, agent, action)
        try:
            return self._said(action, speech, agent, thought, wrong, recovering)
        except ActionError as e:
            raise Unsayable(str(e)) from None

    def _said(
        self,
        meant: Action | On,
        speech: Speech,
        agent: ChatAgent,
        thought: Rationale | None,
        wrong: bool,
        recovering: bool,
    ) -> Answer:
        """The answer, which was read back: it is the action that it says.

        Raises:
            ActionError: There are no words for it.
        """
        action, form = agent.on_picture(meant), agent.config.spoken
        plain = written(action, speech, form)
        if isinstance(speech, RootDialect | Inside):  # one of several says a part of it
            return plain
        found = _actions_in(plain, speech, form)
        how = fidelity(action, found)
        # how long one waits is no other action
        if how == "wrong" or (self._exact and how != "exact" and not isinstance(action, Wait)):
            raise ActionError(f"{_name_of(speech)} says {action!r} as {found!r}.")
        answer = written(action, speech, form, thought)
        if _actions_in(answer, speech, form) != found:  # the thought quotes what reads as a call
            thought, answer = None, plain
        self.expressed = ExpressedAction(meant, how, thought.text if thought is not None else "", wrong, recovering)
        return answer

    def _meant(self, system: str, agent: ChatAgent, action: Action | On) -> tuple[Action | On, Speech]:
        """What who was asked has to say, and how: by what it was told first."""
        first = next(iter(agent.stations.values()))  # does what is of no device, such as waiting
        inner, device = (action.action, action.device) if isinstance(action, On) else (action, first.device)
        if system.startswith("You declare"):
            return inner, RootDialect()
        if agent.config.structure != "by-environment":
            return action, agent.dialect
        station = agent.stations[system.removeprefix("You operate the environment ").partition(":")[0]]
        if device != station.device or isinstance(inner, ENDS):
            return inner, RootDialect(skipping=True)
        return inner, station.dialect

    def respond(self, body: Mapping[str, Any]) -> Answer:
        """Return the answer to the body of a request, for `omnigym.agents.serving.ChatServer`."""
        try:
            first = body.get("system") or (body.get("input") or body["messages"])[0]["content"]
            return self.answer(
                (PromptMessage("system", (first if isinstance(first, str) else str(first[0]["text"]),)),)
            )
        except Unsayable as e:
            self.unsayable = e
            return Answer("I have no words for it.")

    def _all(self) -> Iterator[tuple[Action | On, bool, bool]]:
        """The actions, each with whether it is a mistake, and whether one was before it."""
        recovering = False
        while True:
            if self._astray and not recovering and self._chance.random() < self._astray:
                yield self._mistake(), True, False
                assert self._env is not None
                self._player = OracleAgent(astray=True)
                self._player.reset(self._env, self._info)
                recovering = True
            action = self._player.act(self._observation, self._info)
            inner, device = (action.action, action.device) if isinstance(action, On) else (action, "")
            said = [inner] if self._can_say(action) else self._otherwise(inner, device)
            for step in said:
                yield On(device, step) if device else step, False, recovering
                recovering = False

    def _mistake(self) -> Action | On:
        """An action of somebody who errs: it can be undone, or does nothing."""
        assert self._env is not None
        at = round(self._chance.uniform(0.1, 0.9), 3), round(self._chance.uniform(0.1, 0.9), 3)
        ways: list[Action] = [Click(at), Click(at), Scroll(at, 3.0), Press("escape")]
        sayable = [a for a in ways if self._can_say(a)]
        action = self._chance.choice(sayable or [Wait(1.0)])
        names = self._env.get_wrapper_attr("device_names")
        return On(names[0], action) if names[0] else action

    def _can_say(self, action: Action | On) -> bool:
        assert self._agent is not None
        try:
            self._agent.dialect.say(self._agent.on_picture(action))
        except ActionError:
            return False
        return True

    def _otherwise(self, action: Action, device: str) -> Iterable[Action]:
        """What does the same, where a space has no words for an action: CRAB's phone has no Enter."""
        if isinstance(action, OpenApp):
            return self._opened_by_hand(action, device)
        return [Type("\n")] if action == Press("enter") else [action]

    def _opened_by_hand(self, action: OpenApp, device: str) -> Iterator[Action]:
        """An app opened as a person does it: on a phone by its icon in the drawer.

        Raises:
            Unsayable: There is no such icon.
        """
        assert self._env is not None
        yield Press("home")
        yield Drag((0.74, 0.83), (0.74, 0.04), duration=0.5)
        tree = tree_on(self._env, device)
        icon = tree.find(key=f"drawer.{action.app}")
        if icon is None:
            raise Unsayable(f"there is no icon of {action.app!r}")
        yield Click(center_of(icon.bounds, tree.size))


class RehearsedAgent(ChatAgent):
    """An agent whose model answers correctly.

    Args:
        config: The options; the endpoint's are not used.
        model: What asks the oracle; None for directly.
        oracle: The oracle behind ``model``.
    """

    def __init__(self, config: ChatConfig, model: Model | None = None, oracle: OracleModel | None = None) -> None:
        self._oracle = oracle or OracleModel()
        self._drawn = 0
        super().__init__(config, model or self._oracle)

    def seed(self, seed: int) -> None:
        """Set the seed of the oracle's mistakes, if it makes some."""
        super().seed(seed)
        self._drawn = seed

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin with the oracle."""
        super().reset(env, info)
        self._oracle.begin(self, env, info, self._drawn)

    def act(self, observation: object, info: Mapping[str, object]) -> Action | On:
        """Return the oracle's action.

        Raises:
            Unsayable: The space cannot say it.
        """
        self._oracle.see(observation, info)
        action = super().act(observation, info)
        if self._oracle.unsayable is not None:
            raise self._oracle.unsayable
        return action


def _actions_in(answer: Answer, speech: Speech, form: Form) -> list[Action | On]:
    return [action for said in calls_in(answer, speech, form) for action in said.actions]


def _name_of(speech: Speech) -> str:
    return f"space={speech.NAME}" if isinstance(speech, Dialect) else "the space"


#: What stands for the address of a model that is the oracle.
_NOWHERE: Final = "oracle@http://localhost/v1"


def demonstration_config(options: str = "") -> ChatConfig:
    """Return the options of an agent whose model is the oracle: those of `omnigym.agents.config` after commas.

    Raises:
        ConfigError: They are none.
    """
    return read_config(f"{_NOWHERE},{options}" if options else _NOWHERE)


def make_agent(argument: str, seed: int) -> RehearsedAgent:
    """Make the agent ``oracle_model``: the oracle in the words of a space, ``oracle_model:space=qwen,tree=2000``.

    Raises:
        ConfigError: The options are wrong.
    """
    del seed
    return RehearsedAgent(demonstration_config(argument), oracle=OracleModel(thinks=True))


def rehearse(env: Env, agent: RehearsedAgent, task: str, seed: int = 0) -> bool | None:
    """Play an episode, and return whether it scores; None if the space cannot express its actions.

    Args:
        env: What the agent's ``wrap`` returned.
        agent: Plays.
        task: Id of the task.
        seed: Of the device and the agent.
    """
    observation, info = env.reset(seed=seed, options={"task": task})
    agent.seed(seed)
    agent.reset(env, info)
    ended = False
    try:
        while not ended:
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            ended = terminated or truncated
    except Unsayable:
        return None
    return bool(info["is_success"])
