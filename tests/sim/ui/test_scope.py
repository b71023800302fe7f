"""An app's own names: keys and styles begin with it, messages are keys, and the texts of an item are presentational."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.nodes import CHECKED, FILL, SELECTED, column, memo
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import button, field, icon, text, toggle

UI = Scope("toy", button="round")


def test_names_begin_with_the_app() -> None:
    assert (UI.key("list"), UI.key("")) == ("toy.list", "")
    assert (UI.style("list"), UI.style(""), UI.style("/caption")) == ("toy_list", "toy", "caption")
    plain = Scope("toy", "")
    assert (plain.key("list"), plain.style("list"), plain.style("/list"), plain.style("")) == (
        "toy.list",
        "list",
        "list",
        "",
    )
    assert Scope("toy", "fox").style("list") == "fox_list"
    assert UI.looks(button={"round": Look()}, box={"": Look()}).keys() == {
        ("button", "toy_round"),
        ("toggle", "toy_round"),
        ("box", "toy"),
    }


def test_builders_are_those_of_the_toolkit() -> None:
    assert UI.text("A", "muted", key="a", w=9) == text("A", style="toy_muted", key="toy.a", w=9)
    assert UI.heading("A", "/title") == text("A", style="title", role=Role.HEADING)
    assert UI.icon("star", size=9) == icon("star", style="toy", size=9)
    assert UI.button("add", "Add") == button("toy.add", "Add", style="toy_round", click=("add",))
    assert UI.button("add", "", "/tool", click=("new", 1)) == button("toy.add", style="tool", click=("new", 1))
    assert UI.tool("add", "plus", "Add", "/tool", w=9) == UI.button("add", "", "/tool", icon="plus", name="Add", w=9)
    switch = UI.button("on", name="On", checked=True)
    assert switch == toggle("toy.on", name="On", style="toy_round", checked=True, click=("on",))
    assert switch.flags == CHECKED
    assert UI.field("find", "x", "Find") == field("toy.find", "x", name="Find", style="toy", change=("find",))
    assert (UI.slider("level", 9, "Level").style, UI.slider("level", 9, "Level").on) == (
        "toy",
        (("change", ("level",)),),
    )
    assert UI.row(key="a", style="b").key == "toy.a"
    assert UI.column(style="").style == ""


def test_texts_of_an_item_are_left_out_of_the_tree() -> None:
    part = memo(UI.text, "D")
    made = UI.item(
        "item.1",
        "A",
        column(UI.text("A"), UI.text("B", key="b")),
        None,
        UI.button("x", "C"),
        part,
        selected=True,
        h=FILL,
    )
    inner, press, last = made.children
    assert (made.key, made.style, made.role, made.name, made.flags) == (
        *("toy.item.1", "toy_row", Role.LIST_ITEM, "A", SELECTED),
    )
    assert [child.role for child in inner.children] == [None, Role.TEXT]  # type: ignore[union-attr]
    assert (press.role, last) == (Role.BUTTON, part)  # type: ignore[union-attr]
