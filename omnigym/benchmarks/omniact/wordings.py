"""What a person would say to have something done on a screen: several wordings of each deed, from a data file."""

from __future__ import annotations

import colorsys
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from omnigym.a11y import Node, Role, State, Tree
from omnigym.benchmarks.omniact.candidate_actions import FIELDS, CandidateDeed, LabelledControl
from omnigym.foreign import parse_toml
from omnigym.values import Frame, Platform

__all__ = ["Speaker", "colour_of", "text_for"]

#: Longer names are not repeated in an instruction.
_LONGEST_NAME = 45
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
#: What the names of a taskbar's buttons say besides.
_BESIDE = re.compile(r" (pinned|- \d+ running windows?)$")
_TIME = re.compile(r"\d:\d\d")
#: A colour is said if at least so much of the box has it, and if it is so strong (saturation, value).
_SHARE, _STRONG = 0.55, (0.55, 0.35)
#: The ends of hues in degrees, and what they are called; in between nobody is certain.
_HUES: Sequence[tuple[int, str]] = (
    *((8, "red"), (20, ""), (38, "orange"), (48, ""), (64, "yellow"), (85, ""), (150, "green"), (195, "")),
    *((235, "blue"), (262, ""), (290, "purple"), (352, ""), (360, "red")),
)


#: What the only thing on a screen that can be scrolled is called.
_PANES = ("the page", "the content", "the part that can be scrolled", "the view")


@cache
def _said() -> Mapping[str, Any]:
    return parse_toml(files(__package__).joinpath("wordings.toml").read_text(encoding="utf-8"))


def text_for(node: Node, rng: random.Random) -> str:
    """The text that is written into a field: what its name asks for, or a few words that nothing here has."""
    if node.role is Role.CELL:
        return str(rng.randrange(12, 990))
    words = re.findall(r"[a-z]+", node.name.lower())
    texts = _said()["texts"]
    return str(rng.choice(next((texts[word] for word in words if word in texts), texts[""])))


class Speaker:
    """Says what is to be done on one screen.

    Args:
        tree: The screen.
        boxes: Its controls.
        frame: Its screenshot: a colour is said where it is certain.
        platform: On phones one taps, and there is no mouse; on Linux there is a dock.
    """

    def __init__(self, tree: Tree, boxes: Sequence[LabelledControl], frame: Frame, platform: Platform) -> None:
        self._touch = platform == "android"
        titles = {n.layer: n.name for n in reversed(tree.nodes) if n.role in (Role.WINDOW, Role.DIALOG)}
        self._boxes = boxes
        self._plain = [_plain(box.node, "in the dock" if platform == "linux" else "on the taskbar") for box in boxes]
        self._phrases = [self._phrases_of(n, titles) for n in range(len(boxes))]
        colours = [colour_of(frame, box) for box in boxes]
        hued = Counter((colour, _role(box.node)) for colour, box in zip(colours, boxes, strict=True))
        for n, box in enumerate(boxes):
            if colours[n] and hued[colours[n], _role(box.node)] == 1 and self._phrases[n]:
                name = _quoted(_name(box.node))
                self._phrases[n] = (*self._phrases[n], f"the {colours[n]} {_role(box.node)} {name}")

    def says(self, n: int) -> bool:
        """Whether a control can be named so that no other one is meant."""
        return bool(self._phrases[n])

    def _phrases_of(self, n: int, titles: Mapping[int, str]) -> tuple[str, ...]:
        node, plain = self._boxes[n].node, self._plain[n]
        panes = [m for m, box in enumerate(self._boxes) if box.node.has(State.SCROLLABLE)]
        if panes == [n]:
            return _PANES
        name, role = _name(node), _role(node)
        if not _sayable(name):
            return ()
        alike = [m for m, other in enumerate(self._plain) if other == plain]
        if len(alike) == 1:
            alone = sum(_name(b.node).casefold() == name.casefold() for b in self._boxes) == 1
            spare = (_quoted(name),) if alone and node.role not in (Role.CELL, *FIELDS) else ()
            return (plain, f"the {role} {_quoted(name)}", f"the {role} labelled {_quoted(name)}", *spare)
        title = titles.get(node.layer, "")
        if _sayable(title) and [titles.get(self._boxes[m].node.layer) for m in alike].count(title) == 1:
            return tuple([f"{plain} {word} the window {_quoted(title)}" for word in ("of", "in")])
        return self._counted(n, alike)

    def _counted(self, n: int, alike: Sequence[int]) -> tuple[str, ...]:
        """The second of several from the top or the left, where that is plain to see."""
        for axis, side in ((1, "top"), (0, "left")):
            places = [self._boxes[m].middle[axis] for m in alike]
            least = min(abs(a - b) for i, a in enumerate(places) for b in places[:i])
            rank = sorted(places).index(self._boxes[n].middle[axis])
            if least >= 8 and rank < len(_ORDINALS):
                bare = self._plain[n].removeprefix("the ")
                return (
                    f"the {_ORDINALS[rank]} {bare} from the {side}",
                    f"the {bare} that is {_ORDINALS[rank]} from the {side}",
                )
        return ()

    def wordings(self, deed: CandidateDeed, states: frozenset[str], rng: random.Random, count: int) -> tuple[str, ...]:
        """So many different instructions for a deed; fewer if there are not so many.

        Args:
            deed: What is to be done, on controls that can be named.
            states: What holds of the control afterwards that did not before: "checked", "not checked", "expanded"...
            rng: Draws them.
            count: How many.
        """
        said = _said()
        halves = {"two clicks": "click", "two writes": "write"}.get(deed.kind)
        if halves:
            texts = [call.text or "" for call in deed.calls if call.text is not None] or ["", ""]
            alone = [CandidateDeed(halves, (), (at,), text) for at, text in zip(deed.at, texts, strict=True)]
            first, second = (self._clauses(halves, one, one.at[0], frozenset(), rng) for one in alone)
            joins = rng.sample(said["joins"]["two"], len(said["joins"]["two"]))
            parts = zip(joins, first, second, strict=False)
            clauses = [join.format(a=a, b=b) for join, a, b in parts]
        else:
            clauses = self._clauses(deed.kind, deed, deed.at[0] if deed.at else -1, states, rng)
        sentences = [f"{clause[0].upper()}{clause[1:]}." for clause in clauses]
        return tuple(dict.fromkeys(sentences))[:count]

    def _clauses(self, kind: str, deed: CandidateDeed, n: int, states: frozenset[str], rng: random.Random) -> list[str]:
        """All clauses of a kind, in an order that is drawn, each with the control said in another way."""
        said = _said()
        node = self._boxes[n].node if n >= 0 else None
        which = _manner(node, states) if kind == "click" and node is not None else kind
        if kind == "drag" and node is not None and node.role is Role.CELL:
            which = "drag cells"
        clauses = list(said["clauses"][which])
        if self._touch:
            without = [clause for clause in clauses if not re.search("mouse|left-", clause)]
            clauses = [clause.replace("click", "tap") for clause in without]
        rng.shuffle(clauses)
        its = list(self._phrases[n]) if n >= 0 else [""]
        others = list(self._phrases[deed.at[1]]) if len(deed.at) > 1 else [""]
        rng.shuffle(its)
        text = _quoted(deed.text)
        out = []
        for i, clause in enumerate(clauses):
            it, other = its[i % len(its)], others[i % len(others)]
            out.append(clause.format(it=it, other=other, text=text, key=_keys(kind, deed.text)))
        return out


def _manner(node: Node, states: frozenset[str]) -> str:
    """Which clauses tell a click on a control."""
    boxed = node.role is Role.CHECKBOX
    for state, way in (("checked", "tick" if boxed else "on"), ("not checked", "untick" if boxed else "off")):
        if state in states and node.role in (Role.CHECKBOX, Role.SWITCH, Role.TOGGLE):
            return way
    if "expanded" in states or (node.role is Role.COMBOBOX and node.has(State.EXPANDABLE)):
        return "expand"
    if node.role in FIELDS:
        return "field"
    return {Role.TAB: "tab", Role.MENU_ITEM: "menu_item", Role.LINK: "link"}.get(node.role, "click")


def _keys(kind: str, text: str) -> str:
    said = _said()
    if kind in ("press", "click and press"):
        return str(said["keys"].get(text, f"the {text.upper()} key"))
    if kind in ("hotkey", "click and hotkey"):
        return "+".join([said["chords"].get(key, key.upper()) for key in text.split("+")])
    return text


def _name(node: Node) -> str:
    return _BESIDE.sub("", " ".join(node.name.split())).rstrip(":")


def _sayable(name: str) -> bool:
    """Whether people would say a name: it is short, has words, no time of day, and is no name of a program's own."""
    words = re.findall(r"\w+", name.casefold())
    half = len(words) // 2
    repeats = len(words) > 1 and words[:half] == words[half:]
    return bool(words) and len(name) <= _LONGEST_NAME and not (repeats or "_" in name or _TIME.search(name))


def _role(node: Node) -> str:
    return str(_said()["roles"].get(node.role.name.lower(), "element"))


def _plain(node: Node, bar: str) -> str:
    name, role = _name(node), _role(node)
    place = f" {bar}" if _BESIDE.search(node.name) else ""
    return f"the {_quoted(name)}{'' if name.casefold().endswith(role) else ' ' + role}{place}"


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text else f"'{text}'"


def colour_of(frame: Frame, box: LabelledControl) -> str:
    """The colour of most of a box, if it is a strong one that has a name; "" otherwise."""
    left, top, right, bottom = box.edges
    pixels = frame[top:bottom, left:right].reshape(-1, 3).astype(np.int32) >> 3  # 32 levels each
    counts = np.bincount(pixels @ (1024, 32, 1), minlength=1)
    most = int(counts.argmax())
    if not len(pixels) or counts[most] < _SHARE * len(pixels):
        return ""
    red, green, blue = ((level * 8 + 4) / 255 for level in (most // 1024, most // 32 % 32, most % 32))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < _STRONG[0] or value < _STRONG[1]:
        return ""
    return next(name for end, name in _HUES if hue * 360 <= end)
