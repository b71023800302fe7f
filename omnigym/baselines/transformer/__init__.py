"""Behaviour cloning of the oracles by a transformer on tokens: a language model of instruction, screen and action.

    from omnigym.baselines.transformer import TransformerConfig, train

    train(TransformerConfig(demonstrations=CloneConfig(tasks="nodes:1", out=Path("runs/tokens"))))

    omnigym evaluate --agent transformer:runs/tokens/model.safetensors --tasks nodes:1 --split heldout

It reads the same views as `omnigym.baselines.clone` and knows the same words, but the whole instruction at once, with
the last actions, and it has none of that learner's structure: a moment is a sequence of tokens (`token_sequence`), and
an action is the tokens that follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from torch.nn import functional

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.clone import CloneConfig, known_of, plans_of
from omnigym.baselines.clone.demonstration_dataset import Example, examples, first_steps
from omnigym.baselines.clone.epochs import hidden_in, in_view
from omnigym.baselines.policy.instruction_features import History
from omnigym.baselines.policy.modality import NODES
from omnigym.baselines.policy.node_view import NodeView
from omnigym.baselines.policy.tensor_file import document_of, load_policy, part_of, read_tensors, write_tensors
from omnigym.baselines.policy.view import view_of
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.baselines.transformer.network import TokenTransformer
from omnigym.baselines.transformer.token_sequence import Symbols, deal
from omnigym.errors import ConfigError
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_layout import Choice, NodeLayout

__all__ = ["TransformerAgent", "TransformerConfig", "make_agent", "train"]

FORMAT = "omnigym-transformer/1"
_WARM_UP = 50  # gradient steps in which the learning rate rises
_NOTHING = -100  # the label of what is not learned


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformerConfig:
    """The demonstrations and the network; the defaults are 6.3 million weights besides those of the tokens.

    Attributes:
        demonstrations: What the oracle shows, the epochs and where the model goes, as for a clone. Its ``data``,
            ``chains``, ``failed``, ``again`` and other senses than nodes say nothing.
        width, layers, heads: Of the network.
        batch: Examples in a gradient step.
        learning_rate: Adam's at its highest; it rises at first and falls to nothing.
        dealt: The share of examples whose pointers are dealt out anew. Without it a pointer means a place, which is
            learned sooner, and holds where screens are alike.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    demonstrations: CloneConfig = field(default_factory=CloneConfig)
    width: Annotated[int, Field(ge=8, le=1024, multiple_of=8)] = 256
    layers: Annotated[int, Field(ge=1, le=48)] = 8
    heads: Annotated[int, Field(ge=1, le=32)] = 4
    batch: Annotated[int, Field(ge=1, le=4096)] = 16
    learning_rate: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 1e-3
    dealt: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.5


class _Document(BaseModel):
    """All of a file but its tensors."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: TransformerConfig
    words: tuple[str, ...]
    layout: NodeLayout

    def symbols(self) -> Symbols:
        return Symbols(self.layout, len(self.words))

    def policy(self) -> TokenTransformer:
        """The network, which has learned nothing."""
        config = self.config
        return TokenTransformer(len(self.symbols()), config.width, config.layers, config.heads)


def train(config: TransformerConfig, advance: Callable[[int, float], None] = lambda *_: None) -> Path:
    """Train, and write ``model.safetensors`` at the end.

    Args:
        config: What to do.
        advance: Called after each epoch with its number, from 1, and the mean loss of an action's tokens.

    Returns:
        The path of the model.

    Raises:
        ConfigError: The configuration is wrong, or the oracle shows nothing that can be said.
    """
    shown = config.demonstrations
    torch.set_num_threads(shown.threads)
    torch.manual_seed(shown.seed)
    made = shown.make()
    env = NODES.space(gymnasium.make(**made), shown.nodes)
    base: Any = env.unwrapped
    tasks = [task.id for task in base.tasks]
    words, layout, _ = known_of(shown, env, [])
    env.close()
    plans = [plan._replace(whole=True) for plan in plans_of(shown)]
    episodes = examples(made, tasks, layout, words, plans, shown.processes)
    data = in_view(episodes if shown.steps is None else first_steps(episodes, shown.steps, shown.seed))
    document = _Document(config=config, words=words.words, layout=layout)
    symbols, policy = document.symbols(), document.policy()
    data = [x for x in data if x.choice and symbols.answer(_seen(x), deal(None)) is not None]
    if not data:
        raise ConfigError(f"The oracle shows nothing of the {len(tasks)} tasks that tokens can say: tasks=...")
    optimizer = torch.optim.AdamW(policy.parameters(), lr=config.learning_rate, weight_decay=0.01)
    steps = -(-len(data) // config.batch) * shown.epochs
    done = 0
    for epoch in range(shown.epochs):
        rng, losses = np.random.default_rng((shown.seed, epoch)), []
        for rows in _batches(data, config.batch, rng):
            rate = min(1.0, (done + 1) / _WARM_UP) * max(0.5 * (1 + np.cos(np.pi * done / steps)), 0.01)
            for group in optimizer.param_groups:
                group["lr"] = config.learning_rate * rate
            losses.append(_learn_from(policy, optimizer, symbols, [data[row] for row in rows], config, rng))
            done += 1
        advance(epoch + 1, float(np.mean(losses)))
    path = shown.out / "model.safetensors"
    weights = {name: p.detach() for name, p in policy.named_parameters()}
    write_tensors(path, FORMAT, document.model_dump_json(), {"policy": weights})
    return path


def _seen(example: Example) -> Choice:
    """An example's action in its view's numbering; `in_view` left none out that has it."""
    choice = example.view.in_the_view(example.choice)
    assert choice is not None
    return choice


def _batches(data: Sequence[Example], size: int, rng: np.random.Generator) -> Iterator[list[int]]:
    """The places of the examples in random order, those of about one length together."""
    order = rng.permutation(len(data))
    for pool in np.split(order, range(8 * size, len(order), 8 * size)):
        long = pool[np.argsort([len(data[row].view.rows) for row in pool], kind="stable")]
        for part in np.split(long, range(size, len(long), size)):
            yield part.tolist()


def _learn_from(
    policy: TokenTransformer,
    optimizer: torch.optim.Optimizer,
    symbols: Symbols,
    batch: Sequence[Example],
    config: TransformerConfig,
    rng: np.random.Generator,
) -> float:
    """Make one gradient step on the tokens of the actions; return their mean loss."""
    texts, answers = [], []
    for example in batch:
        view, dealt = example.view, deal(rng if rng.random() < config.dealt else None)
        assert isinstance(view, NodeView)
        text = symbols.read(view, dealt, hidden_in(example, config.demonstrations.hidden, 0.0, rng))
        answers.append(symbols.answer(_seen(example), dealt) or [])
        texts.append(text + answers[-1])
    length = max(map(len, texts))
    tokens = torch.zeros(len(texts), length, dtype=torch.int64)
    labels = torch.full((len(texts), length), _NOTHING)
    for row, (text, answer) in enumerate(zip(texts, answers, strict=True)):
        tokens[row, : len(text)] = torch.tensor(text)
        labels[row, len(text) - len(answer) - 1 : len(text) - 1] = torch.tensor(answer)
    learned = labels != _NOTHING
    loss = functional.cross_entropy(policy.logits(policy(tokens)[learned]), labels[learned])
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()
    return loss.item()


class TransformerAgent(Agent):
    """A trained transformer that answers with the likeliest possible tokens.

    Args:
        path: The model that `train` wrote.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no such file, damaged or of another version.
    """

    def __init__(self, path: Path) -> None:
        text, tensors = read_tensors(path, FORMAT, "omnigym.baselines.transformer.train")
        document = document_of(_Document, path, text)
        self._layout, self._words, self._symbols = document.layout, Vocabulary(document.words), document.symbols()
        self._policy = document.policy()
        load_policy(self._policy, _Saved(part_of("policy", tensors)))
        self._history = History()
        self._env: NodeActions

    def wrap(self, env: Env) -> Env:
        """Add the node actions on which the network was trained."""
        self._env = NODES.wrap(env, self._layout)
        return self._env

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin an episode with an empty history."""
        del env, info
        self._history = History()

    @torch.inference_mode()
    def act(self, observation: object, info: Mapping[str, object]) -> NDArray[np.int64]:
        """Return the likeliest action, field by field among the possible values."""
        del observation, info
        codec = self._env.codec
        view = view_of(codec, self._history, self._words)
        assert isinstance(view, NodeView)
        choice = view.in_the_tree(self._choice(view))
        if not codec.possible(choice):
            choice = codec.named("wait", count=0)
        self._history.add(codec, choice, self._words)
        return codec.layout.vector(choice)

    def _choice(self, view: NodeView) -> Choice:
        tokens, choice = self._symbols.read(view, deal(None)), Choice()
        fields = ["verb"]
        while fields:
            name = fields.pop(0)
            possible = self._symbols.possible(name, choice, view)
            if not possible:  # nothing can be pointed at
                break
            logits = self._policy.logits(self._policy(torch.tensor([tokens]))[0, -1])
            tokens.append(possible[int(logits[possible].argmax())])
            choice[name] = self._symbols.value_of(name, tokens[-1])
            if name == "verb":
                fields = [*self._symbols.fields(choice["verb"])]
        return self._symbols.whole(choice)


@dataclass(frozen=True, slots=True)
class _Saved:
    """Weights in the form of `load_policy`."""

    policy: dict[str, torch.Tensor]
    optimizer: dict[str, torch.Tensor] = field(default_factory=dict)


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent of the model at the path ``argument``."""
    del seed  # it draws nothing
    return TransformerAgent(Path(argument or "runs/transformer/model.safetensors"))
