"""The encoder of ordinary actions as node actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from omnigym.a11y import Tree
from omnigym.actions import (
    KEYS,
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Point,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    pixel,
)
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import (
    CHORDS,
    CLIPBOARD,
    COUNTS,
    DIRECTIONS,
    FIRST_NODE,
    GESTURES,
    INSTRUCTION,
    NODE_VERBS,
    WAIT_UNIT,
    Choice,
)
from omnigym.wrappers.node_text import Text, first_part

__all__ = ["Encoded", "NodeActionEncoder"]

#: A node action, and the ordinary action that is left to encode when it was done.
Encoded: TypeAlias = tuple[Choice, Action | None]

_LONG = 0.5  # seconds from which on a press is a long one


class NodeActionEncoder:
    """An encoder of ordinary actions as node actions on one screen, the inverse of `NodeActionCodec.decode`.

    Attributes:
        codec: The node actions of the screen.
    """

    def __init__(self, codec: NodeActionCodec) -> None:
        self.codec = codec

    def encode(self, action: Action, reads_screen: bool = True) -> Encoded | None:
        """Return the node action that does the same as an ordinary action, or begins to; None if no such action exists.

        A click, drag or turn of the wheel goes to the same pixel; where percents of a node do not have it, to the
        nearest one that hits the same node. A text that is no span or piece is typed in parts, and some counts are
        pressed, turned or waited in several actions: then the rest is an ordinary action, to be encoded when the
        first was done.

        Args:
            action: The action to encode.
            reads_screen: Whether texts are also spans of clipboard and nodes; else of the instruction alone, or spelt.
        """
        if not reads_screen and isinstance(action, Type | Submit):
            codec = self.codec
            unread = NodeActionCodec(
                codec.layout,
                Tree((), codec.tree.size),
                codec.instruction,
                may_end=codec.may_end,
                click_only=codec.click_only,
            )
            return NodeActionEncoder(unread).encode(action)
        encoded = _ENCODERS[type(action)](self, action) if type(action) in _ENCODERS else None
        return encoded if encoded is not None and self.codec.possible(encoded[0]) else None

    def encode_in_full(self, action: Action) -> list[Choice] | None:
        """Return the node actions that in sequence do the same as an ordinary action; None if no such actions exist.

        All are encoded on the screen before the action, as of a recorded one there are no screens in between. Texts are
        spans of the instruction, or spelt.
        """
        choices: list[Choice] = []
        rest: Action | None = action
        while rest is not None:
            encoded = self.encode(rest, reads_screen=False)
            if encoded is None:
                return None
            choice, rest = encoded
            choices.append(choice)
        return choices

    def _in_the_middle(self, verb: str, at: Point, **fields: int) -> Choice | None:
        """The verb on a node whose middle the point is, and that a click there reaches."""
        where = pixel(at, self.codec.tree.size)
        for node in self.codec.under(at):
            if node.center == where and self.codec.nodes[NODE_VERBS.index(verb), node.index]:
                return self.codec.named(verb, node=node.index, **fields)
        return None

    def _click(self, action: Click) -> Choice | None:
        if action.duration >= _LONG:
            verb = "long_press"
        elif action.button == "left":
            verb = GESTURES[action.count - 1]
        else:
            verb = f"{action.button}_click"
        if action.count > 1 and verb not in GESTURES[:3]:
            return None
        held = _chord(action.modifiers)
        plain = None
        if not held:
            plain = self._in_the_middle(verb, action.at)
        elif verb == "click":
            plain = self._in_the_middle("click_with", action.at, modifiers=held)
        if plain is not None:
            return plain
        node, x, y = self.codec.place(action.at)
        return self.codec.named("click_at", node=node, gesture=GESTURES.index(verb), x=x, y=y, modifiers=held)

    def _scroll(self, action: Scroll) -> Encoded | None:
        if action.modifiers or bool(action.dx) == bool(action.dy):
            return None
        notches = action.dy or action.dx
        verb = ("scroll_down", "scroll_up") if action.dy else ("scroll_right", "scroll_left")
        direction = verb[notches < 0]
        encoded = self._in_the_middle(direction, action.at)
        if encoded is None:  # the wheel turns whatever scrolls below it
            panes = [n for n in self.codec.under(action.at) if self.codec.nodes[NODE_VERBS.index(direction), n.index]]
            encoded = self.codec.named(direction, node=panes[0].index) if panes else None
        counted = _counted(abs(notches))
        if encoded is None or counted is None:
            return None
        count, rest = counted
        left = rest if notches > 0 else -rest
        more = Scroll(action.at, left if action.dy else 0.0, left if action.dx else 0.0) if rest else None
        return {**encoded, "count": count}, more

    def _drag(self, action: Drag) -> Choice | None:
        if action.button != "left":
            return None
        if not action.modifiers:
            for node in self.codec.under(action.at):
                for direction in DIRECTIONS:
                    if self.codec.nodes[NODE_VERBS.index(f"swipe_{direction}"), node.index] and _same_swipe(
                        self.codec.swipe(node.index, direction), action, self.codec.tree.size
                    ):
                        return self.codec.named(f"swipe_{direction}", node=node.index)
            first, last = self._in_the_middle("drag", action.at), self._in_the_middle("drag", action.to)
            if first and last:
                return {**first, "to": last["node"]}
        (start, x, y), (to, to_x, to_y) = self.codec.place(action.at), self.codec.place(action.to)
        held = _chord(action.modifiers)
        return self.codec.named("drag_at", node=start, x=x, y=y, to=to, to_x=to_x, to_y=to_y, modifiers=held)

    def _press(self, action: Press) -> Encoded | None:
        counted = _counted(action.count)
        if counted is None:
            return None
        count, rest = counted
        encoded = self.codec.named("press", key=KEYS.index(action.key), modifiers=_chord(action.modifiers), count=count)
        return encoded, Press(action.key, action.modifiers, int(rest)) if rest else None

    def _wait(self, action: Wait) -> Encoded | None:
        counted = _counted(round(action.duration / WAIT_UNIT, 6))
        if counted is None:
            return None
        count, rest = counted
        return self.codec.named("wait", count=count), Wait(round(rest * WAIT_UNIT, 6)) if rest else None

    def _type(self, action: Type) -> Encoded | None:
        part = first_part(action.text, self._sources, self._pieces, self.codec.layout.tokens) if action.text else None
        if part is None:
            return None
        fields, rest = part
        return self.codec.named("spell" if "piece" in fields else "type", **fields), Type(rest) if rest else None

    def _submit(self, action: Submit) -> Choice | None:
        part = first_part(action.answer, self._sources, self._pieces, self.codec.layout.tokens, then=False)
        if part is None or part[1]:
            return None
        return self.codec.named("submit_piece" if "piece" in part[0] else "submit", **part[0])

    @cached_property
    def _sources(self) -> tuple[Text, ...]:
        shown = [Text(number, text) for number, text in enumerate(self.codec.texts, FIRST_NODE) if text]
        return (Text(INSTRUCTION, self.codec.instruction), Text(CLIPBOARD, self.codec.clipboard), *shown)

    @cached_property
    def _pieces(self) -> dict[str, int]:
        return {piece: n for n, piece in enumerate(self.codec.layout.pieces)}

    def _app(self, action: OpenApp) -> Choice | None:
        known = action.app in self.codec.layout.apps
        return self.codec.named("open_app", app=self.codec.layout.apps.index(action.app)) if known else None

    def _at(self, verb: str, at: Point) -> Choice:
        node, x, y = self.codec.place(at)
        return self.codec.named(verb, node=node, x=x, y=y)


def _same_swipe(swipe: Drag, action: Drag, size: tuple[int, int]) -> bool:
    """Whether two swipes over the same pane go equally far, to a pixel."""
    (dx, dy), (other_dx, other_dy) = _length(swipe, size), _length(action, size)
    return abs(dx - other_dx) <= 1 and abs(dy - other_dy) <= 1


def _length(drag: Drag, size: tuple[int, int]) -> tuple[int, int]:
    (x, y), (to_x, to_y) = pixel(drag.at, size), pixel(drag.to, size)
    return to_x - x, to_y - y


def _counted(number: float) -> tuple[int, float] | None:
    """The place of the largest of `COUNTS` in a number, and the rest; None of what they do not add up to."""
    fits = [place for place, count in enumerate(COUNTS) if count <= number]
    return (fits[-1], number - COUNTS[fits[-1]]) if fits and number == int(number) else None


def _whole(choice: Choice | None) -> Encoded | None:
    """The part that is encoded as one action."""
    return None if choice is None else (choice, None)


def _chord(modifiers: tuple[str, ...]) -> int:
    """The number of modifiers in whatever order they are given."""
    return next(n for n, chord in enumerate(CHORDS) if set(chord) == set(modifiers))


_ENCODERS: dict[type, Callable[[NodeActionEncoder, Any], Encoded | None]] = {
    Click: lambda s, a: _whole(s._click(a)),
    Scroll: NodeActionEncoder._scroll,
    Drag: lambda s, a: _whole(s._drag(a)),
    Press: NodeActionEncoder._press,
    Type: NodeActionEncoder._type,
    Submit: lambda s, a: _whole(s._submit(a)),
    OpenApp: lambda s, a: _whole(s._app(a)),
    Move: lambda s, a: (s._at("move", a.at), None),
    MouseDown: lambda s, a: (s._at("mouse_down", a.at), None) if a.button == "left" else None,
    MouseUp: lambda s, a: (s._at("mouse_up", a.at), None) if a.button == "left" else None,
    KeyDown: lambda s, a: (s.codec.named("key_down", key=KEYS.index(a.key)), None),
    KeyUp: lambda s, a: (s.codec.named("key_up", key=KEYS.index(a.key)), None),
    Wait: NodeActionEncoder._wait,
    CallUser: lambda s, a: None if a.message else (s.codec.named("call_user"), None),
    Done: lambda s, _: (s.codec.named("done"), None),
    Fail: lambda s, _: (s.codec.named("fail"), None),
}
