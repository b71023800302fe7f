"""Requests of a text that its conditions do not check: "Do not ...", "... and print it twice", "in capital letters".

`omnigym.tasks.proofs.instruction_check` reads back what the conditions ask for. This module goes the other way, from
the words to the conditions. Words that specify a result belong to a class: negations, exclusions, quantities, manners,
places, further orders. Each of them needs its counterpart in the task: a check, an argument, an effect, a need or a
parameter. Reasons and courtesies ask for nothing. The words and their counterparts are in ``asked.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from omnigym.evaluation.condition import Condition
from omnigym.foreign import parse_toml
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.proofs.dependence import does
from omnigym.tasks.templates import fill, names_in

__all__ = ["JudgedWords", "beyond", "conditions_of", "joining_words", "marked_values", "shown_text"]

#: What stands for a value in a text: a quotation, a file's name, a parameter.
_MARK = re.compile("\ue000(\\d+)\ue001")
_VALUE = re.compile(r"\{\w+\}|(?<!\w)'[^']+'(?!\w)|(?<![\w/.])[\w-]+\.[a-z]{2,4}\b")
#: A reason, which asks for nothing.
_REASON = re.compile(r",? (?:so that|because|as|since) (?:I|we|you)\b[^.;:!?{}]*")
#: The beginning of a clause, of one that may be an order, and what is left of it.
_BEGIN, _BEHIND = r"(?:^|[.;:!?]\s+|,\s*", r"(?:(?:please|then|also)\s+)?"
_CLAUSE = rf"{_BEGIN}|\b(?:and|but|then|also|please|or|you|(?<!want )(?<!like )to)\s+){_BEHIND}"
_END = r"(?:(?!,? (?:and|but|then)\b)[^.;:!?])*"
_FORBIDDEN = re.compile(
    rf"{_BEGIN}|\b(?:and|but|please)\s+){_BEHIND}"
    r"(?:do not|don't|never|avoid|refrain from|(?:you )?(?:must|should|may|need) not)\s+"
    rf"(?!forget\b|hesitate\b|worry\b|want\b)(?P<scope>{_END})",
    re.IGNORECASE,
)
_UNWANTED = re.compile(
    r"\b(?:there is no need to|it is (?:forbidden|prohibited|not allowed|not necessary|wrong) to"
    r"|(?:nobody|no one) (?:should|may|must|is to)|I (?:do not|don't) want"
    r"|(?:everything|anything|all) (?:except|but)(?= \ue000))"
    rf"\s+(?P<scope>{_END})",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"(?:,|\band|\bbut)\s+(?:and |but )?not\s+(?:in|on|to|into|onto|at|from|under|as|with)\s+(?P<scope>[^,.;:!?]*)"
)
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\s+(?P<scope>[^,.;:!?]*)", re.IGNORECASE)
_EXCLUSIVE = re.compile(r"\b(?:nothing (?:else|but)|no others?|none of the other|nobody else|solely)\b", re.IGNORECASE)
_PLACES = re.compile(r"\b(?:Documents|Desktop|Downloads|Pictures|Music|Videos)\b")
_WITH_OBJECT = re.compile(
    rf"(?:[.;!?]\s+|,\s*|\b(?:and|then|also)\s+){_BEHIND}(?P<verb>[a-z]{{3,}}) (?:it|them|everything)\b"
)
_NEW = r"\b(?:an?|another|one|two|three|second|new)\s+(?:[a-z]+\s+)?"


@dataclass(frozen=True)
class _Words:
    """The words of ``asked.toml``, each with what its counterpart looks like."""

    orders: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    things: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    phrases: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    first: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    harmless: frozenset[str]
    joining: frozenset[str]


@cache
def _words() -> _Words:
    table = parse_toml(Path(__file__).with_name("asked.toml").read_text("utf-8"))

    def pairs(name: str, before: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
        found = [(rf"{before}(?P<said>{words})\b", trace) for words, trace in table[name].items()]
        return tuple([(re.compile(a, re.IGNORECASE), re.compile(b, re.IGNORECASE)) for a, b in found])

    phrases = (*pairs("quantities", r"\b"), *pairs("manners", r"\b"))
    harmless, joining = [frozenset(table[name]["words"].split()) for name in ("harmless", "joining")]
    return _Words(pairs("orders", _CLAUSE), pairs("things", _NEW), phrases, pairs("first", "^"), harmless, joining)


def joining_words() -> frozenset[str]:
    """Return the words that join the steps of an instruction, in lower case."""
    return _words().joining


def beyond(text: str, nodes: Sequence[BoundNode]) -> Iterator[str]:
    """Return, as sentences, the requests of a text that nothing in its nodes accounts for.

    Args:
        text: The text; names in braces stand for the parameters of the first node.
        nodes: The nodes that it tells of.
    """
    said, values = marked_values(_REASON.sub("", text), nodes)
    asked = JudgedWords(nodes)
    yield from _denied(said, values, asked)
    if asked.loose and (found := _EXCLUSIVE.search(said)):
        yield f"The instruction says {found[0]!r}, and the conditions allow more. Ask for the exact content."
    left = [*_left_over(said, asked), *[m[0] for m in _PLACES.finditer(said) if not asked.knows(m[0])]]
    for words in dict.fromkeys(left):
        yield f"The instruction says {words!r}, which no condition or parameter accounts for. Check it or drop it."


def _left_over(said: str, asked: JudgedWords) -> Iterator[str]:
    words = _words()
    first = {found["said"] for p, trace in words.first if (found := p.match(said)) and trace.search(asked.evidence)}
    judged = [(pair, asked.evidence) for pair in (*words.orders, *words.phrases)]
    for (pattern, trace), evidence in [*judged, *[(pair, asked.made) for pair in words.things]]:
        for found in pattern.finditer(said):
            capitals = "CAPITALS" in trace.pattern and asked.in_capitals
            main = found.start() == 0 and found["said"] in first
            if not (main or capitals or trace.search(evidence)):
                yield found["said"]
    known = [pattern for pattern, _ in words.orders]
    for found in _WITH_OBJECT.finditer(said):
        if found["verb"] not in words.harmless and not any(p.search(f". {found['verb']} ") for p in known):
            yield found[0].strip(" ,.;!?")


# -- negations --------------------------------------------------------------------------------------------------------


def _denied(said: str, values: Sequence[str], asked: JudgedWords) -> Iterator[str]:
    """Clauses that deny what the conditions ask for, or leave nothing to do."""
    rest = said
    for pattern in (_FORBIDDEN, _NOT, _INSTEAD, _UNWANTED):
        for found in pattern.finditer(said):
            scope = found["scope"]
            denied = [values[int(m[1])] for m in _MARK.finditer(scope)] + re.findall(r"\b[A-Z]\w+", scope)
            wanted = next((v for v in denied if asked.requires(v, sources=pattern in (_FORBIDDEN, _NOT))), "")
            if wanted:
                yield f"The instruction says {shown_text(found[0], values)!r}, and the conditions ask for {wanted!r}."
            if pattern is _FORBIDDEN:
                rest = rest.replace(found[0], "")
    if rest != said and not re.search(r"\w+\W+\w+", rest):
        yield f"The instruction says {shown_text(said, values)!r}, and nothing to do. Say what is to be done."


def shown_text(text: str, values: Sequence[str]) -> str:
    """Return a part of a text of `marked_values` with its values."""
    return _MARK.sub(lambda m: values[int(m[1])], text).strip(" ,.;:!?")


def marked_values(text: str, nodes: Sequence[BoundNode]) -> tuple[str, list[str]]:
    """Return a text with a mark for each value, and the values.

    Args:
        text: The text; names in braces stand for the parameters of the first node.
        nodes: The nodes that it tells of.
    """
    values: list[str] = []

    def mark(value: str) -> str:
        values.append(value)
        return f"\ue000{len(values) - 1}\ue001"

    def found(m: re.Match[str]) -> str:
        return mark(str(fill(m[0].strip("'"), nodes[0].parameters) if names_in(m[0]) else m[0].strip("'")))

    out = _VALUE.sub(found, text)
    if not names_in(text):
        every = {str(v) for n in nodes for v in n.parameters.values() if isinstance(v, str | int | float)}
        for value in sorted((v for v in every if len(v) > 3 or not v.islower()), key=lambda v: (-len(v), v)):
            out = re.sub(rf"(?<![\w\ue000]){re.escape(value)}(?![\w\ue001])", lambda m: mark(m[0]), out)
    return out, values


# -- what is asked for ------------------------------------------------------------------------------------------------


class JudgedWords:
    """What the conditions of some nodes ask for, as texts to look for words in.

    Args:
        nodes: The nodes.

    Attributes:
        evidence: All of it, with what is needed and given.
        made: All of it.
        loose: Whether a condition lets contents have more in them than it names.
        in_capitals: Whether a text is asked for that has capital letters alone.
    """

    def __init__(self, nodes: Sequence[BoundNode]) -> None:
        leaves = [pair for n in nodes for c in conditions_of(n) for pair in _leaves(c)]
        effects = [e for n in nodes for e in does(n) or ()]
        added = [f"{e.how} {e.at} {e.parts} {dict(e.row)} {dict(e.was)}" for e in effects]
        wanted = [v for c, holds in leaves if holds for v in _texts(c.args)]
        self.in_capitals = any(v.isupper() and len(v) > 1 for v in wanted)
        self.loose = any("contains" in c.check and holds for c, holds in leaves)
        self._wanted = _plain(" \n ".join([*wanted, *[v for e in effects for v in (e.at, *_texts(dict(e.row)))]]))
        removed = [v for e in effects if e.how == "remove" for v in (e.at, *_texts(dict(e.row)))]
        gone = [*removed, *[v for e in effects for v in _texts(dict(e.was))]]
        needs = [need.resource for n in nodes for need in n.needs]
        taken = [r.value for r in needs if not r.kind.endswith("folder")]
        self._sources = _plain(" \n ".join([*gone, *taken]))
        checks = [f"{'' if holds else 'not '}{c.check} {dict(c.args)}" for c, holds in leaves]
        apps = [app for n in nodes for app in n.subtask.apps]
        others = [*[f"{r.kind} {r.value}" for r in needs], *[str(dict(n.parameters)) for n in nodes]]
        results = [f"{r.kind} {r.value}" for n in nodes for r in n.produces]
        self.made = _plain(" ".join([*checks, *added, *apps, *results]))
        self.evidence = _plain(" ".join([self.made, *others]))
        self._places = _plain(repr([(n.setup, n.needs) for n in nodes])) + self.evidence

    def knows(self, place: str) -> bool:
        """Return whether a place is one that the nodes use."""
        return _has(self._places, place)

    def requires(self, value: str, *, sources: bool) -> bool:
        """Return whether the conditions ask for a value.

        Args:
            value: The value.
            sources: Whether that counts from which something is taken away.
        """
        return _has(self._wanted, value) and (sources or not _has(self._sources, value))


def conditions_of(node: BoundNode) -> tuple[Condition, ...]:
    """Return the conditions of all parts of a node."""
    return tuple([c for part in node.parts for c in part.conditions])


def _leaves(condition: Condition, holds: bool = True) -> Iterator[tuple[Condition, bool]]:
    """The conditions without those that combine others, each with whether it is to hold."""
    of = condition.args.get("of")
    inner = [of] if isinstance(of, Condition) else [c for c in of or () if isinstance(c, Condition)]
    if not inner:
        yield condition, holds
    for c in inner:
        yield from _leaves(c, holds != (condition.check == "not"))


def _texts(value: object) -> Iterator[str]:
    """The texts and numbers anywhere in a JSON value."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def _has(text: str, value: Any) -> bool:
    return re.search(rf"(?<!\w){re.escape(_plain(value))}(?!\w)", text) is not None


def _plain(text: str) -> str:
    return " ".join(text.replace("\\", "/").split()).casefold()
