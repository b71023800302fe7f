"""Other phrases for a clause: as a whole, its verb, its words, and how it is asked for."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from omnigym.foreign import parse_toml

__all__ = ["framed", "politely", "verbs", "with_other_verb", "with_other_words"]

#: How likely each word or phrase that another may stand for is exchanged.
_WORD = 0.4
_SLOT = re.compile(r"<([abcpr])>")
#: What stands in a slot.
_IN_SLOT = {"p": r"'?\{\w+\}'?", "r": r"(?:in|of|from|with|at|on) .+"}
_OBJECT_ENDS = re.compile(r" (?:to|into|from|in|on|at|as|with|so that|for|by|of which|which|beside|using) |[:;,] ")

#: How an order is put; "{}" is the order.
_POLITE = (
    "please {}", "please {}", "could you {}?", "can you {}?", "would you {}?", "could you please {}?", "{}, please",
    "I'd like you to {}", "I want you to {}", "I need you to {}", "you should {}", "kindly {}", "go ahead and {}",
    "make sure to {}", "I have to {}", "I want to {}", "I would like to {}", "help me to {}", "{} for me",
    "can you {} for me?", "it would be nice if you could {}", "your task is to {}", "we have to {}", "we need to {}",
    "would you be so kind as to {}?", "try to {}", "just {}", "now {}", "next, {}", "hey, {}", "let us {}",
    "what I need: {}", "do this: {}", "I am asking you to {}", "would you mind helping me to {}?", "thanks if you {}",
)  # fmt: skip
#: How the same is asked for by what is to come of it; "{o}" is what the verb acts on, "{v}" its participle.
_PASSIVE = (
    "{o} should be {v}{r}", "{o} must be {v}{r}", "{o} has to be {v}{r}", "{o} is to be {v}{r}", "I want {o} {v}{r}",
    "I'd like to have {o} {v}{r}", "{o} needs to be {v}{r}", "have {o} {v}{r}", "get {o} {v}{r}",
    "see that {o} is {v}{r}",
    "{o} ought to be {v}{r}", "it is time that {o} is {v}{r}", "could {o} be {v}{r}?", "I need {o} {v}{r}",
    "make sure that {o} gets {v}{r}", "let {o} be {v}{r}",
)  # fmt: skip


class _Frame(NamedTuple):
    """A way to say something.

    Attributes:
        text: With its slots.
        order: Whether it begins with a verb.
        pattern: What it is known by; None for what is only said.
    """

    text: str
    order: bool
    pattern: re.Pattern[str] | None


def _data(name: str) -> list[list[str]]:
    read: list[list[str]] = parse_toml(files(__package__).joinpath(name).read_text(encoding="utf-8"))["same"]
    return read


@cache
def _frames() -> tuple[tuple[_Frame, ...], ...]:
    return tuple([tuple([_frame(text) for text in group]) for group in _data("frames.toml")])


def _frame(text: str) -> _Frame:
    said = text.lstrip("=>")
    if text.startswith(">"):
        return _Frame(said, "=" not in text[:2], None)
    pattern, end = "", 0
    for slot in _SLOT.finditer(said):
        pattern += re.escape(said[end : slot.start()])
        pattern += f"(?P<{slot[1]}>{_IN_SLOT.get(slot[1], '.+?')})"
        end = slot.end()
    return _Frame(said, not text.startswith("="), re.compile(pattern + re.escape(said[end:]), re.IGNORECASE))


def framed(clause: str, rng: random.Random) -> tuple[str, bool]:
    """A clause said otherwise as a whole, and whether it still begins with a verb; as it was if no way is known."""
    found = [
        (group, match)
        for group in _frames()
        if (match := next((m for f in group if f.pattern and (m := f.pattern.fullmatch(clause))), None))
    ]
    if not found:
        return with_other_verb(clause, rng)
    # the most particular way says most: that with the fewest characters in its slots
    found.sort(key=lambda pair: sum(map(len, pair[1].groupdict().values())))
    group, match = found[0] if rng.random() < 0.7 else rng.choice(found)
    frame = rng.choice(group)
    slots = match.groupdict()
    return _SLOT.sub(lambda slot: slots[slot[1]], frame.text), frame.order


@cache
def verbs() -> tuple[tuple[tuple[str, str], ...], ...]:
    """Groups of verbs, each with its participle."""
    pairs = [[verb.split(": ") for verb in group] for group in _data("verbs.toml")]
    return tuple([tuple([(verb, done) for verb, done in group]) for group in pairs])


def _other_verb(clause: str, rng: random.Random) -> tuple[str, str, str] | None:
    """A verb for that of a clause, its participle, and the rest of the clause."""
    lowered = clause.lower()
    known = [(group[0][0], group) for group in verbs() if lowered.startswith(f"{group[0][0]} ")]
    if not known:
        return None
    longest = max(len(verb) for verb, _ in known)
    _, group = rng.choice([k for k in known if len(k[0]) == longest])
    verb, participle = rng.choice(group)
    return verb, participle, clause[longest + 1 :]


def with_other_verb(clause: str, rng: random.Random) -> tuple[str, bool]:
    """An order with another verb, or in the passive, and whether it is an order still."""
    found = _other_verb(clause, rng)
    if found is None:
        return clause, True
    verb, participle, rest = found
    if rng.random() < 0.6:
        return f"{verb} {rest}", True
    end = _OBJECT_ENDS.search(rest)
    middle = end.start() if end else len(rest)
    said = rng.choice(_PASSIVE).format(o="\0", v=participle, r=rest[middle:])
    return said.replace("\0", rest[:middle]), False


@cache
def _words() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    groups: dict[str, list[str]] = {}
    for group in _data("words.toml"):
        groups.setdefault(group[0].lower(), []).extend(group)
    longest_first = sorted(groups, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![\w{{'])(?:{'|'.join(map(re.escape, longest_first))})(?![\w}}])", re.IGNORECASE), groups


def with_other_words(clause: str, rng: random.Random) -> str:
    """A clause with other words for some of its words, and without some articles."""
    pattern, groups = _words()

    def other(match: re.Match[str]) -> str:
        return rng.choice(groups[match[0].lower()]) if rng.random() < _WORD else match[0]

    said = pattern.sub(other, clause)
    if rng.random() < 0.2:
        said = re.sub(r"(?<!\w)(?:the|a|an) (?!\{)", lambda m: "" if rng.random() < 0.5 else m[0], said)
    return said


def politely(order: str, rng: random.Random) -> str:
    """An order as a person might put it."""
    return rng.choice(_POLITE).replace("{}", order[:1].lower() + order[1:])
