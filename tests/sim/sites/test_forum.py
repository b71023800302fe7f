"""The forum."""

from __future__ import annotations

from typing import Any

import pytest

HOST = "forum.adatum.com"
TENT = f"{HOST}/threads/which-tent-for-two"


def test_lists_of_threads(surfer: Any) -> None:
    surfer.go(HOST)
    assert surfer.names("page.thread.")[0] == "Which tent for two?", "the latest first"
    surfer.click("page.board.cooking")
    assert sorted(surfer.names("page.thread.")) == ["Best coffee in town", "Bread that does not rise"]
    surfer.click("page.search")
    surfer.type("yeast OVEN\n")
    assert surfer.names("page.thread.") == ["Bread that does not rise"]
    surfer.go(f"{HOST}/search?q=zebra")
    assert surfer.names("page.thread.") == []


def test_a_reply_is_posted(surfer: Any) -> None:
    surfer.go(f"{HOST}/thread/which-tent-for-two")
    surfer.click("page.post")
    assert "Write something first." in [n.name for n in surfer.device.tree()]
    assert len(surfer.record(TENT)["posts"]) == 3
    surfer.click("page.text")
    surfer.type("Take ours.\nIt is dry.")
    surfer.click("page.post")
    last = surfer.record(TENT)["posts"][-1]
    assert last == {
        "author": "Alex Morgan",
        "date": "2025-03-14",
        "text": "Take ours.\nIt is dry.",
        "likes": 0,
        "liked": False,
        "file": "",
    }
    surfer.click("page.post")
    assert len(surfer.record(TENT)["posts"]) == 4, "what was sent is not sent again"


def test_likes_follows_and_quotes(surfer: Any) -> None:
    surfer.go(f"{HOST}/thread/which-tent-for-two")
    surfer.click("page.like.0")
    assert (surfer.record(TENT)["posts"][0]["likes"], surfer.record(TENT)["posts"][0]["liked"]) == (6, True)
    surfer.click("page.like.0", "page.follow")
    assert (surfer.record(TENT)["posts"][0]["likes"], surfer.record(TENT)["followed"]) == (5, True)
    surfer.click("page.quote.1", "page.text")
    surfer.press("end", "ctrl")
    surfer.type("True.")
    surfer.click("page.post")
    said = surfer.record(TENT)["posts"][-1]["text"]
    assert said == "> The one that stands in four minutes. Everything else is a fight.\nTrue."
    surfer.click("page.following")
    assert surfer.names("page.thread.") == ["Which tent for two?"]


def test_a_thread_is_begun(surfer: Any) -> None:
    for name in ("free-apples", "free-apples-2"):
        surfer.go(f"{HOST}/new")
        surfer.type("Free apples!")
        surfer.click("page.publish")
        assert "A post needs a title and a text." in [n.name for n in surfer.device.tree()]
        surfer.click("page.board", "page.board.3", "page.text")
        surfer.type("Come soon.")
        surfer.click("page.publish")
        assert surfer.url == f"https://{HOST}/thread/{name}"
        thread = surfer.record(f"{HOST}/threads/{name}")
        assert (thread["title"], thread["board"], thread["posts"][0]["text"]) == (
            "Free apples!",
            "Marketplace",
            "Come soon.",
        )


@pytest.mark.parametrize("start", ["thread/new-tram-times", "new"])
def test_files_go_up_and_come_down(surfer: Any, start: str) -> None:
    surfer.device.write_file("Documents/plan.txt", b"the plan")
    surfer.go(f"{HOST}/{start}")
    if start == "new":
        surfer.type("Plans")
    surfer.click("page.attach")
    surfer.type("plan.txt\n")
    assert surfer.text("page.attached") == "plan.txt"
    surfer.click("page.text")
    surfer.type("See there.")
    surfer.click("page.publish" if start == "new" else "page.post")
    number = 0 if start == "new" else 2
    surfer.click(f"page.file.{number}")
    assert surfer.device.read_file("Downloads/plan.txt") == b"the plan"


def test_a_file_is_not_attached_when_the_dialog_is_closed(surfer: Any) -> None:
    surfer.go(f"{HOST}/new")
    surfer.click("page.attach")
    surfer.press("escape")
    assert surfer.see("page.attached") is None and surfer.url == f"https://{HOST}/new"
