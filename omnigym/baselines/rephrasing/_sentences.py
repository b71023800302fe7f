"""The sentences of an instruction in other words: which are said otherwise, in what, and how often."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from omnigym.baselines.rephrasing._order import in_other_order
from omnigym.baselines.rephrasing._phrases import framed, politely, with_other_verb, with_other_words
from omnigym.tasks.templates import fill

__all__ = ["rephrase", "said_otherwise"]

_QUOTED = re.compile(r"'(\{\w+\})'|(?<!\w)(\{\w+\})(?!\w)")
_BEFORE_SIGN = re.compile(r"\s+([,.;:?!])")
#: How likely a sentence is said otherwise as a whole, its verb and its places are exchanged, and it is put politely.
_FRAME, _VERB, _PLACE, _POLITE = 0.65, 0.6, 0.5, 0.35
#: How likely parameters are quoted in another way, and all of an instruction alike.
_QUOTE, _ALIKE = 0.6, 0.7
#: How likely what is quoted then is quoted still, and what is not is still not.
_KEPT = 0.75

_WHAT = r"(?P<what>(?:(?:the|a|an) (?:(?!(?:in|of|from|to)\b)[\w-]+ ){1,2})?'?\{\w+\}'?)"
_THERE = re.compile(
    rf"{_WHAT}(?:, which is)? (?:in|from) (?:the folder |my )?"
    r"(?P<where>\{\w*(?:folder|source|destination)\w*\})(?! to)"
)
_PLACES = (
    "{what} in {where}", "{what} from {where}", "{what} in the folder {where}", "{what} in my {where} folder",
    "{what}, which is in {where},", "{what} (in {where})", "{what} inside {where}", "{what} that is in {where}",
    "{what} stored in {where}", "{what} located in {where}", "{where}/{what}", "{what} under {where}",
    "{what} of the folder {where}", "{what} in the {where} folder", "{what} from the {where} directory",
    "{what} ({where})", "{where}'s {what}", "{what} kept in {where}", "{what} over in {where}", "{what} at {where}",
)  # fmt: skip
_PLACE_FIRST = (
    "in {where}, {rest}", "in the folder {where}, {rest}", "go to {where} and {rest}", "open {where} and {rest}",
    "in {where} there is {what}: {again}", "there is {what} in {where}; {again}", "look in {where}: {rest}",
    "I have {what} in {where}: {again}", "{what} is in {where}. {again}",
)  # fmt: skip
_AGAIN = ("it", "that", "this", "it")


def rephrase(template: str, rng: random.Random) -> str:
    """A template in other words.

    Args:
        template: The instruction of a subtask, with its parameters in braces.
        rng: Draws the words.

    Returns:
        A template with the same parameters, none of them lost.

    >>> rephrase("Rename the file '{name}' to '{new_name}'.", random.Random(5))
    'The new name of the file "{name}" is "{new_name}".'
    """
    for _ in range(8):
        found = _quoted(_said(template, rng), rng)
        if sorted(_names(found)) == sorted(_names(template)):
            return found
    return template


def _names(template: str) -> list[str]:
    return re.findall(r"\{\w+\}", template)


def said_otherwise(template: str, parameters: Mapping[str, object], rng: random.Random) -> str:
    """The instruction of a subtask with these parameters, in other words."""
    said: str = fill(rephrase(template, rng), parameters)
    return said


def _said(template: str, rng: random.Random) -> str:
    sentences = []
    for clause in in_other_order(template, rng):
        said, order = clause.text, clause.order
        if order and rng.random() < _FRAME:
            said, order = framed(said, rng)
        elif order and rng.random() < _VERB:
            said, order = with_other_verb(said, rng)
        said = with_other_words(said, rng)
        if rng.random() < _PLACE:
            said, order = _placed(said, order, rng)
        if order and rng.random() < _POLITE:
            said = politely(said, rng)
        sentences.append(clause.around(said, order, rng))
    said = _joined(sentences)
    # a text may end with a point of its own
    return said.removesuffix(".") if template.endswith("}") and said.endswith("}.") else said


def _joined(sentences: list[str]) -> str:
    """Sentences that begin with a capital and end with one sign."""
    out = []
    for sentence in sentences:
        text = _BEFORE_SIGN.sub(r"\1", re.sub(r"\s+", " ", sentence))
        text = re.sub(r"[,;:]+(?=[.,;?!])|([.?!])\.", r"\1", text).strip(" ,;").lstrip(".,; ")
        out.append(text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else "."))
    return " ".join(out)


def _quoted(template: str, rng: random.Random) -> str:
    """With other quotation marks or none: most often all alike."""
    if rng.random() >= _QUOTE:
        return template
    mark = rng.choice("'\"")
    alike = rng.random() < _ALIKE

    def other(match: re.Match[str]) -> str:
        name, sign = match[1] or match[2], mark if alike else rng.choice("'\"")
        return f"{sign}{name}{sign}" if rng.random() < (_KEPT if match[1] else 1 - _KEPT) else name

    return _QUOTED.sub(other, template)


def _placed(clause: str, order: bool, rng: random.Random) -> tuple[str, bool]:
    """A clause whose place is said in another way, if it has one, and whether it is an order still if it was."""
    found = list(_THERE.finditer(clause))
    if not found:
        return clause, order
    match = rng.choice(found)
    before, after = clause[: match.start()], clause[match.end() :]
    slots = {"what": match["what"], "where": match["where"]}
    if rng.random() < 0.3 and "save" not in before:
        rest = f"{before}{match['what']}{after}"
        again = f"{before}{rng.choice(_AGAIN)}{after}"
        way = rng.choice(_PLACE_FIRST)
        said = _with_slots(way, {**slots, "rest": _lowered(rest), "again": _lowered(again)})
        return said, order and way.startswith(("go", "open", "look"))
    return before + _with_slots(rng.choice(_PLACES), slots) + after, order


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _with_slots(way: str, slots: dict[str, str]) -> str:
    """One pass, as what is filled in has braces of its own."""
    return re.sub(r"\{(what|where|rest|again)\}", lambda m: slots[m[1]], way)
