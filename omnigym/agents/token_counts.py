"""Counting the tokens of a conversation with the tokenizer of a model."""

from __future__ import annotations

from typing import Any

from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.recording.sft import ChatExample, ChatPicture

__all__ = ["TokenCounter"]


class TokenCounter:
    """A counter with a tokenizer of `transformers` and its chat template.

    Args:
        name: A directory with the tokenizer, or its name on a hub.

    Raises:
        MissingDependencyError: `transformers` is not installed.
        ConfigError: There is no such tokenizer, or it has no chat template.
    """

    def __init__(self, name: str) -> None:
        try:
            from transformers import AutoTokenizer
        except ImportError:
            raise MissingDependencyError(
                "transformers", f"Counting tokens with {name}", "pip install transformers"
            ) from None
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(name)
        except (OSError, ValueError, KeyError) as e:
            reason = " ".join(str(e).split())[:200]
            raise ConfigError(f"The tokenizer {name} cannot be loaded: {reason}") from None
        self._name = name
        if not getattr(self._tokenizer, "chat_template", None):
            raise ConfigError(
                f"The tokenizer {name} has no chat template. Name that of a model that follows instructions."
            )

    def count(self, example: ChatExample) -> int:
        """Return the tokens of the texts of a conversation, with what the template puts around them.

        Raises:
            ConfigError: The template does not take it.
        """
        from jinja2 import TemplateError

        messages = [
            {"role": m.role, "content": "\n".join([p for p in m.parts if not isinstance(p, ChatPicture)])}
            | ({"tool_calls": [_call(c.name, c.arguments) for c in m.calls]} if m.calls else {})
            for m in example.messages
        ]
        try:
            text = self._tokenizer.apply_chat_template(
                messages, tools=list(example.tools) or None, tokenize=False, add_generation_prompt=False
            )
        except (TemplateError, TypeError, ValueError, KeyError) as e:
            raise ConfigError(f"The chat template of {self._name} does not take {example.id}: {e}.") from None
        return len(self._tokenizer(text, add_special_tokens=False)["input_ids"])


def _call(name: str, arguments: str) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": arguments}}
