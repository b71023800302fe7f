"""Widgets, menus, lists, dialogs and the keyboard's way through them."""

from __future__ import annotations

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, KeyDown, KeyUp, MouseDown, MouseUp, Move, Scroll, Wait


def test_clicks_send_messages_and_disabled_buttons_do_not(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.ok")
    bench.click("toy.disabled")
    bench.click("toy.bold")
    assert bench.log == (("ok",), ("bold",))
    assert bench.node("toy.bold").has(State.CHECKED) and not bench.node("toy.disabled").has(State.ENABLED)


def test_a_button_let_go_elsewhere_is_not_pressed(bench) -> None:  # type: ignore[no-untyped-def]
    bench.device.act(MouseDown(bench.at("toy.ok")))
    bench.device.act(Move(bench.at("toy.bold")))
    bench.device.act(MouseUp(bench.at("toy.bold")))
    assert bench.log == ()


def test_menus_by_pointer(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.menu")
    assert bench.node("toy.menu.one").role == Role.MENU_ITEM and bench.device.tree().nodes[0].layer < 10
    bench.click("toy.menu.off")
    assert bench.device.tree().find(Role.MENU) is not None, "a disabled line does nothing"
    bench.click("toy.menu.more")
    bench.click("toy.menu.two")
    assert bench.log == (("two",),) and bench.device.tree().find(Role.MENU) is None
    bench.click("toy.menu")
    bench.click("toy.menu")
    assert bench.device.tree().find(Role.MENU) is None, "a click on what opened it closes it"
    bench.click("toy.menu")
    bench.click("toy.tick")
    assert bench.device.tree().find(Role.MENU) is None and bench.state.ticked


def test_menus_by_keyboard(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.menu")
    bench.press("down", "down", "right", "enter")
    assert bench.log == (("two",),)
    bench.click("toy.menu")
    bench.press("down", "down", "right", "escape", "escape")
    assert bench.device.tree().find(Role.MENU) is None
    bench.click("toy.menu")
    bench.press("o")
    assert bench.log == (("two",), ("one",))


def test_a_combo_box_opens_its_options(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.fruit")
    bench.click("toy.fruit.2")
    assert bench.state.fruit == "plum" and bench.node("toy.fruit").value == "plum"


def test_tab_goes_round_and_space_presses(bench) -> None:  # type: ignore[no-untyped-def]
    seen = []
    for _ in range(8):
        bench.press("tab")
        seen.append(next(n.key for n in bench.device.tree() if n.has(State.FOCUSED)))
    assert seen == ["toy.ok", "toy.menu", "toy.bold", "toy.tick", "toy.fruit", "toy.dialog", "toy.name", "toy.list"]
    bench.press("shift+tab", "shift+tab", "shift+tab", "shift+tab", "space")
    assert bench.state.ticked


def test_a_dialog_blocks_its_owner_and_answers(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.dialog")
    assert bench.node("window.toy_dialog").has(State.MODAL | State.ACTIVE)
    bench.device.act(Click((0.5, 0.2)))
    bench.click("ask.text")
    assert bench.log == (("dialog",),)
    bench.press("enter")
    assert bench.log[-1] == ("answer", "yes") and bench.device.tree().find(Role.DIALOG) is None
    bench.click("toy.dialog")
    bench.press("escape")
    assert bench.log[-1] == ("answer", "no")
    bench.click("toy.dialog")
    bench.press("alt+f4")
    assert bench.log[-1] == ("answer", None)


def test_choosing_in_a_list(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.list.e1")
    assert bench.state.selected == ("e1",) and bench.node("toy.list.e1").has(State.SELECTED)
    bench.click("toy.list.e3", modifiers=("shift",))
    assert bench.state.selected == ("e1", "e2", "e3")
    bench.click("toy.list.e2", modifiers=("ctrl",))
    assert bench.state.selected == ("e1", "e3")
    bench.press("down")
    assert bench.state.selected == ("e3",)
    bench.press("shift+down")
    assert bench.state.selected == ("e3", "e4")
    bench.press("ctrl+a")
    assert len(bench.state.selected) == 100
    bench.press("end")
    assert bench.state.selected == ("e99",) and bench.node("toy.list.e99").has(State.SELECTED), "it scrolls along"
    bench.press("home")
    bench.type("b")
    assert bench.state.selected == ("e1",)


def test_opening_and_asking_for_the_menu_of_an_entry(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.list.e5", count=2)
    assert bench.log[-1] == ("open", "e5")
    bench.press("enter")
    assert bench.log.count(("open", "e5")) == 2
    bench.click("toy.list.e7", button="right")
    assert bench.log[-1] == ("context", "e7") and bench.state.selected == ("e7",)
    bench.click("toy.menu.one")
    assert bench.log[-1] == ("one",)


def test_clicks_of_two_actions_are_no_double_click(bench) -> None:  # type: ignore[no-untyped-def]
    at = bench.at("toy.list.e5")
    for _ in range(3):
        bench.device.act(Click(at))
    assert ("open", "e5") not in bench.log


def test_quick_presses_of_the_button_are_a_double_click(bench) -> None:  # type: ignore[no-untyped-def]
    at = bench.at("toy.list.e5")
    for action in (MouseDown(at), MouseUp(at)) * 2:
        bench.device.act(action)
    assert bench.log[-1] == ("open", "e5")


def test_slow_presses_of_the_button_are_no_double_click(bench) -> None:  # type: ignore[no-untyped-def]
    at = bench.at("toy.list.e5")
    for _ in range(2):
        bench.device.act(MouseDown(at))
        bench.device.act(MouseUp(at))
        bench.device.act(Wait(1.0))
    assert ("open", "e5") not in bench.log


def test_entries_are_dragged_and_dropped(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.list.e1")
    bench.click("toy.list.e2", modifiers=("ctrl",))
    bench.drag(bench.at("toy.list.e1"), bench.at("toy.list.e6"))
    assert bench.log[-1] == ("drop", ("entries", ("e1", "e2")), "e6")


def test_only_what_is_seen_of_a_list_is_in_the_tree(bench) -> None:  # type: ignore[no-untyped-def]
    rows = bench.device.tree().find_all(Role.LIST_ITEM)
    rows = [n for n in rows if n.key.startswith("toy.")]
    assert 5 < len(rows) < 30
    bench.device.act(Scroll(bench.at("toy.list"), dy=3))
    assert bench.device.tree().find(key="toy.list.e0") is None
    x, y, w, h = bench.node("toy.list.scrollbar").bounds
    bench.drag(bench.point(x + w // 2, y + 40), bench.point(x + w // 2, y + h + 40))
    assert bench.device.tree().find(key="toy.list.e99") is not None, "the thumb was dragged to the end"
    bench.drag(bench.point(x + w // 2, y + 4), bench.point(x + w // 2, y + 4))
    assert bench.device.tree().find(key="toy.list.e99") is None, "a click on the track goes back by a page"


def test_fields_say_what_becomes_of_them(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.list.e1")
    bench.press("f2")
    bench.type("X")
    assert bench.state.name == "Xme"
    bench.press("enter", "escape")
    bench.click("toy.list.e1")
    assert bench.log[-4:] == (("name", "Xme"), ("submit", "Xme"), ("cancel",), ("blur", "Xme"))


@pytest.mark.parametrize("focus", ["toy.list.e1", "toy.area", "toy.name"])
def test_shortcuts_reach_the_app_but_editing_keys_stay_in_the_text(bench, focus: str) -> None:  # type: ignore[no-untyped-def]
    bench.click(focus)
    bench.press("ctrl+s")
    assert bench.log[-1] == ("save",)
    bench.press("delete")
    assert (bench.log[-1] == ("delete",)) == (focus == "toy.list.e1")


def test_held_keys_count_as_modifiers(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.list.e1")
    bench.device.act(KeyDown("shift"))
    bench.click("toy.list.e3")
    bench.device.act(KeyUp("shift"))
    assert bench.state.selected == ("e1", "e2", "e3")
    bench.click("toy.list.e5")
    assert bench.state.selected == ("e5",)


def test_the_node_under_the_pointer_is_lit(bench) -> None:  # type: ignore[no-untyped-def]
    before = bench.device.screenshot()
    bench.device.act(Move(bench.at("toy.bold")))
    after = bench.device.screenshot()
    x, y, w, _ = bench.node("toy.bold").bounds
    assert (before != after).any()
    changed = (before != after).any(axis=2).nonzero()
    assert changed[1].min() >= x - 4 and changed[1].max() < x + w + 4 and changed[0].min() >= y - 4


def test_what_follows_a_letter_that_closed_the_menu_goes_to_the_focus(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.name")
    bench.press("end")
    bench.click("toy.menu")
    bench.type("oXY")
    assert ("one",) in bench.log
    assert bench.state.name == "nameXY"
