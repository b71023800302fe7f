"""Behaviour cloning of the oracles on node actions; it points at nodes and words, without rendering.

    omnigym clone --tasks nodes:1 --out runs/clone
    omnigym evaluate --agent clone:runs/clone/model.safetensors --tasks nodes:1 --split heldout

First the oracle plays every training task once, and what several tasks have in common is the vocabulary: the words and
names that the network may know, and what can be spelt at once (`_survey`). Then it plays them again, some
times after or in the middle of actions by chance, or with parameters put together from several of them
(`_examples.examples`), and the network (`_chooser`) learns what it does (`_epochs`). If asked for, the clone plays when
half of that is done, and where it goes astray the oracle shows how to go on. Meanwhile what is the task's own, such as
the name of its file, is hidden from it now and then: it has to find it by where else it is said, as it will have to
with a name that it never saw.

With ``--data`` nobody plays: vocabulary and examples are of recorded episodes (`_recorded`), an oracle's or a person's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.clone.augmentation import paraphrase_task
from omnigym.baselines.clone.chains import chains_of_two, several
from omnigym.baselines.clone.config import CloneConfig
from omnigym.baselines.clone.demonstration_dataset import ExamplePlan, examples, first_steps, own_words
from omnigym.baselines.clone.epochs import in_view, learn
from omnigym.baselines.clone.recorded_dataset import recorded_examples, survey_of_recorded
from omnigym.baselines.clone.segmentation import learn_cuts, told_of
from omnigym.baselines.clone.survey import survey, words_in
from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.instruction_features import MOST_TOKENS, History
from omnigym.baselines.policy.instruction_segmenter import begin, look
from omnigym.baselines.policy.tensor_file import (
    document_of,
    load_optimizer,
    load_policy,
    part_of,
    read_tensors,
    write_tensors,
)
from omnigym.baselines.policy.text_encoder import reader_of
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.errors import ConfigError
from omnigym.tasks.task import Task, stable_hash
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_layout import NodeLayout

__all__ = ["CloneAgent", "CloneConfig", "known_of", "make_agent", "plans_of", "read_clone", "train"]

FORMAT = "omnigym-clone/4"
_COMMAND = "omnigym clone"
#: The other wordings of each task whose words are known.
_WORDINGS = 6
#: How many instructions of several subtasks it reads to learn where one of them ends.
_TEXTS = 300


class _Document(BaseModel):
    """All of a file but its tensors: the run, the words that the network knows, and its action space."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: CloneConfig
    words: tuple[str, ...]
    layout: NodeLayout
    epochs: int = Field(ge=0)

    def policy(self) -> Chooser:
        """The network, which has learned nothing."""
        return self.config.senses.policy(self.layout, len(self.words) + 1, self.config.width)


class ModelFile(NamedTuple):
    """What a file holds.

    Attributes:
        document: What it says.
        policy: The weights.
        optimizer: Adam's state.
        player: The weights of whoever played and went astray; {} before.
        known: How sure the network was of each example.
    """

    document: _Document
    policy: dict[str, torch.Tensor]
    optimizer: dict[str, torch.Tensor]
    player: Mapping[str, torch.Tensor] = MappingProxyType({})
    known: tuple[float, ...] = ()


def train(
    config: CloneConfig,
    advance: Callable[[int, float], None] = lambda *_: None,
    *,
    stop: Callable[[], bool] = lambda: False,
    resume: ModelFile | None = None,
) -> Path | None:
    """Train, and write ``model.safetensors`` after every epoch.

    Args:
        config: What to do; to go on, that of the file, with the directory and maybe more epochs.
        advance: Called after each epoch with its number, from 1, and the share of its steps in which what the oracle
            does had more than half of the probability.
        stop: Asked after each gradient step; once it says so, that is all. What was learned since the last epoch ended
            is left out, so that a run that goes on is the same as one that was never interrupted.
        resume: What is to go on, of `read_clone`. The examples are made again; they are the same.

    Returns:
        The path of the model; None if not one epoch was finished.

    Raises:
        MissingDependencyError: The reader's network is not installed.
        ConfigError: The configuration is wrong, the oracle solves none of the tasks, or there are no such data to learn
            from; see `omnigym.recording.read_demonstrations`.
        RecordingError: The data lack trees or are damaged.
    """
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    if config.reader:
        reader_of(config.reader)
    made = config.make()
    senses = config.senses
    env = senses.space(gymnasium.make(**made), config.nodes)
    base: Any = env.unwrapped
    tasks, device, size = [t.id for t in base.tasks], base.device.name, tuple(base.device.size)
    kinds = tuple(dict.fromkeys(subtask for task in base.tasks for subtask in task.subtasks))
    chains = [] if config.data else chains_of_two(kinds, config.chains * len(tasks), config.seed)
    if resume is not None:
        words, layout = Vocabulary(resume.document.words, senses.reader), resume.document.layout
        texts: list[Task] = []
    else:
        joined = config.joined and not config.data
        together = [*chains, *(several(kinds, min(_TEXTS, len(tasks)), config.seed) if joined else ())]
        words, layout, texts = known_of(config, env, together)
    env.close()
    play = partial(examples, made, layout=layout, vocabulary=words, processes=config.processes, senses=senses)
    if config.data:
        data = in_view(recorded_examples(config.data, device, layout, words, senses, size))
    else:
        episodes = play(tasks, plans=plans_of(config))
        episodes += play(chains[::2], plans=[ExamplePlan(config.seed)])
        episodes += play(chains[1::2], plans=[ExamplePlan(config.seed, 1, True)])
        data = in_view(episodes if config.steps is None else first_steps(episodes, config.steps, config.seed))
    if not data and config.data:
        raise ConfigError("Nothing that was done in the data can be said in node actions of what is seen.")
    if not data:
        raise ConfigError(f"The oracle solves none of the {len(tasks)} tasks. Choose others: tasks=...")
    policy = senses.policy(layout, len(words), config.width)
    if texts:
        learn_cuts(policy.cuts, [told_of(t, words) for t in texts], config.seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=config.learning_rate)
    done, path = 0, config.out / "model.safetensors"
    player: dict[str, torch.Tensor] = {}
    if resume is not None:
        done, player = resume.document.epochs, dict(resume.player)
        load_policy(policy, resume)
        load_optimizer(optimizer, resume)
    sure = resume.known if resume is not None else ()
    half = (config.epochs + 1) // 2
    own = [ExamplePlan(config.seed + n) for n in range(0 if config.data else config.failed)]
    for epoch in range(done, config.epochs):
        if own and epoch >= half:
            playing = _player(policy, resume)
            player = {name: p.detach() for name, p in playing.named_parameters()}
            data += in_view(play(tasks, plans=own, policy=playing))
            own = []
        for example, probability in zip(data, sure, strict=False):
            example.known = probability
        sure = ()
        right = learn(policy, optimizer, data, config, epoch, stop)
        if right is None:
            break
        document = _Document(config=config, words=words.words, layout=layout, epochs=epoch + 1)
        state = {f"{i}/{n}": t for i, s in optimizer.state_dict()["state"].items() for n, t in s.items()}
        weights = {name: p.detach() for name, p in policy.named_parameters()}
        known = torch.tensor([example.known for example in data])
        parts = {"policy": weights, "optimizer": state, "player": player, "lessons": {"known": known}}
        write_tensors(path, FORMAT, document.model_dump_json(), parts)
        done = epoch + 1
        advance(done, right)
    return path if done else None


def known_of(
    config: CloneConfig, env: NodeActions, together: Sequence[Task]
) -> tuple[Vocabulary, NodeLayout, list[Task]]:
    """Return the words that a network may know, its action space, and tasks to learn from where an order begins.

    Args:
        config: What to learn from.
        env: The environment.
        together: Tasks of several subtasks, whose words are known, too.
    """
    base: Any = env.unwrapped
    texts, longest = list[Task](), 0
    if config.data:
        met, longest = survey_of_recorded(config.data, base.device.name, config.senses)
    else:
        met = survey(env, [task.id for task in base.tasks])
        texts = [*base.tasks, *together]
        for task, told in zip(base.tasks, met.words, strict=True):
            for n in range(_WORDINGS if config.reworded else 0):
                texts.append(paraphrase_task(task, stable_hash([config.seed, n, task.id]) % 2**32))
                told |= words_in(texts[-1].instruction)
        met.words.extend(map(_words_between, together))
    pieces = tuple(p for p in Vocabulary.of(met.typed).words if len(p) > 1)
    most = max(longest, MOST_TOKENS, env.layout.tokens)
    layout = replace(env.layout, tokens=most, pieces=(*env.layout.pieces, *pieces))
    return Vocabulary(Vocabulary.of(met.words).words, config.reader), layout, texts


def _words_between(chain: Task) -> set[str]:
    """The words of an instruction but those of parameters: "then" and the like, which no single task says."""
    return words_in(chain.instruction) - own_words(chain.instruction, [node.parameters for node in chain.nodes])


def _player(policy: Chooser, resume: ModelFile | None) -> Chooser:
    """Who plays until it goes astray: the policy as it is; in a run that goes on, the one that did before."""
    playing = deepcopy(policy)
    if resume is not None and resume.player:
        load_policy(playing, resume._replace(policy=dict(resume.player)))
    return playing


def plans_of(config: CloneConfig) -> list[ExamplePlan]:
    """Return how the oracle plays each task."""
    kinds = (
        [ExamplePlan(0)] * config.plain + [ExamplePlan(0, 1)] * config.astray + [ExamplePlan(0, 1, True)] * config.torn
    )
    kinds += [ExamplePlan(0, 1, True, True)] * config.varied
    return [
        plan._replace(
            seed=config.seed + n,
            reworded=config.reworded,
            company=config.company,
            opened=config.opened,
            paths=config.paths,
            controls=config.controls,
        )
        for n, plan in enumerate(kinds)
    ]


def read_clone(path: Path) -> ModelFile:
    """Read and validate a file of `train`; it is untrusted data.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no such file, damaged or of another version.
    """
    text, tensors = read_tensors(path, FORMAT, _COMMAND)
    document = document_of(_Document, path, text)
    known = tuple(part_of("lessons", tensors).get("known", torch.zeros(0)).flatten().tolist())
    policy, optimizer, player = (part_of(part, tensors) for part in ("policy", "optimizer", "player"))
    return ModelFile(document, policy, optimizer, player, known)


class CloneAgent(Agent):
    """A trained network that acts greedily by default.

    Args:
        path: The model that `train` wrote.
        seed: Seeds the draw of actions.
        greedy: Whether each field is the likeliest; else they are drawn.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no such file, damaged or of another version.
    """

    def __init__(self, path: Path, seed: int = 0, greedy: bool = True) -> None:
        saved = read_clone(path)
        self._senses = saved.document.config.senses
        self._layout, self._words = saved.document.layout, Vocabulary(saved.document.words, self._senses.reader)
        self._policy = saved.document.policy()
        self.observation = self._senses.observation
        load_policy(self._policy, saved)
        self._seed, self._greedy = seed, greedy
        self._history = History()
        self._env: NodeActions

    def wrap(self, env: Env) -> Env:
        """Add the node actions on which the network was trained."""
        torch.manual_seed(self._seed)
        self._env = self._senses.wrap(env, self._layout)
        return self._env

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin an episode with an empty history."""
        del env, info
        self._history = begin(self._policy, self._env.codec, self._words)

    def act(self, observation: object, info: Mapping[str, object]) -> NDArray[np.int64]:
        """Return the network's choice among the possible actions."""
        del observation, info
        codec = self._env.codec
        self._history, view = look(self._policy, codec, self._history, self._words)
        (choice,) = self._policy.choose([view], self._greedy)
        if not codec.possible(choice):  # a token or node that the screen does not have: as good as doing nothing
            choice = codec.named("wait", count=0)
        self._history.add(codec, choice, self._words)
        return codec.layout.vector(choice)


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent of the model at the path ``argument``."""
    return CloneAgent(Path(argument or "runs/clone/model.safetensors"), seed)
