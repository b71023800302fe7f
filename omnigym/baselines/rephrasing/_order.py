"""The clauses of an instruction: where it names its app, what it does then, and in which order that is told."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from omnigym.baselines.rephrasing._phrases import verbs
from omnigym.tasks._phrases import is_order
from omnigym.tasks.app_metadata import spoken_names

__all__ = ["Clause", "in_other_order"]

_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_TOOL_WAYS = (
    "in {tool}, {said}", "with {tool}, {said}", "{said} in {tool}", "{said}, using {tool}", "{said} with {tool}",
    "use {tool} to {said}", "open {tool} and {said}", "{tool}: {said}", "{said} ({tool})", "start {tool} to {said}",
    "{said} by means of {tool}", "go to {tool} and {said}", "{said}; use {tool} for it", "{said} over in {tool}",
)  # fmt: skip
_STATED = ("in {tool}, {said}", "{said} in {tool}", "{tool}: {said}", "{said} ({tool})", "{said}, in {tool}")
#: How likely the app is left out.
_UNTOLD = 0.35
_SAVE = re.compile(r",? (?:and save(?: it| the workbook)?|then save)$|^save(?: it| the workbook)?$", re.IGNORECASE)
_SAVED = (
    " and save it", " and save", ", and save the file", ", then save it", ". Save it", ". Save the changes",
    ". Do not forget to save", " and keep the change", ". Save it afterwards", " and store it", ", saving it",
    ". It should be saved, too", " and save the changes", ". After that, save the file", ". Then save",
)  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """A part of an instruction that is said otherwise by itself.

    Attributes:
        text: It, without app and end.
        order: Whether it begins with a verb.
        tool: The app that it names, or "".
        saves: Whether it ends with the order to save.
    """

    text: str
    order: bool
    tool: str = ""
    saves: bool = False

    def around(self, said: str, order: bool, rng: random.Random) -> str:
        """What was made of the text, with the app and the order to save again."""
        end = "?" if said.endswith("?") else ""
        said = said.rstrip("?")
        if self.tool and rng.random() >= _UNTOLD:
            way = rng.choice(_TOOL_WAYS if order else _STATED)
            said = way.replace("{tool}", self.tool).replace("{said}", said)
        saved = rng.choice(_SAVED) if self.saves else ""
        return said + end + saved.removeprefix(".") if end and saved.startswith(".") else said + saved + end


@cache
def _tool() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What names an app before a clause and behind it."""
    names = "|".join(map(re.escape, spoken_names()))
    before = re.compile(rf"(?:(?:in|with|using|on) ({names}), |use ({names}) to )(.+)", re.IGNORECASE | re.DOTALL)
    behind = re.compile(rf"(.+?),? (?:in|with|using|by way of|from) ({names})", re.IGNORECASE | re.DOTALL)
    return before, behind


@cache
def _and() -> re.Pattern[str]:
    """Between two orders in a sentence."""
    names = sorted({verb for group in verbs() for verb, _ in group}, key=lambda v: (-len(v), v))
    return re.compile(rf",? and (?=(?:{'|'.join(map(re.escape, names))}) )", re.IGNORECASE)


def _clauses(template: str) -> Iterator[Clause]:
    for sentence in _SENTENCE.split(template):
        text = sentence.rstrip(".;! ")
        before, behind = _tool()
        tool = ""
        if match := before.fullmatch(text):
            tool, text = match[1] or match[2], match[3]
        saves = _SAVE.search(text) is not None
        text = _SAVE.sub("", text)
        if not tool and (match := behind.fullmatch(text)):
            text, tool = match[1], match[2]
        parts = _and().split(text) if "{" in text else [text]
        for n, part in enumerate(parts):
            last = n == len(parts) - 1
            if part or (saves and last):
                yield Clause(part, is_order(part), tool if n == 0 else "", saves and last)


def in_other_order(template: str, rng: random.Random) -> list[Clause]:
    """The clauses of a template, told in another order now and then."""
    clauses = list(_clauses(template))
    if len(clauses) > 1 and rng.random() < 0.15 and not any(" it" in f" {c.text} " for c in clauses):
        clauses.reverse()
    return clauses
