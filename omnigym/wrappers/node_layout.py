"""The fields of node actions: the fields that each verb reads, and their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.actions import KEYS, MODIFIERS, Modifier
from omnigym.errors import ActionError, ConfigError
from omnigym.spaces.action import CHARSET

__all__ = ["CHORDS", "CLIPBOARD", "COUNTS", "DIRECTIONS", "FIELDS", "FIRST_NODE", "FORMS", "GESTURES", "INSTRUCTION"]
__all__ += ["NODE_VERBS", "PERCENT", "SINGLE_PIECES", "THEN", "VERBS", "WAIT_UNIT", "Choice", "NodeLayout"]

#: A node action by its fields; those that its verb does not read are left out.
Choice = dict[str, int]

_NODE, _PLACE, _SPAN = ("node",), ("node", "x", "y"), ("source", "start", "end", "form")
#: Each verb with the fields that it reads, in the order in which they are chosen.
VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("click", "double_click", "triple_click", "right_click", "middle_click", "long_press"), _NODE),
    "click_with": ("node", "modifiers"),
    "click_at": ("node", "gesture", "x", "y", "modifiers"),
    **dict.fromkeys(("scroll_down", "scroll_up", "scroll_right", "scroll_left"), ("node", "count")),
    **dict.fromkeys(("swipe_up", "swipe_down", "swipe_left", "swipe_right"), _NODE),
    "drag": ("node", "to"),
    "drag_at": ("node", "x", "y", "to", "to_x", "to_y", "modifiers"),
    **dict.fromkeys(("move", "mouse_down", "mouse_up"), _PLACE),
    "press": ("key", "modifiers", "count"),
    **dict.fromkeys(("key_down", "key_up"), ("key",)),
    "type": (*_SPAN, "then"),
    "spell": ("piece", "then"),
    "submit": _SPAN,
    "submit_piece": ("piece",),
    "open_app": ("app",),
    "wait": ("count",),
    "call_user": (),
    "done": (),
    "fail": (),
}
#: The verbs that are done to a node.
NODE_VERBS: Final[tuple[str, ...]] = tuple(v for v, fields in VERBS.items() if "node" in fields)
#: The clicks that `click_at` knows.
GESTURES: Final[tuple[str, ...]] = NODE_VERBS[:6]
#: Places in a node: percents of its width and height, of which 50 is the middle to the pixel.
PERCENT: Final = 101
#: Modifiers that are held together, by the number of the field.
CHORDS: Final[tuple[tuple[Modifier, ...], ...]] = tuple(
    tuple(compress(MODIFIERS, reversed(held))) for held in product((False, True), repeat=len(MODIFIERS))
)
#: How often a key is pressed, how many notches the wheel turns, how many twentieths of a second are waited.
COUNTS: Final = (1, 2, 3, 5, 10, 20, 50, 100)
#: The seconds of one wait.
WAIT_UNIT: Final = 0.05
#: Where the wheel and swipes go: (x, y), to the right and down.
DIRECTIONS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: Values of the field "source": the instruction, the clipboard, and the first of the nodes.
INSTRUCTION, CLIPBOARD, FIRST_NODE = range(3)
#: How a span is written: as it is, in small letters, as a part of a web address by hyphens or by percent signs.
FORMS: Final = ("same", "lower", "hyphens", "quoted")
#: What can be spelt anyway: every character of the environment's action space.
SINGLE_PIECES: Final = tuple(sorted(CHARSET))
#: What follows the text.
THEN: Final = ("", "\n", "\t")


@dataclass(frozen=True)
class NodeLayout:
    """The sizes of the fields.

    Attributes:
        nodes: N, the rows of the tree that can be acted on, beginning with the first. Number N is the whole screen.
        tokens: T, the tokens of a text that spans can begin and end at, beginning with the first.
        pieces: Texts that can be typed at once. Every character is one; what a program always wants typed may be, too.
        apps: Names of apps that can be opened.
    """

    nodes: int
    tokens: int
    pieces: tuple[str, ...] = SINGLE_PIECES
    apps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.nodes < 1 or self.tokens < 1 or not self.pieces or "" in self.pieces:
            raise ConfigError(
                f"Node actions need at least one node and one token, and pieces that are not empty, got "
                f"nodes={self.nodes}, tokens={self.tokens}, {len(self.pieces)} pieces."
            )

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of values of each field, in the order of the action space."""
        percents = dict.fromkeys(("x", "y", "to_x", "to_y"), PERCENT)
        return {
            "verb": len(VERBS),
            "node": self.nodes + 1,
            "to": self.nodes + 1,
            **percents,
            "gesture": len(GESTURES),
            "key": len(KEYS),
            "modifiers": len(CHORDS),
            "count": len(COUNTS),
            "source": self.nodes + 2,
            "start": self.tokens,
            "end": self.tokens,
            "form": len(FORMS),
            "then": len(THEN),
            "piece": len(self.pieces),
            "app": max(len(self.apps), 1),
        }

    def vector(self, choice: Choice) -> NDArray[np.int64]:
        """The element of the action space; fields that the verb does not read are 0."""
        return np.array([choice.get(name, 0) for name in FIELDS], np.int64)

    def choice(self, vector: object) -> Choice:
        """The fields that the verb of an element of the action space reads.

        Raises:
            ActionError: It is no such element.
        """
        values = np.asarray(vector)
        if values.shape != (len(FIELDS),) or values.dtype.kind not in "iu":
            raise ActionError(f"A node action is {len(FIELDS)} integers ({', '.join(FIELDS)}), got {vector!r}.")
        named = dict(zip(FIELDS, values.tolist(), strict=True))
        wrong = [f"{n}={v}" for n, v in named.items() if not 0 <= v < self.sizes[n]]
        if wrong:
            raise ActionError(f"A node action has fields outside of the action space: {', '.join(wrong)}.")
        return {n: named[n] for n in ("verb", *_FIELDS_OF[named["verb"]])}


#: The names of the fields, in the order of the action space.
FIELDS: Final[tuple[str, ...]] = tuple(NodeLayout(1, 1, ("a",)).sizes)
_FIELDS_OF: Final = tuple(VERBS.values())
