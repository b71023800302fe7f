"""Windows of the browser's own, of lists and pickers, are kept from opening, and closed at once where they do."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from omnigym.actions import Click, Press, Type
from omnigym.devices.chromium import browser_session
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.looking import Focus
from tests.devices.chromium.pages import click

pytestmark = pytest.mark.chromium

SITE = "http://native.test"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def device(folder: Path):  # type: ignore[no-untyped-def]
    device = ChromiumDevice(size=(600, 300), bar=False)
    device.serve(SITE, folder)
    yield device
    device.close()


def show(device: ChromiumDevice, folder: Path, html: str) -> None:
    (folder / "index.html").write_text(f"<!doctype html><title>Native</title>{html}")
    device.reset(0)
    device.navigate(f"{SITE}/")


@pytest.mark.parametrize(
    "html",
    [
        *(f'<select size="{size}" aria-label="City"><option>Rome<option>Oslo</select>' for size in ("-1", "1.5", "x")),
        (
            "<style>#city#city#city { appearance: menulist !important }</style>"
            '<select id="city" aria-label="City"><option>Rome<option>Oslo</select>'
        ),
        '<select aria-label="City" onfocus="this.showPicker()"><option>Rome<option>Oslo</select>',
        (
            '<select aria-label="City"><option>Rome<option>Oslo</select>'
            "<script>document.adoptedStyleSheets = [new CSSStyleSheet()]</script>"
        ),
        '<div><template shadowrootmode="open"><select aria-label="City"><option>Rome<option>Oslo</select></template>',
    ],
)
def test_a_list_opens_inside_the_page(device: ChromiumDevice, folder: Path, html: str) -> None:
    show(device, folder, html)
    click(device, name="City")
    device.screenshot()
    click(device, name="Oslo")
    node = device.tree().find(name="City")
    assert node is not None
    assert node.value == "Oslo"


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.parametrize(
    ("html", "x"),
    [("<select><option>Rome<option>Oslo</select>", 25), ("<input type=date>", 125), ("<input type=color>", 25)],
)
def test_a_window_that_opens_is_closed(
    device: ChromiumDevice, folder: Path, monkeypatch: pytest.MonkeyPatch, html: str, x: int, found: bool
) -> None:
    # Nobody has looked at the page: what is in a closed shadow root of the page's text is not known.
    if not found:  # as where nothing says that it is open, but that no frame comes
        monkeypatch.setattr(browser_session, "focus_of", lambda _page: Focus())
    show(device, folder, f'<div><template shadowrootmode="closed">{html}</template></div><input aria-label="Name">')
    begun = time.monotonic()
    device.act(Click((x / 600, 19 / 300)))
    device.act(Press("f4"))
    device.screenshot()
    assert time.monotonic() - begun < 10
    click(device, name="Name")
    device.act(Type("Ann"))
    device.screenshot()
    name = device.tree().find(name="Name")
    assert name is not None
    assert name.value == "Ann"
