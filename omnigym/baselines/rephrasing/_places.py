"""Where a file is, said in other ways."""

from __future__ import annotations

import random
import re

__all__ = ["placed"]

_WHAT = r"(?P<what>(?:(?:the|a|an) (?:(?!(?:in|of|from|to)\b)[\w-]+ ){1,2})?'?\{\w+\}'?)"
_THERE = re.compile(
    rf"{_WHAT}(?:, which is)? (?:in|from) (?:the folder |my )?"
    r"(?P<where>\{\w*(?:folder|source|destination)\w*\})(?! to)"
)
_WAYS = (
    "{what} in {where}", "{what} from {where}", "{what} in the folder {where}", "{what} in my {where} folder",
    "{what}, which is in {where},", "{what} (in {where})", "{what} inside {where}", "{what} that is in {where}",
    "{what} stored in {where}", "{what} located in {where}", "{where}/{what}", "{what} under {where}",
    "{what} of the folder {where}", "{what} in the {where} folder", "{what} from the {where} directory",
    "{what} ({where})", "{where}'s {what}", "{what} kept in {where}", "{what} over in {where}", "{what} at {where}",
)  # fmt: skip
_BEFORE = (
    "in {where}, {rest}", "in the folder {where}, {rest}", "go to {where} and {rest}", "open {where} and {rest}",
    "in {where} there is {what}: {again}", "there is {what} in {where}; {again}", "look in {where}: {rest}",
    "I have {what} in {where}: {again}", "{what} is in {where}. {again}",
)  # fmt: skip
_AGAIN = ("it", "that", "this", "it")


def placed(clause: str, order: bool, rng: random.Random) -> tuple[str, bool]:
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
        way = rng.choice(_BEFORE)
        said = _filled(way, {**slots, "rest": _lowered(rest), "again": _lowered(again)})
        return said, order and way.startswith(("go", "open", "look"))
    return before + _filled(rng.choice(_WAYS), slots) + after, order


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _filled(way: str, slots: dict[str, str]) -> str:
    """One pass, as what is filled in has braces of its own."""
    return re.sub(r"\{(what|where|rest|again)\}", lambda m: slots[m[1]], way)
