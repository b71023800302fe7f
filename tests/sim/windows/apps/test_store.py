"""Microsoft Store: what it installs is there, what is uninstalled is gone; and which app opens a file."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Wait
from omnigym.sim.windows.apps.store.state import Job, advanced


@pytest.fixture
def store(hands: Any) -> Any:
    hands.open("store")
    return hands


def rows(hands: Any, table: str) -> list[dict[str, str]]:
    return [dict(row) for row in hands.device.query_content(f"content://store/{table}")]


def found_in_start(hands: Any, typed: str) -> list[str]:
    hands.press("meta")
    hands.type(typed)
    found = [n.name for n in hands.device.tree() if n.key.startswith("start.result.") and "/" not in n.key]
    hands.press("escape")
    return found


def test_an_app_is_there_when_its_download_is_over(store: Any) -> None:
    assert found_in_start(store, "contoso") == []
    store.open("contoso_wiki")
    assert store.title() == "Microsoft Store", "what is not installed cannot be started"
    store.click("store.tile.Contoso Wiki", "store.get")
    assert [job["what"] for job in rows(store, "jobs")] == ["Contoso Wiki"]
    store.device.act(Wait(5))
    assert rows(store, "jobs") == []
    assert found_in_start(store, "contoso") == ["Contoso Wiki"]
    store.click("store.launch")
    assert store.title() == "Contoso Wiki"
    assert store.see("taskbar.contoso_wiki") is not None
    store.open("settings")
    store.device.launch("settings", "installed")
    store.click("settings.app_search")
    store.type("contoso")
    store.click("settings.app_menu.Contoso Wiki", "settings.uninstall.Contoso Wiki", "message.uninstall")
    assert store.see("taskbar.contoso_wiki") is None, "its window is closed"
    assert found_in_start(store, "contoso") == []


def test_uninstalling_takes_away_whatever_opens_its_files(store: Any) -> None:
    store.click("store.tile.Media Player", "store.uninstall", "message.uninstall")
    store.device.launch("file_manager", "C:\\Users\\user\\Videos")
    store.click("explorer.items.Canal trip.avi", count=2)
    assert "no app to open" in store.node("message.text").name
    store.press("escape")
    store.click("explorer.items.Canal trip.avi", button="right")
    store.click("explorer.menu.open_with")
    assert store.see("explorer.menu.open_with.media_player") is None
    store.press("escape")
    store.press("escape")
    store.device.set_setting("apps.installed", "Media Player")
    store.click("explorer.items.Canal trip.avi", count=2)
    assert store.title() == "Media Player"


def test_updates_are_done_one_after_another_also_while_the_window_is_closed(store: Any) -> None:
    store.click("store.rail.library", "store.update_all")
    waiting = [job["what"] for job in rows(store, "jobs")]
    assert set(waiting) == {"Sticky Notes", "Spotify", "Media Player"}
    last = store.node(f"store.cancel.{waiting[-1]}")
    assert last.name == f"Cancel {waiting[-1]}"
    store.click(f"store.cancel.{waiting[-1]}")
    store.press("f4", "alt")
    store.device.act(Wait(60))
    store.open("store")
    old = [row["name"] for row in rows(store, "versions") if row["version"] != row["latest"]]
    assert (old, rows(store, "jobs")) == ([waiting[-1]], [])


def test_jobs_begin_where_the_one_before_ends() -> None:
    jobs = (Job(1, "pack", "a", 2), Job(2, "pack", "b", 3), Job(3, "pack", "c", 4))
    running, done = advanced(jobs, 1000)
    assert (running[0].started_ms, done) == (1000, ())
    left, done = advanced(running, 6500)  # 1000 + 2000 + 3000 is before that
    assert [job.id for job in done] == [1, 2]
    assert (left[0].id, left[0].started_ms, left[0].share(6500)) == (3, 6000, 0.125)


def test_another_app_opens_files_of_a_kind(hands: Any) -> None:
    hands.device.launch("settings", "defaults")
    hands.click("settings.default.txt")
    hands.device.set_setting("apps.default.txt", "word")
    hands.press("escape")
    assert hands.node("settings.default.txt").value == "Word"
    hands.device.launch("file_manager", "C:\\Users\\user\\Documents")
    hands.click("explorer.items.notes.txt", count=2)
    assert hands.title().endswith("Word")
    hands.device.set_setting("apps.default.txt", "calculator")  # it reads none
    hands.device.launch("file_manager", "C:\\Users\\user\\Documents")
    hands.click("explorer.items.notes.txt", count=2)
    assert hands.title().endswith("Notepad")
