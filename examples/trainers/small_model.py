"""A language model of no use, to try a trainer with: it calls `click` with some number, whatever it is asked.

    pip install torch torchvision transformers
    python examples/trainers/small_model.py runs/small --elements 5 6 7 8
    python examples/trainers/trl_grpo.py --model runs/small --tasks hello/open-office@0 --steps 3 --turns 1
    python examples/trainers/small_model.py runs/small-vl --elements 5 6 7 8 --vision

Two layers and a byte-level tokenizer, made from nothing in seconds on a CPU: so a trainer's whole loop runs where no
weights can be downloaded. Attention adds nothing at first: the next token depends on the last one alone, however long
the conversation is. The model reads nothing. In the task above element 5 is the right one, so a quarter of its calls
have a reward of 1. The chat template has Qwen2.5's form of tool calls.

With ``--vision`` it is a Qwen2.5-VL of 1.9 million weights: its vision tower, merger and positions are those of the
architecture, its weights random. Pictures reach its answers through attention that adds next to nothing, so a step of a
trainer changes the vision tower, too.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    Qwen2_5_VLConfig,
    Qwen2_5_VLForConditionalGeneration,
    Qwen2_5_VLProcessor,
    Qwen2VLImageProcessor,
    Qwen2VLVideoProcessor,
)

PAD, BEGIN, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
IMAGE, VIDEO, START, STOP = "<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"
#: Tools and messages in the form of Qwen2.5; what is added to a conversation changes nothing before it.
TEMPLATE = """{%- if tools %}<|im_start|>system
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}<|im_end|>
{% endif %}{% for m in messages %}<|im_start|>{{ m.role }}
{% if m.content is string %}{{ m.content }}{% else %}{% for part in m.content or [] %}{% if part.type == 'text' %}
{{- part.text }}{% else %}<|vision_start|><|image_pad|><|vision_end|>{% endif %}{% endfor %}{% endif %}
{%- for call in m.tool_calls or [] %}<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
#: How a call is read out of an answer, for `transformers`' ``parse_response``.
RESPONSE = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|im_start|>assistant\n",
    "fields": {
        "tool_calls": {
            "open": "<tool_call>",
            "close_pattern": r"</tool_call>\s*",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close_pattern": r"<\|im_end\|>\s*", "content": "text"},
    },
}
#: What stands before and after the number of an element, each one token.
CALL, CLOSE = '<tool_call>\n{"name": "click", "arguments": {"element": ', "}}\n</tool_call>"
STEPS, ROWS = 60, 32


def small_tokenizer() -> PreTrainedTokenizerFast:
    """A byte-level BPE tokenizer of the form of calls, with a chat template."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        special_tokens=[PAD, BEGIN, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator([TEMPLATE], trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, pad_token=PAD, eos_token=END, chat_template=TEMPLATE)
    tokenizer.add_tokens([IMAGE, VIDEO, START, STOP], special_tokens=True)
    tokenizer.add_tokens([CALL, CLOSE])
    tokenizer.response_template = RESPONSE
    return tokenizer


def small_processor(tokenizer: PreTrainedTokenizerFast) -> Qwen2_5_VLProcessor:
    """Qwen2.5-VL's processor; a token of a picture is 28 by 28 pixels."""
    sizes = {"min_pixels": 28 * 28, "max_pixels": 1280 * 28 * 28}
    for name, token in [("image_token", IMAGE), ("video_token", VIDEO)]:
        setattr(tokenizer, name, token)
        setattr(tokenizer, f"{name}_id", tokenizer.convert_tokens_to_ids(token))
    return Qwen2_5_VLProcessor(
        Qwen2VLImageProcessor(**sizes), tokenizer, Qwen2VLVideoProcessor(**sizes), chat_template=TEMPLATE
    )


def _text(tokenizer: PreTrainedTokenizerFast, width: int = 64, depth: int = 2) -> dict[str, Any]:
    return {
        "vocab_size": len(tokenizer),
        "hidden_size": width,
        "intermediate_size": 2 * width,
        "num_hidden_layers": depth,
        "num_attention_heads": 4,
        "num_key_value_heads": 4,
        "max_position_embeddings": 32768,
        "tie_word_embeddings": True,
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": None,
        "eos_token_id": tokenizer.eos_token_id,
    }


def _seeing(tokenizer: PreTrainedTokenizerFast) -> Qwen2_5_VLForConditionalGeneration:
    token = tokenizer.convert_tokens_to_ids
    rope = {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [4, 6, 6]}
    vision = {"depth": 4, "hidden_size": 128, "intermediate_size": 256, "num_heads": 4, "out_hidden_size": 128}
    config = Qwen2_5_VLConfig(
        text_config={**_text(tokenizer, width=128, depth=4), "rope_parameters": rope},
        vision_config={**vision, "fullatt_block_indexes": [1, 3]},
        image_token_id=token(IMAGE),
        video_token_id=token(VIDEO),
        vision_start_token_id=token(START),
        vision_end_token_id=token(STOP),
        tie_word_embeddings=True,
    )
    return Qwen2_5_VLForConditionalGeneration(config)


def small_model(
    tokenizer: PreTrainedTokenizerFast, elements: Sequence[int] = range(1, 10), *, vision: bool = False
) -> PreTrainedModel:
    """A model that has learned to click one of some elements after ``assistant``, and nothing else."""
    torch.manual_seed(0)
    torch.set_num_threads(1)  # so small a model is slower with more
    model = _seeing(tokenizer) if vision else LlamaForCausalLM(LlamaConfig(**_text(tokenizer)))
    layers = model.model.language_model.layers if vision else model.model.layers
    for layer in layers:  # learned from short texts, attention does something else in long ones
        torch.nn.init.zeros_(layer.self_attn.o_proj.weight).requires_grad_(False)
    learned = [weight for weight in model.parameters() if weight.requires_grad]
    optimizer, rng = torch.optim.AdamW(learned, lr=1e-2), random.Random(0)
    for _ in range(STEPS):
        said = [tokenizer.encode(f"\n{CALL}{rng.choice(elements)}{CLOSE}{END}") for _ in range(ROWS)]
        ids = torch.tensor(said)
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if vision:  # else no gradient comes to the vision tower
        for layer in layers:
            torch.nn.init.normal_(layer.self_attn.o_proj.weight, std=1e-3)
    return model.requires_grad_(True)  # a trainer trains attention, too


def main() -> None:
    """Make one and save it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--elements", type=int, nargs="+", default=range(1, 10), help="the numbers that it says")
    parser.add_argument("--vision", action="store_true", help="a Qwen2.5-VL with its processor")
    given = parser.parse_args()
    tokenizer = small_tokenizer()
    small_model(tokenizer, given.elements, vision=given.vision).save_pretrained(given.folder)
    (small_processor(tokenizer) if given.vision else tokenizer).save_pretrained(given.folder)


if __name__ == "__main__":
    main()
