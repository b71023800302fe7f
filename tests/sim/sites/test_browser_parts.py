"""What browsers have around their pages is one thing in all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from omnigym.sim.app import Context, Focus, Launch, ShowMenu
from omnigym.sim.sites.browser import BrowserParts, TabLook, menus, opens_file, slim
from omnigym.sim.sites.browsing import Place, Tab
from omnigym.sim.sites.profile import Mark
from omnigym.sim.sites.window import Window
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.vfs import Vfs
from omnigym.values import ClipboardContent

PARTS = BrowserParts(Scope("toy", ""))
LOOK = TabLook("toy", "small", "Close {}", 30, 90, 6)
CTX = Context(800, 600, Vfs(), ClipboardContent(), {}, 5)


def test_the_address_and_what_is_looked_for_are_fields() -> None:
    address = PARTS.address("x.com", "Address", "pill", cancel=("typed_cancel",))
    assert (address.key, address.text, address.name, address.data.placeholder) == (
        "toy.address",
        "x.com",
        "Address",
        "Address",
    )
    assert {event for event, _ in address.on} == {"change", "submit", "blur", "cancel"}
    assert PARTS.find_field("a", "Find").message("submit") == ("find_step", 1)


@pytest.mark.parametrize(("w", "parts"), [(91, 2), (90, 1)])
def test_a_tab_has_its_button_where_there_is_room(w: int, parts: int) -> None:
    tab, *close = PARTS.tab(2, Tab(7, title="Wiki"), True, w, LOOK)
    assert (tab.key, tab.name, tab.text, tab.w) == ("toy.tab.7", "Wiki", "Wiki" if parts == 2 else "", w)
    assert tab.message("middle") == ("close_tab", 2)
    assert len(close) == parts - 1
    assert [(b.key, b.name) for row in close for b in row.children[1:]] == [("toy.close_tab.7", "Close Wiki")] * len(
        close
    )  # type: ignore[union-attr]


def test_a_bookmark_opens_its_page_and_has_a_menu() -> None:
    mark = PARTS.mark(Mark("Wiki", "https://wiki.contoso.com/"), "small")
    assert (mark.key, mark.message("click")) == ("toy.mark.Wiki", ("visit", "https://wiki.contoso.com/"))
    assert mark.message("context") == ("mark_menu", "Wiki", "https://wiki.contoso.com/")


def test_a_strip_of_tabs_stays_while_a_page_is_filled_in() -> None:
    tabs = Tab(1, (Place("https://x.com", (("q", "a"),)),), title="X"), Tab(2)
    assert slim(tabs) == slim((tabs[0]._replace(places=(Place("https://x.com"),)), tabs[1]))


def test_menus_are_lines() -> None:
    def lines(_window: Window, _ctx: Context, url: str) -> Iterable[Any]:
        yield "open", "Open", ("go", url), "star"
        yield None
        yield "copy", "Copy", ("copy", url), "", "Ctrl+C", False

    _, (shown,) = menus("toy", link_menu=lines)["link_menu"](Window(), CTX, "u")
    assert shown == ShowMenu(
        (
            MenuItem("toy.menu.open", "Open", ("go", "u"), "star"),
            SEPARATOR,
            MenuItem("toy.menu.copy", "Copy", ("copy", "u"), "", "Ctrl+C", enabled=False),
        )
    )


def test_a_file_is_opened_or_refused() -> None:
    window = Window(over="downloads")
    opens = opens_file(lambda _, path: (Launch("x", path),) if path == "C:/a" else (), Focus, {"over": ""})
    assert opens(window, CTX, "C:/a") == (window._replace(over=""), (Launch("x", "C:/a"),))
    assert opens(window, CTX, "C:/d/b") == (window, (Focus("b"),))
