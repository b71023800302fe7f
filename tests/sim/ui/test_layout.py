"""Flow layout, and laying out again only what changed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.a11y import Role
from omnigym.sim.style.theme import make_theme
from omnigym.sim.ui.items import Item, Laid, Sub
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import AUTO, FILL, Node, box, column, fill, memo, panel, row, stack, wrapped
from omnigym.sim.ui.patch import patched
from omnigym.sim.ui.widgets import button, field, icon, spacer, text, toggle


def _layout(scale: float = 1.0) -> Layout:
    return Layout(make_theme(scale))


def _block(key: str, w: int, h: int) -> Node:
    return box("row", (), w=w, h=h, key=key, role=Role.GROUP)


def _rects(laid: Laid) -> dict[str, tuple[int, int, int, int]]:
    return {i.node.key: (i.x, i.y, i.w, i.h) for i in laid.items}


def test_a_row_shares_what_is_left() -> None:
    node = row(_block("a", 20, 10), _block("b", FILL, 10), _block("c", fill(2), 10), gap=5, pad=10, h=50, w=FILL)
    assert _rects(_layout().lay(node, 160, 50)) == {"a": (10, 20, 20, 10), "b": (35, 20, 36, 10), "c": (76, 20, 74, 10)}


def test_a_column_stacks_and_stretches() -> None:
    node = column(_block("a", 20, 10), _block("b", FILL, FILL), pad=(1, 2, 3, 4))
    assert _rects(_layout().lay(node, 100, 100)) == {"a": (1, 2, 20, 10), "b": (1, 12, 96, 84)}


@pytest.mark.parametrize(("justify", "first"), [("start", 0), ("center", 35), ("end", 70), ("between", 0)])
def test_justify(justify: str, first: int) -> None:
    rects = _rects(_layout().lay(row(_block("a", 10, 10), _block("b", 20, 10), justify=justify, w=100, h=10), 100, 10))
    assert rects["a"][0] == first and rects["b"][0] == (80 if justify == "between" else first + 10)


def test_wrapped_boxes_start_new_rows() -> None:
    laid = _layout().lay(wrapped(*[_block(str(i), 40, 10) for i in range(5)], gap=2), 100, AUTO)
    assert _rects(laid) == {
        "0": (0, 0, 40, 10),
        "1": (42, 0, 40, 10),
        "2": (0, 12, 40, 10),
        "3": (42, 12, 40, 10),
        "4": (0, 24, 40, 10),
    }
    assert laid.h == 34


def test_a_stack_lies_on_top_of_itself() -> None:
    laid = _layout().lay(stack(_block("a", FILL, FILL), _block("b", 10, 10), align="center", justify="center"), 50, 30)
    assert _rects(laid) == {"a": (0, 0, 50, 30), "b": (20, 10, 10, 10)}


def test_scale_lays_out_anew() -> None:
    node = row(_block("a", 20, 10), button("b", "Button"), gap=5)
    small, large = _layout().lay(node, AUTO, AUTO), _layout(2.0).lay(node, AUTO, AUTO)
    assert large.items[0].w == 40 and large.items[1].x == 50 and large.items[1].h > 1.8 * small.items[1].h


def test_text_wraps_in_its_room() -> None:
    laid = _layout().lay(column(text("many words that do not fit in one line", wrap=True, w=FILL)), 80, AUTO)
    assert len(laid.items[0].data) > 2 and " ".join(laid.items[0].data) == "many words that do not fit in one line"


def test_components_are_computed_once_for_each_value() -> None:
    calls = []

    def view(name: str) -> Node:
        calls.append(name)
        return text(name)

    layout = _layout()
    first = layout.lay(column(panel(view, "a"), memo(view, "b")), 100, 100)
    second = layout.lay(column(panel(view, "a"), memo(view, "b")), 100, 100)
    assert [p.laid for p in first.panels + first.subs] == [p.laid for p in second.panels + second.subs]
    assert sorted(set(calls)) == ["a", "b"] and len(calls) <= 4
    assert len(first.panels) == 1 and len(first.subs) == 1


def _random_tree(rng: random.Random, depth: int) -> Any:
    size = (rng.choice([AUTO, FILL, 30, 60, fill(2)]), rng.choice([AUTO, FILL, 12, 40]))
    kind = rng.random()
    if depth == 0 or kind < 0.35:
        key, label = f"k{rng.randrange(10**6)}", rng.choice(["a", "b", "wide label", "12 words", "13 words", ""])
        return rng.choice(
            [
                text(label, w=size[0], h=size[1]),
                button(key, label, icon=rng.choice(["", "copy"]), w=size[0], h=size[1]),
                toggle(key, label, checked=rng.random() < 0.5),
                icon("copy"),
                spacer(size[0], size[1]),
                field(key, label, name="f", w=size[0]),
                memo(_labelled, label, w=size[0]),
                text(label * 5, wrap=True, w=size[0]),
            ]
        )
    children = tuple(_random_tree(rng, depth - 1) for _ in range(rng.randrange(4)))
    return box(
        rng.choice(["row", "column", "stack", "wrap"]),
        children,
        w=size[0],
        h=size[1],
        gap=rng.choice([0, 3]),
        pad=rng.choice([0, 4]),
        align=rng.choice(["start", "center", "end", "stretch"]),
        justify=rng.choice(["start", "center", "end", "between"]),
        style=rng.choice(["", "card"]),
    )


def _labelled(label: str) -> Node:
    return row(text(label), icon("copy"))


def _mutated(rng: random.Random, node: Any) -> Any:
    """``node`` with some texts, flags and handlers changed."""
    if type(node) is not Node:
        return node._replace(args=(rng.choice(["a", "b", "12 words"]),)) if rng.random() < 0.3 else node
    if node.children:
        return node._replace(children=tuple(_mutated(rng, c) for c in node.children))
    if node.kind in ("text", "button", "toggle", "field") and rng.random() < 0.4:
        node = node._replace(text=rng.choice(["a", "b", "wide label", "12 words", "13 words"]))
    if rng.random() < 0.2:
        node = node._replace(flags=rng.choice([0, 16]), on=(("click", ("x",)),))
    return node


def _flat(laid: Laid) -> list[Any]:
    out: list[Any] = [laid.w, laid.h]
    for part in laid.parts:
        if type(part) is Sub:
            out += [part[1:], _flat(part.laid)]
        else:
            out.append(part._replace(node=part.node._replace(children=())))
    return out


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_a_patched_layout_is_the_full_one(seed: int) -> None:
    rng = random.Random(seed)
    old = box("column", tuple(_random_tree(rng, 3) for _ in range(3)), w=FILL, h=FILL)
    new = _mutated(rng, old)
    layout = _layout()
    laid = layout.lay(old, 300, 200)
    quick = patched(layout, old, laid, new, (True, True))
    full = _layout().lay(new, 300, 200)
    if quick is not None:
        assert _flat(quick) == _flat(full)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 400), st.integers(0, 400))
def test_any_view_lays_out_in_any_room(seed: int, w: int, h: int) -> None:
    rng = random.Random(seed)
    laid = _layout(rng.choice([0.75, 1.0, 1.5])).lay(_random_tree(rng, 4), w, h)
    for part in laid.parts:
        if type(part) is Item:
            assert part.w >= 0 and part.h >= 0
