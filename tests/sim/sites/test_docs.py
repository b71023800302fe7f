"""The documentation site: pages of a library in several versions."""

from __future__ import annotations

from typing import Any

from omnigym.sim.sites._docs_shipped import VERSIONS
from omnigym.sim.sites.docs import EXAMPLES, manual, matching
from omnigym.sim.sites.prose import blocks_of
from omnigym.sim.vfs import Vfs

HOST = "docs.tailspintoys.com"


def test_versions_differ_in_what_there_is_and_in_what_it_says() -> None:
    pages = {version: manual(Vfs(), version) for version in VERSIONS}
    assert [v for v in VERSIONS if pages[v].topic("torch.compile") is not None] == ["2.0"]
    signatures = {v: pages[v].topic("torch.optim.Adam").signature for v in VERSIONS}  # type: ignore[union-attr]
    assert len(set(signatures.values())) == 3 and "fused" not in signatures["1.12"]
    codes = {v: [b.text for b in blocks_of(pages[v].topic("torch.matmul").text) if b.kind == "code"] for v in VERSIONS}  # type: ignore[union-attr]
    assert codes == {v: [EXAMPLES[v].rstrip("\n")] for v in VERSIONS}
    assert manual(Vfs(), "0.1").topics == ()
    assert [t.name for t in matching(pages["1.13"], "matrices multiplies")][:2] == ["torch.bmm", "torch.mm"]


def test_marks_of_a_text() -> None:
    text = "# A\n\n- one\n- `two` **three** [four](http://x)\n\na\nb\n```\n# no title\n\n  x\n```\nrest\n```\nopen"
    assert [tuple(b) for b in blocks_of(text)] == [
        ("title", "A"),
        ("item", "one"),
        ("item", "two three four"),
        ("text", "a b"),
        ("code", "# no title\n\n  x"),
        ("text", "rest"),
        ("code", "open"),
    ]


def test_one_searches_goes_to_another_version_and_copies(surfer: Any) -> None:
    surfer.press("up", "meta")  # the whole screen
    surfer.go(f"{HOST}/pytorch/2.0")
    surfer.click("page.search")
    surfer.type("matmul\n")
    surfer.click("page.result.torch.matmul", "page.copy_code.1")
    assert surfer.device.clipboard().text == EXAMPLES["2.0"].rstrip("\n")
    surfer.click("page.version", "page.version.1")
    assert surfer.url == f"https://{HOST}/pytorch/1.13/torch.matmul"
    surfer.click("page.copy_signature")
    assert surfer.device.clipboard().text == "torch.matmul(input, other, *, out=None) → Tensor"


def test_a_page_that_the_version_lacks(surfer: Any) -> None:
    surfer.go(f"{HOST}/pytorch/1.13/torch.compile")
    assert "Page not found" in next(w.title for w in surfer.device.windows() if w.active)
    surfer.go(f"{HOST}/pytorch/2.0/torch.compile")
    surfer.click("page.version", "page.version.1")
    assert surfer.url == f"https://{HOST}/pytorch/1.13", "there is no such page, so it is the list of all"


def test_a_record_takes_the_place_of_a_page(surfer: Any) -> None:
    surfer.device.write_file(
        f"AppData/Local/Sites/{HOST}/pages/1.13/torch.own.md", b"torch.own(x)\n\nMine.\n\n```\nx = 1\n```\n"
    )
    surfer.go(f"{HOST}/pytorch/1.13/torch.own")
    assert surfer.text("page.signature") == "torch.own(x)"
    surfer.click("page.copy_code.1")
    assert surfer.device.clipboard().text == "x = 1"
