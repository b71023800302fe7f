"""A codec and choices that were made for a larger layout, as by a policy that reads a longer instruction."""

from __future__ import annotations

from omnigym.a11y import Tree
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import NodeLayout


def test_what_the_layout_has_no_place_for_is_not_possible() -> None:
    codec = NodeActionCodec(NodeLayout(nodes=4, tokens=3), Tree((), (640, 480)), "one two three four five")
    span = {"source": 0, "form": 0, "then": 0}
    assert codec.possible(codec.named("type", start=1, end=2, **span))
    assert not codec.possible(codec.named("type", start=1, end=3, **span))
    assert not codec.possible(codec.named("type", start=4, end=4, **span))
