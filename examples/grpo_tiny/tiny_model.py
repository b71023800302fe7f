"""A language model made from nothing: a tokenizer of the texts of episodes, a Llama of two layers, and how it answers.

Both are `transformers`' own classes: the folder that ``save_pretrained`` writes is one that trainers and servers load.

There is no time to pretrain on a CPU, and a model that has never read cannot be rewarded for reading. So the weights do
not begin at random. They begin as what pretraining finds first in such models, a copy circuit (an induction head),
written by hand and leaky; GRPO trains its queries and keys. In the first layer one head gathers the last words, another
one the last number. In the second layer the words of the instruction look for the same words on the screen, and the
number that stands before those is copied. It says which element has a name that occurs in the instruction. It does not
know which words of the instruction matter: that is left to be learned.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from omnigym.agents.model import Answer, Conversation, Tool, Usage

__all__ = ["TinyModel", "make_model", "make_tokenizer"]

#: What stands before and after the number of an element in an answer; each of the two is one token.
CALL, CLOSE = '{"name":"click","arguments":{"element":', "}}"
PAD, END, SYSTEM, USER, ASSISTANT = "<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"
#: The screen comes first and the instruction last, next to the answer.
TEMPLATE = (
    "{% for m in messages if m.role != 'system' %}<|{{ m.role }}|>{{ m.content }}{% endfor %}"
    "{% for m in messages if m.role == 'system' %}<|system|>{{ m.content }}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
MOST_TOKENS: Final = 512
#: Numbers of elements that have a token.
NUMBERS: Final = 200
#: A call takes three tokens, and the end one.
ANSWER_TOKENS: Final = 4


def make_tokenizer(texts: Iterable[str], vocabulary: int = 2000) -> PreTrainedTokenizerFast:
    """Make a BPE tokenizer that reads a word as the same token wherever it stands; brackets and quotes are blanks.

    Args:
        texts: What it is trained on: texts of training episodes.
        vocabulary: The most tokens.
    """
    bpe = Tokenizer(models.BPE(unk_token=PAD))
    bpe.normalizer = normalizers.Replace(Regex(r'[\[\]()"]'), " ")
    bpe.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation()])
    bpe.decoder = decoders.Fuse()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, END, SYSTEM, USER, ASSISTANT],
        initial_alphabet=[chr(n) for n in range(33, 127)],
        show_progress=False,
    )
    # repeated, so that each number is a token whatever the texts are
    bpe.train_from_iterator([*texts, *[f"{n} " * 1000 for n in range(NUMBERS)]], trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bpe, pad_token=PAD, eos_token=END, unk_token=PAD, model_max_length=MOST_TOKENS
    )
    # as they are: what has no quotes any more is no JSON
    tokenizer.add_tokens([AddedToken(part, normalized=False) for part in (CALL, CLOSE)])
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def make_model(tokenizer: PreTrainedTokenizerFast, seed: int = 0, part: int = 41) -> LlamaForCausalLM:
    """Make the Llama.

    Args:
        tokenizer: Its tokenizer.
        seed: Of the weights that are drawn.
        part: Dimensions of a token's own vector; those that two heads write are as many each.
    """
    torch.manual_seed(seed)
    width = _OWN_DIMENSIONS + 3 * part
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=width,
            intermediate_size=2 * width,
            num_hidden_layers=2,
            num_attention_heads=_HEADS,
            num_key_value_heads=_HEADS,
            max_position_embeddings=MOST_TOKENS,
            tie_word_embeddings=False,
            rope_parameters={"rope_type": "default", "rope_theta": _THETA},
            pad_token_id=tokenizer.pad_token_id,
            bos_token_id=None,
            eos_token_id=tokenizer.eos_token_id,
        )
    )
    with torch.no_grad():
        _write_circuit(model, tokenizer, part)
    return model


# -- the circuit -------------------------------------------------------------------------------------------------------

_HEADS: Final = 2
_THETA: Final = 1e6
#: Dimensions with a meaning: one that all tokens have, that of numbers, and those of the three tokens before which the
#: next token is known.
_ALL, _NUMBER, _AFTER_ASSISTANT, _AFTER_CALL, _AFTER_CLOSE = range(5)
_OWN_DIMENSIONS: Final = 5
#: Angular frequencies of the position by which a head finds what is near: words (wide), numbers (narrow).
_NEAR: Final = ((0.02, 0.2), (0.08, 0.6))
#: Frequencies so low that the position hardly matters: there words are compared.
_FAR: Final = 0.012
#: How sharply the heads of the first layer attend to near tokens; how much more, or less, to numbers.
_SHARPNESS: Final = (3.0, 10.0)
_TO_NUMBERS: Final = (-3.0, 6.0)
_MATCH: Final = 1.5
#: Weight of the form of a call, and of a number that is copied, in the logits. The latter is low: to be uncertain is to
#: explore.
_FORM: Final = 4.0
_COPIED: Final = 0.5


def _write_circuit(model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, part: int) -> None:
    for weights in model.parameters():
        if weights.dim() > 1:
            weights.normal_(0, 0.02)
    names = (SYSTEM, USER, ASSISTANT, CALL, CLOSE)
    system, user, assistant, call, close = [tokenizer.convert_tokens_to_ids(name) for name in names]
    numbers = [tokenizer.convert_tokens_to_ids(str(n)) for n in range(1, NUMBERS)]
    start = _OWN_DIMENSIONS
    own, words, number = [slice(start + n * part, start + (n + 1) * part) for n in range(3)]
    same = torch.eye(part)

    # tokens: a vector each, drawn at random; those of the form have a dimension in its place
    tokens = model.model.embed_tokens.weight
    tokens.zero_()
    tokens[:, own] = torch.randn(len(tokens), part)
    for token, dimension in ((assistant, _AFTER_ASSISTANT), (call, _AFTER_CALL), (close, _AFTER_CLOSE)):
        tokens[token, own] = 0
        tokens[token, dimension] = math.sqrt(part)
    tokens[[system, user], own] = 0
    # the instruction begins with a number that is none, so that its words have none from the screen
    tokens[[system, *numbers], _NUMBER] = 3.0
    tokens[:, _ALL] = 3.0

    first, second = [layer.self_attn for layer in model.model.layers]
    size = tokens.shape[1] // _HEADS
    half = size // 2
    frequencies = [_THETA ** (-n / half) for n in range(half)]
    far = [n for n, f in enumerate(frequencies) if f < _FAR]
    slots = [place for n in far for place in (n, n + half)][:part]
    scale = math.sqrt(size)
    of_all, of_numbers = [3 * math.sqrt(tokens.shape[1] / (9 * k + part)) for k in (1, 2)]  # after the layer's norm
    for head, into in enumerate((words, number)):
        row, values = head * size, slice(head * size, head * size + part)
        near = [n for n, f in enumerate(frequencies) if _NEAR[head][0] < f < _NEAR[head][1]]
        for n in near:
            for weights in (first.q_proj.weight, first.k_proj.weight):
                weights[row + n, _ALL] = math.sqrt(_SHARPNESS[head] * scale / len(near)) / of_all
        more = math.sqrt(abs(_TO_NUMBERS[head]) * scale)
        first.q_proj.weight[row + far[-1], _ALL] = more / of_all
        first.k_proj.weight[row + far[-1], _NUMBER] = math.copysign(more / of_numbers, _TO_NUMBERS[head])
        first.v_proj.weight[values, own] = same
        first.o_proj.weight[into, values] = same
        for n, slot in enumerate(slots):
            second.q_proj.weight[row + slot, words.start + n] = _MATCH
            second.k_proj.weight[row + slot, own.start + n] = _MATCH
        second.v_proj.weight[values, number] = same
        second.o_proj.weight[own, values] = same
    for layer in model.model.layers:
        layer.mlp.down_proj.weight.normal_(0, 0.01)

    logits = model.lm_head.weight
    logits[call, _AFTER_ASSISTANT] = _FORM
    logits[numbers, _AFTER_CALL] = _FORM / 2
    logits[close, _NUMBER], logits[close, _AFTER_CALL] = _FORM, -_FORM
    logits[tokenizer.eos_token_id, _AFTER_CLOSE] = _FORM
    logits[numbers, own] = _COPIED * tokens[numbers, own]
    logits[numbers, _NUMBER] = -3 * _FORM  # a number is not copied from itself


# -- answering ---------------------------------------------------------------------------------------------------------


class TinyModel:
    """Answers as a server does, in this process; a `omnigym.agents.model.Model` for `omnigym.agents.chat.ChatAgent`.

    Its work on a prompt is kept for the next one, which is the same for all siblings of a group. So the weights
    must not change meanwhile: make another one after an update.

    Args:
        model, tokenizer: What it is.
        seed: Of what is drawn; None to take the likeliest token.
    """

    def __init__(self, model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, seed: int | None) -> None:
        self._model, self._tokenizer = model, tokenizer
        self._random = None if seed is None else torch.Generator().manual_seed(seed)
        self._prompt: list[int] = []
        self._read: Any = None

    @torch.no_grad()
    def answer(self, messages: Conversation, tools: Sequence[Tool] = ()) -> Answer:
        """Draw an answer, with its token ids and their log-probabilities at temperature 1."""
        del tools  # it knows one function, which is in its tokens
        told = [{"role": m.role, "content": m.text} for m in messages]
        prompt = self._tokenizer.apply_chat_template(told, add_generation_prompt=True, return_dict=False)
        prompt = prompt[-(MOST_TOKENS - ANSWER_TOKENS) :]
        if prompt != self._prompt:
            self._read = self._model(torch.tensor([prompt]), use_cache=True, logits_to_keep=1)
            self._prompt = prompt
        ids: list[int] = []
        logprobs: list[float] = []
        chances = self._read.logits[0, -1].log_softmax(-1)
        while True:
            ids.append(self._drawn(chances))
            logprobs.append(float(chances[ids[-1]]))
            if ids[-1] == self._tokenizer.eos_token_id or len(ids) == ANSWER_TOKENS:
                break
            seen = self._model(torch.tensor([ids[-1:]]), cache=self._read.cache, use_cache=True)
            chances = seen.logits[0, -1].log_softmax(-1)
        if len(ids) > 1:  # all but the last one were read
            self._read.cache.crop(1 - len(ids))
        return Answer(
            text=self._tokenizer.decode(ids, skip_special_tokens=True),
            finish_reason="stop" if ids[-1] == self._tokenizer.eos_token_id else "length",
            usage=Usage(len(prompt), len(ids)),
            token_ids=tuple(ids),
            prompt_token_ids=tuple(prompt),
            logprobs=tuple(logprobs),
        )

    def _drawn(self, chances: torch.Tensor) -> int:
        if self._random is None:
            return int(chances.argmax())
        return int(torch.multinomial(chances.exp(), 1, generator=self._random)[0])
