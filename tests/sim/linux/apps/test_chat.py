"""Chat, used as a person does; what it shares with other programs of its kind is tried here."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.actions import OpenApp, Wait
from omnigym.devices.protocol import ClipboardContent
from omnigym.pictures import scene_file

KEY, LUNCH = "Has anybody seen the key of the bicycle shed?", "Lunch is at half past twelve today."
MINE, POSTER = "The printer wants it by Wednesday noon.", "This is the picture for the poster. What do you think?"
FILES = "AppData/Local/Chat/files"


@pytest.fixture
def chat(user: Any) -> Any:
    user.device.act(OpenApp("chat"))
    return user


def rows(user: Any, table: str = "messages") -> list[dict[str, str]]:
    return [dict(row) for row in user.device.query_content(f"content://chat/{table}")]


def shown(user: Any, pane: str = "chat.message.") -> list[str]:
    return [n.name for n in user.device.tree() if n.role is Role.LIST_ITEM and n.key.startswith(pane)]


def menu(user: Any, said: str, *names: str) -> None:
    found = user.device.tree().find(role=Role.LIST_ITEM, name=said)
    user.click(found.key, button="right")
    user.menu(*names)


def test_what_is_sent_is_kept_and_what_is_seen_is_read(chat: Any) -> None:
    assert chat.title() == "general - Chat" and shown(chat)[-1] == LUNCH
    assert chat.node("chat.room.announcements").value == "1 unread"
    chat.click("chat.room.announcements")
    assert chat.node("chat.room.announcements").value == ""
    chat.type("Good to know\n  \n")
    last = rows(chat)[-1]
    assert (last["room"], last["sender"], last["text"]) == ("announcements", "Alex Morgan", "Good to know")


def test_a_thread_stands_beside_its_room(chat: Any) -> None:
    menu(chat, KEY, "Reply in thread")
    assert len(shown(chat, "chat.thread.")) == 3
    chat.type("Thank you\n")
    assert shown(chat, "chat.thread.")[-1] == "Thank you" and "Thank you" not in shown(chat)
    assert [r["text"] for r in rows(chat) if r["id"] == rows(chat)[-1]["answers"]] == [KEY]
    chat.press("escape")
    assert shown(chat, "chat.thread.") == []


def test_signs_are_added_and_taken_back(chat: Any) -> None:
    menu(chat, LUNCH, "Add reaction", "Heart")
    assert '["heart: Alex Morgan"]' in [r["reactions"] for r in rows(chat)]
    chat.click(next(n.key for n in chat.device.tree() if n.key.endswith(".heart")))
    assert '["heart: Alex Morgan"]' not in [r["reactions"] for r in rows(chat)]


def test_only_what_is_ones_own_is_changed(chat: Any) -> None:
    chat.click("chat.room.design")
    menu(chat, MINE, "Edit message")
    chat.type("By Friday\n")
    menu(chat, "By Friday", "Edit message")
    chat.type("never")
    chat.press("escape")
    assert [(r["text"], r["edited"]) for r in rows(chat) if r["pinned"] == "1"] == [("By Friday", "1")]
    menu(chat, POSTER, "Delete message")
    assert chat.device.tree().find(key="message.delete") is None, "that of somebody else"
    chat.press("escape")
    menu(chat, "By Friday", "Delete message")
    chat.click("message.delete")
    assert "By Friday" not in shown(chat)


def test_files_are_shared_shown_and_downloaded(chat: Any) -> None:
    chat.device.write_file("Pictures/view.png", scene_file("beach", "view.png"))
    chat.click("chat.attach")
    chat.name_file("~/Pictures/view.png")
    chat.device.set_clipboard(ClipboardContent(image=scene_file("dunes", "a.png")))
    chat.press("v", "ctrl")
    chat.type("Two pictures\n")
    assert [(r["text"], r["file"]) for r in rows(chat)[-2:]] == [("Two pictures", "view.png"), ("", "image.png")]
    assert chat.device.tree().find(role=Role.IMAGE, name="view.png") is not None
    menu(chat, "Two pictures", "Download")
    chat.name_file("~/Downloads/mine.png")
    assert chat.device.read_file("Downloads/mine.png") == chat.device.read_file(f"{FILES}/view.png")
    menu(chat, "Two pictures", "Open file")
    assert "view" in chat.title(), "in the image editor"


def test_another_file_of_the_same_name_is_another_file(chat: Any) -> None:
    for content in (b"one", b"one", b"two"):
        chat.device.write_file("Documents/a.txt", content)
        chat.click("chat.attach")
        chat.name_file("~/Documents/a.txt")
        chat.press("enter")
    assert [r["file"] for r in rows(chat)[-3:]] == ["a.txt", "a.txt", "a (2).txt"]


def test_search_mentions_and_saved(chat: Any) -> None:
    for key, found in (("chat.page.mentions", 1), ("chat.page.saved", 1)):
        chat.click(key)
        assert len(shown(chat)) == found
    chat.click("chat.search")
    chat.type("OVEN")
    assert len(shown(chat)) == 1
    chat.click(next(n.key for n in chat.device.tree() if n.key.startswith("chat.to.")))
    assert chat.title() == "lab - Chat" and len(shown(chat)) == 3


def test_a_channel_is_created_once(chat: Any) -> None:
    for _ in range(2):
        chat.click("chat.new_channel")
        chat.type("Spring Tour\n")
    assert chat.device.tree().find(key="message.ok") is not None
    chat.press("enter")
    chat.type("Hello\n")
    assert (
        rows(chat)[-1]["room"] == "spring-tour" and [r["name"] for r in rows(chat, "rooms")].count("spring-tour") == 1
    )


@pytest.mark.parametrize("how", ["button", "window"])
def test_a_huddle_rings_lasts_and_ends(chat: Any, how: str) -> None:
    chat.click("chat.huddle")
    assert rows(chat, "calls")[-1]["state"] == "ringing"
    chat.device.act(Wait(4.0))
    chat.click("chat.call.mic")
    chat.device.act(Wait(60.0))
    assert chat.node("chat.huddle.time").value.startswith("01:0")
    call = rows(chat, "calls")[-1]
    assert (call["state"], call["muted"], call["room"]) == ("on", "1", "general")
    chat.click("chat.call.hang_up" if how == "button" else "window.close")
    call = rows(chat, "calls")[-1]
    assert call["state"] == "ended" and 60 <= int(call["seconds"]) <= 70


def test_who_hangs_up_first_was_not_answered(chat: Any) -> None:
    chat.click("chat.huddle", "chat.call.hang_up")
    chat.device.act(Wait(9.0))
    assert (rows(chat, "calls")[-1]["state"], rows(chat, "calls")[-1]["seconds"]) == ("ended", "0")


def test_strange_rows_are_shown_as_what_they_are(chat: Any) -> None:
    odd = b'{"id": 1, "room": "general", "sender": "", "file": "../rooms.json", "reactions": ["", 5]}'
    strange = b'{"rows": [' + odd + b', 7, {"id": 2}]}'
    chat.device.write_file("AppData/Local/Chat/messages.json", strange)
    assert shown(chat) == ["../rooms.json"]
    chat.type("First\n")
    assert shown(chat) == ["../rooms.json", "First"]
