"""The choice that a small model has at a step: a click on a marked element, or to type a word of the instruction.

A language model of 135 million weights does not write calls reliably. So it does not write freely: at each token it
chooses among those that continue one of the choices. A choice is the row of an element as the prompt has it, then the
call in the words of the action space, which follows by itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

__all__ = ["Branches", "Choice", "Encoder", "choices_of", "question_of", "same_call"]

#: The most rows that the model is shown: the front-most ones.
MOST_ROWS: Final = 32
_ROW: Final = re.compile(
    r"\s*(?:\[(?P<number>\d+)\] )?(?P<role>[a-z_]+)?(?: ?(?P<name>\"(?:[^\"\\]|\\.)*\"))?"
    r"(?: = \"(?:[^\"\\]|\\.)*\")?(?P<states> \([a-z, ]+\))?"
)
_QUOTED: Final = re.compile(r"'([^']{1,40})'")
#: The longest name of a row, in characters.
_LONGEST: Final = 40


class Encoder(Protocol):
    """A tokenizer, as far as choices need it."""

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
        """Return the ids of a text's tokens."""
        ...


class Choice(NamedTuple):
    """Something that the model can do.

    Attributes:
        label: What it says first: the row without its states, or ``type WORD``.
        call: The call, as JSON.
    """

    label: str
    call: str

    @property
    def text(self) -> str:
        """The whole answer."""
        return f"{self.label}\n{self.call}"


class _Row(NamedTuple):
    label: str
    states: str
    number: int | None


def _rows(screen: str) -> Iterator[_Row]:
    """The rows of a screen that are shown: marked elements, and the windows that they are in."""
    count = 0
    for line in screen.splitlines():
        found = _ROW.fullmatch(line)
        if found is None or count == MOST_ROWS:
            continue
        name = json.loads(found["name"])[:_LONGEST] if found["name"] else found["role"]
        if found["number"] is not None and name:
            count += 1
            number = int(found["number"])
            yield _Row(f"{name}: {number}", found["states"] or "", number)
        elif found["role"] == "window" and found["name"]:
            yield _Row(f"# {name}", "", None)


def question_of(instruction: str, screen: str) -> str:
    r"""Return the user's message: a row for each element, and the instruction last, next to the answer.

    >>> print(question_of("Close Photos.", 'Step 1.\nwindow "Photos"\n [3] button "Close" (focused)\ntext "Hello"'))
    # Photos
    Close: 3 (focused)
    <BLANKLINE>
    Close Photos.
    """
    rows = "\n".join([row.label + row.states for row in _rows(screen)])
    return f"{rows}\n\n{instruction}"


def choices_of(instruction: str, screen: str) -> tuple[Choice, ...]:
    """Return what can be done: nothing where no element is shown and no word is quoted.

    >>> for choice in choices_of("Type 'tea' into Title.", '[3] entry "Title"'):
    ...     print(choice)
    Choice(label='Title: 3', call='{"name": "click", "arguments": {"element": 3}}')
    Choice(label='type tea', call='{"name": "type", "arguments": {"text": "tea"}}')
    """
    clicks = [
        Choice(row.label, json.dumps({"name": "click", "arguments": {"element": row.number}}))
        for row in _rows(screen)
        if row.number is not None
    ]
    typed = [
        Choice(f"type {word}", json.dumps({"name": "type", "arguments": {"text": word}}))
        for word in dict.fromkeys(_QUOTED.findall(instruction))
    ]
    return (*clicks, *typed)


def same_call(answer: str, choices: Sequence[Choice]) -> int | None:
    """Return the index of the choice whose call an answer has, fenced or not; None if no choice has it."""
    said = json.loads(answer.strip().removeprefix("```json").removesuffix("```"))
    return next((n for n, choice in enumerate(choices) if json.loads(choice.call) == said), None)


class Branches:
    """The tokens of several answers as a tree: after a beginning, which tokens go on.

    Args:
        encoder: The tokenizer.
        choices: What can be said.
        end: The token that ends an answer.
    """

    def __init__(self, encoder: Encoder, choices: Sequence[Choice], end: int) -> None:
        self.answers: tuple[tuple[int, ...], ...] = tuple(
            [
                (
                    *encoder.encode(choice.label, add_special_tokens=False),
                    *encoder.encode(f"\n{choice.call}", add_special_tokens=False),
                    end,
                )
                for choice in choices
            ]
        )
        after: dict[tuple[int, ...], dict[int, None]] = {}
        for answer in self.answers:
            for n, token in enumerate(answer):
                after.setdefault(answer[:n], {})[token] = None
        self._after: Mapping[tuple[int, ...], tuple[int, ...]] = {k: tuple(v) for k, v in after.items()}

    def after(self, beginning: Sequence[int]) -> tuple[int, ...]:
        """Return the tokens that can follow; none after a whole answer."""
        return self._after.get(tuple(beginning), ())

    def forks(self, answer: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Return the places of an answer at which there was a choice, each with the tokens among which it was.

        Raises:
            ValueError: It is none of the answers.
        """
        if tuple(answer) not in self.answers:
            raise ValueError("The answer is none of the choices.")
        every = [(n, self.after(answer[:n])) for n in range(len(answer))]
        return [(n, tokens) for n, tokens in every if len(tokens) > 1]
