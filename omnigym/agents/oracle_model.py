"""A model that answers correctly: it expresses the oracle's actions, in the space and form of the agent.

With it an agent's whole way, from prompt to action, is proved without a model: `rehearse` plays an episode, and what an
action space cannot say is told apart from what goes wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from omnigym.actions import Action, Click, Drag, On, OpenApp, Press, Type
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig
from omnigym.agents.dialects import Speech
from omnigym.agents.dialects.call_syntax import written
from omnigym.agents.dialects.declaring import ENDS, RootDialect
from omnigym.agents.model import Answer, Model, PromptMessage, Tool, Usage
from omnigym.baselines.agent import Env
from omnigym.baselines.oracle import OracleAgent
from omnigym.errors import ActionError
from omnigym.wrappers.devices import tree_on
from omnigym.wrappers.marks import center_of

__all__ = ["OracleModel", "RehearsedAgent", "Unsayable", "rehearse"]


class Unsayable(ActionError):
    """The space cannot express an action of the oracle."""


class OracleModel:
    """An `omnigym.agents.model.Model` that expresses the next action of the oracle for its agent.

    Attributes:
        unsayable: What `respond` had no words for in this episode; None if there was nothing.
    """

    def __init__(self) -> None:
        self._oracle = OracleAgent()
        self._info: Mapping[str, object] = {}
        self._observation: object = None
        self.unsayable: Unsayable | None = None
        self._agent: ChatAgent | None = None
        self._env: Env | None = None
        self._next: Action | On | None = None
        self._actions: Iterator[Action | On] = iter(())

    def begin(self, agent: ChatAgent, env: Env, info: Mapping[str, object]) -> None:
        """Begin an episode of an agent."""
        self._agent, self._env, self.unsayable = agent, env, None
        self._oracle.reset(env, info)
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
        action, speech = self._meant(system, agent, self._next)
        try:
            return written(action, speech, agent.config.spoken)
        except ActionError as e:
            raise Unsayable(str(e)) from None

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

    def _all(self) -> Iterator[Action | On]:
        while True:
            action = self._oracle.act(self._observation, self._info)
            inner, device = (action.action, action.device) if isinstance(action, On) else (action, "")
            said = [inner] if self._can_say(action) else self._otherwise(inner, device)
            yield from (On(device, step) if device else step for step in said)

    def _can_say(self, action: Action | On) -> bool:
        assert self._agent is not None
        try:
            self._agent.dialect.say(action)
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
        super().__init__(config, model or self._oracle)

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin with the oracle."""
        super().reset(env, info)
        self._oracle.begin(self, env, info)

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
