"""Demonstrations as conversations: what `evaluate` sends to a model, with the right answers in the words of a space.

The agent ``chat`` itself plays, and a model that knows the answers (`omnigym.agents.oracle_model`) is listened to: an
`Exchange` is what that model was sent and what it said. The actions are an oracle's (`Demonstrator.play`), those of a
recording (`recorded`), or those of a rollout with a model, which has its own answers (`told_again`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from omnigym.actions import Action, On
from omnigym.agents.config import ChatConfig
from omnigym.agents.dialects import RESIZED_BY, make_dialect, tools_of
from omnigym.agents.model import Answer, Call, Model, PromptMessage, PromptPicture, Tool
from omnigym.agents.observing import picture_of, size_of_picture
from omnigym.agents.oracle_model import OracleModel, Player, RehearsedAgent, Unsayable
from omnigym.agents.token_counts import TokenCounter
from omnigym.agents.transcript import Talker
from omnigym.baselines.agent import Env
from omnigym.errors import ConfigError, DeviceError, RecordingError
from omnigym.recording.files import picture_in
from omnigym.recording.rollouts import Message, RolloutRecord, RolloutStep, ToolCall
from omnigym.recording.sft import ChatExample, ChatMessage, ChatPicture

__all__ = ["Demonstration", "Demonstrator", "Exchange", "PackingRules", "check_config", "examples_of", "told_again"]


class Exchange(NamedTuple):
    """An exchange with a model at a step: the messages and the answer.

    Attributes:
        step: The number of the step, from 0.
        messages: The conversation as it was sent.
        tools: What it may call.
        answer: What it said.
        wrong: Whether that was a mistake.
        recovered: Whether it came right after one.
        approximate: Whether it says its action roughly.
        action: The action that it says; None where the answer is a model's own.
    """

    step: int
    messages: tuple[PromptMessage, ...]
    tools: tuple[Tool, ...]
    answer: Answer
    wrong: bool = False
    recovered: bool = False
    approximate: bool = False
    action: Action | On | None = None


class Demonstration(NamedTuple):
    """An episode as exchanges.

    Attributes:
        id: Unique in an export.
        task_id, instruction, split, seed: The episode's.
        exchanges: In order.
        success: Whether it scored.
        left_out: Why there is nothing to learn of it; "" where there is.
    """

    id: str
    task_id: str
    instruction: str
    split: str
    seed: int | None
    exchanges: tuple[Exchange, ...]
    success: bool
    left_out: str = ""


def check_config(config: ChatConfig) -> None:
    """Check that an agent of these options can be demonstrated to.

    Raises:
        ConfigError: Several models share its work.
    """
    if config.structure != "single":
        raise ConfigError(f"Demonstrations are for one model: set structure=single, got {config.structure}.")


class _Listener:
    """A model that is listened to."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.heard: tuple[tuple[PromptMessage, ...], tuple[Tool, ...], Answer] | None = None

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        """Return the model's answer."""
        answer = self._model.answer(messages, tools)
        self.heard = tuple(messages), tuple(tools), answer
        return answer


class Demonstrator:
    """Plays episodes with an agent whose model knows the answers.

    Args:
        config: The options of the agent.
        env: The environment.
        player: Whose actions are demonstrated; None for the oracle.
        exact: As of `omnigym.agents.oracle_model.OracleModel`: for actions that are not played but were.
        thinks: Whether answers have a thought.
        astray: The probability of a mistake before a step.

    Raises:
        ConfigError: Several models share the agent's work, or its space is not for this environment.
    """

    def __init__(
        self,
        config: ChatConfig,
        env: Env,
        player: Player | None = None,
        *,
        exact: bool = False,
        thinks: bool = True,
        astray: float = 0.0,
    ) -> None:
        check_config(config)
        self._oracle = OracleModel(player, thinks=thinks, exact=exact, astray=astray)
        self._listener = _Listener(self._oracle)
        self._agent = RehearsedAgent(config, self._listener, self._oracle)
        self._env = self._agent.wrap(env)

    def play(self, name: str, task: str, seed: int, split: str = "", max_steps: int | None = None) -> Demonstration:
        """Play an episode.

        Args:
            name: The demonstration's id.
            task: Id of the task.
            seed: Of the reset, and of the mistakes.
            split: The task's.
            max_steps: The most steps; None for the environment's own limit.
        """
        env, agent = self._env, self._agent
        exchanges: list[Exchange] = []
        instruction, success, problem = "", False, ""
        try:
            observation, info = env.reset(seed=seed, options={"task": task})
            instruction = str(info["instruction"])
            agent.seed(seed)
            agent.reset(env, info)
            ended = False
            while not ended and (max_steps is None or info["steps"] < max_steps):
                step = int(info["steps"])
                action = agent.act(observation, info)
                exchanges += self._heard(step)
                observation, _, terminated, truncated, info = env.step(action)
                ended = terminated or truncated
            success = bool(info["is_success"])
            problem = "" if success else f"the episode failed: {info['end_reason'] or 'step limit'}"
            problem = str(info["device_error"] or problem)
        except Unsayable as e:
            problem = f"the space has no words: {e}"
        except DeviceError as e:
            problem = f"the device failed: {e}"
        return Demonstration(name, task, instruction, split, seed, tuple(exchanges), success, problem)

    def _heard(self, step: int) -> list[Exchange]:
        """The model's answer at a step; nothing where an action of the answer before was still to be done."""
        heard, self._listener.heard, said = self._listener.heard, None, self._oracle.expressed
        if heard is None or said is None:
            return []
        return [Exchange(step, *heard, said.wrong, said.recovering, said.fidelity != "exact", said.action)]


# -- a rollout with a model, told again --------------------------------------------------------------------------------

_WORDS: Final = re.compile(r"\A(?:Your last action was invalid: .*?\n)?Step \d+\.(?=\n|\Z)", re.DOTALL)


class _Reader:
    """A model that says what was said; it is listened to."""

    def __init__(self) -> None:
        self.next = Answer()
        self.heard: tuple[PromptMessage, ...] = ()

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        """Return what was said."""
        del tools
        self.heard = tuple(messages)
        return self.next


def told_again(
    record: RolloutRecord,
    steps: Sequence[RolloutStep],
    config: ChatConfig,
    platform: str,
    folder: Path,
    split: str = "",
) -> Demonstration:
    """Return a rollout as the exchanges that its model had.

    Args:
        record: The rollout.
        steps: All its steps from the start of the task on.
        config: The options of its agent.
        platform: What its device stands for.
        folder: Where its pictures are.
        split: The task's.

    Raises:
        RecordingError: It has no messages of a model, or a picture is missing.
    """
    system = next((m.content for step in steps for m in step.messages if m.role == "system"), None)
    if system is None:
        raise RecordingError(
            f"The rollout {record.id} has no messages of a model. Play it with --policy oracle,space=..."
        )
    dialect = make_dialect(config.space, platform, config.numbered)
    tools = tools_of(dialect, config.spoken)
    reader = _Reader()
    talker = Talker(reader, "single", system, config.screens, config.turns)
    exchanges: list[Exchange] = []
    strayed = False
    for n, step in enumerate(steps):
        if not step.messages:
            if exchanges and _is_wrong(step):
                exchanges[-1], strayed = exchanges[-1]._replace(wrong=True), True
            continue
        reader.next = _answer(step.messages)
        words, shown = _seen(step.messages, folder)
        results = [m.content for m in step.messages if m.role == "tool"]
        talker.ask(n + 1, words, shown, tools, results)
        wrong = _is_wrong(step)
        exchanges.append(Exchange(n, reader.heard, tools, reader.next, wrong, strayed and not wrong))
        strayed = wrong
    own = [e for e in exchanges if e.step >= record.at] if record.parent is not None else exchanges
    problem = "" if record.is_success else f"the episode failed: {record.end_reason or 'step limit'}"
    problem = f"it is not scored: {record.problem}" if record.unscored else problem
    return Demonstration(
        record.id, record.task_id, record.instruction, split, record.seed, tuple(own), record.is_success, problem
    )


def _is_wrong(step: RolloutStep) -> bool:
    return any(action.get("type") == "Invalid" for action in step.actions)


def _answer(messages: Sequence[Message]) -> Answer:
    said = next((m for m in messages if m.role == "assistant"), None)
    if said is None:
        raise RecordingError("A step has a prompt and no answer.")
    text = f"<think>\n{said.reasoning}\n</think>\n{said.content}" if said.reasoning else said.content
    return Answer(text, tuple([Call(c.name, c.arguments, c.id) for c in said.calls]))


def _seen(messages: Sequence[Message], folder: Path) -> tuple[str, tuple[str | PromptPicture, ...]]:
    """The words of a turn, which are told again later, and what was shown with them."""
    user = next((m for m in messages if m.role == "user"), None)
    if user is None:
        return "", ()
    found = _WORDS.match(user.content)
    words = found[0] if found else user.content
    rest = user.content[len(words) + 1 :]
    shown: list[str | PromptPicture] = [rest] if rest else []
    if user.image is not None:
        kind: Literal["png", "jpeg"] = "jpeg" if user.image.endswith(("jpeg", "jpg")) else "png"
        shown.append(picture_of(picture_in(folder, user.image), kind))
    return words, tuple(shown)


# -- examples ----------------------------------------------------------------------------------------------------------


class PackingRules(NamedTuple):
    """Settings of the examples that exchanges become.

    Attributes:
        by: "step": an example for each exchange, with the conversation before it as it was sent. "episode": exchanges
            whose conversation goes on from the one before share an example.
        space: The action space, by which pictures are resized.
        max_pixels: The most pixels of a picture as the model's processor makes it; None for the processor's own bound.
        counter: Counts tokens; None for nobody.
    """

    by: str = "step"
    space: str = ""
    max_pixels: int | None = None
    counter: TokenCounter | None = None


def examples_of(demonstration: Demonstration, packing: PackingRules) -> Iterator[ChatExample]:
    """Yield the examples of an episode; answers that are mistakes are not learned, and none ends with one.

    Raises:
        ConfigError: A picture is larger than its budget, or the tokenizer's template does not take the conversation.
    """
    for group in _groups(demonstration.exchanges, packing.by):
        while group and group[-1].wrong:
            group = group[:-1]
        if not group:
            continue
        yield _example(demonstration, group, packing)


def _groups(exchanges: Sequence[Exchange], by: str) -> Iterator[list[Exchange]]:
    group: list[Exchange] = []
    for exchange in exchanges:
        if group and not (by == "episode" and _goes_on(group[-1], exchange)):
            yield group
            group = []
        group.append(exchange)
    if group:
        yield group


def _goes_on(before: Exchange, after: Exchange) -> bool:
    """Whether a conversation is the one before, its answer, and more."""
    known = [*before.messages, _reply(before)]
    return len(known) < len(after.messages) and all(
        _key(a) == _key(b) for a, b in zip(known, after.messages, strict=False)
    )


def _key(message: PromptMessage) -> tuple[object, ...]:
    parts = tuple([p.data if isinstance(p, PromptPicture) else p for p in message.parts])
    return message.role, parts, [(c.name, c.arguments) for c in message.calls], message.call_id


def _reply(exchange: Exchange) -> PromptMessage:
    answer = exchange.answer
    return PromptMessage("assistant", (answer.text,) if answer.text else (), answer.calls)


def _example(demonstration: Demonstration, group: Sequence[Exchange], packing: PackingRules) -> ChatExample:
    last = group[-1]
    learned = {len(e.messages): e for e in group}
    messages = []
    for place, message in enumerate([*last.messages, _reply(last)]):
        exchange = learned.get(place)
        learn = exchange is not None and not exchange.wrong
        messages.append(_message(message, packing, demonstration.id, learn))
    example = ChatExample(
        id=f"{demonstration.id}/{group[0].step}" + (f"-{last.step}" if len(group) > 1 else ""),
        task_id=demonstration.task_id,
        instruction=demonstration.instruction,
        split=demonstration.split or "train",
        seed=demonstration.seed,
        messages=tuple(messages),
        tools=tuple([_schema(tool) for tool in last.tools]),
        steps=tuple([e.step for e in group if not e.wrong]),
        wrong=tuple([e.step for e in group if e.wrong]),
        recovered=tuple([e.step for e in group if e.recovered]),
        approximate=tuple([e.step for e in group if e.approximate]),
        success=demonstration.success,
    )
    rule = RESIZED_BY.get(packing.space)
    if rule is not None:
        example = example._replace(image_tokens=sum([rule.tokens(p.size) for p in example.pictures]))
    return example if packing.counter is None else example._replace(tokens=packing.counter.count(example))


def _message(message: PromptMessage, packing: PackingRules, name: str, learn: bool) -> ChatMessage:
    parts: list[str | ChatPicture] = []
    for part in message.parts:
        if isinstance(part, PromptPicture):
            parts.append(_picture(part, packing, name))
        elif isinstance(part, str):
            parts.append(part)
    calls = tuple([ToolCall(c.name, c.arguments, c.id) for c in message.calls])
    return ChatMessage(message.role, tuple(parts), calls, message.call_id, learn)


def _picture(picture: PromptPicture, packing: PackingRules, name: str) -> ChatPicture:
    own = size_of_picture(picture)
    rule = RESIZED_BY.get(packing.space)
    size = own if rule is None else rule(own)
    if packing.max_pixels is not None and size[0] * size[1] > packing.max_pixels:
        raise ConfigError(
            f"A picture of {name} has {size[0]} x {size[1]} = {size[0] * size[1]:,} pixels as the model gets it, and "
            f"its budget is {packing.max_pixels:,}: a trainer would shrink it, and positions would be elsewhere. Set a "
            "smaller size=WIDTHxHEIGHT, or a larger budget."
        )
    return ChatPicture(picture.data, picture.kind, size)


def _schema(tool: Tool) -> Mapping[str, Any]:
    if tool.native is not None:
        return tool.native
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}
