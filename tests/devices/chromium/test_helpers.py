"""The browser's own helpers: find in page, zoom, suggestions of a field, and screens of another factor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from omnigym.a11y import State
from omnigym.actions import Click, Press, Scroll, Type
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.errors import ConfigError
from tests.devices.chromium.pages import click

pytestmark = pytest.mark.chromium

SITE = "http://help.test"
PAGE = """<!doctype html><title>Help</title>
<input id="fruit" aria-label="Fruit" list="fruits" oninput="window.heard = event.isTrusted">
<datalist id="fruits"><option>Apple<option>Banana<option value="Cherry" label="the red one"></datalist>
<button onclick="window.pressed = (window.pressed || 0) + 1">Press</button>
<button onclick="confirm('Sure?')">Ask</button>
<p>one needle</p><div style="height: 2000px"></div><p>another Needle</p><iframe srcdoc="<input aria-label='In it'
 list='l'><datalist id='l'><option>Plum</datalist>"></iframe>
<i style="position: fixed; left: 0; bottom: 0; width: 60px; height: 60px; background: red"></i>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text(PAGE)
    keeps = "<script>onkeydown = (e) => { if (e.ctrlKey) { e.preventDefault(); window.kept = e.key } }</script>"
    (folder / "keeps.html").write_text(PAGE + keeps)
    return folder


@pytest.fixture(scope="module")
def shared(folder: Path) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice(size=(800, 500))
    device.serve(SITE, folder)
    yield device
    device.close()


@pytest.fixture
def device(shared: ChromiumDevice) -> ChromiumDevice:
    shared.reset(0)
    shared.navigate(f"{SITE}/")
    return shared


def shown(device: ChromiumDevice, key: str) -> str | None:
    node = device.tree().find(key=key)
    return None if node is None else node.name


# -- find in page ----------------------------------------------------------------------------------------------------


def test_find_in_page(device: ChromiumDevice) -> None:
    device.act(Press("f", ("ctrl",)))
    device.act(Type("needle"))
    assert shown(device, "browser.find.count") == "2 found"
    assert device.evaluate("`${getSelection()} ${scrollY}`") == "needle 0"
    device.act(Press("enter"))
    assert device.evaluate("`${getSelection()}`") == "Needle"
    assert device.evaluate("scrollY > 1000")
    device.act(Press("enter", ("shift",)))
    assert device.evaluate("`${getSelection()}`") == "needle"
    click(device, key="browser.find.next")
    assert device.evaluate("`${getSelection()}`") == "Needle"
    device.act(Press("backspace"))
    device.act(Type("x\n"))
    assert shown(device, "browser.find.count") == "0 found"
    device.act(Press("escape"))
    assert shown(device, "browser.find") is None
    device.act(Press("f", ("ctrl",)))
    click(device, key="browser.find.close")
    assert shown(device, "browser.find") is None
    assert device.evaluate("document.getElementById('fruit').value") == ""


def test_keys_go_to_the_page_again_once_it_is_clicked(device: ChromiumDevice) -> None:
    device.act(Press("f", ("ctrl",)))
    device.act(Type("one"))
    click(device, name="Fruit")
    device.act(Type("x"))
    assert device.evaluate("document.getElementById('fruit').value") == "x"


def test_a_page_may_keep_the_keys_of_find_and_zoom(shared: ChromiumDevice) -> None:
    shared.reset(0)
    shared.navigate(f"{SITE}/keeps.html")
    for key in "f=-0g":
        shared.act(Press(key, ("ctrl",)))
        assert shared.evaluate("kept") == key
    assert shown(shared, "browser.find") is None
    assert shared.evaluate("devicePixelRatio") == 1


# -- what a field suggests -------------------------------------------------------------------------------------------


def test_a_field_suggests_what_its_list_has(device: ChromiumDevice) -> None:
    click(device, name="Fruit")
    device.act(Press("down"))
    device.act(Press("down"))
    chosen = device.tree().find(key="browser.suggestions.1")
    assert chosen is not None
    assert chosen.has(State.SELECTED)
    device.act(Press("enter"))
    assert device.evaluate("[document.getElementById('fruit').value, heard]") == ["Banana", True]
    assert shown(device, "browser.suggestions") is None
    device.act(Press("a", ("ctrl",)))
    device.act(Type("RED"))
    assert shown(device, "browser.suggestions.0") == "Cherry the red one"
    before = device.screenshot()
    device.act(Press("escape"))
    assert shown(device, "browser.suggestions") is None
    assert not np.array_equal(before, device.screenshot())
    device.act(Press("backspace"))
    device.act(Type("d"))
    click(device, name="Cherry the red one")
    assert device.evaluate("document.getElementById('fruit').value") == "Cherry"


def test_suggestions_lie_at_their_field_in_a_frame(device: ChromiumDevice) -> None:
    device.act(Scroll((0.5, 0.5), dy=60))
    click(device, name="In it")
    field, suggested = device.tree().find(name="In it"), device.tree().find(name="Plum")
    assert field is not None
    assert suggested is not None
    x, y, _, height = field.bounds
    assert abs(suggested.bounds[0] - x) <= 1
    assert suggested.bounds[1] in (y + height, y + height - 1, y + height + 1) or suggested.bounds[1] < y
    click(device, name="Plum")
    field = device.tree().find(name="In it")
    assert field is not None
    assert field.value == "Plum"


# -- zoom, and screens of another factor -----------------------------------------------------------------------------


def test_zoom_is_of_a_host(device: ChromiumDevice) -> None:
    for key, factor in (("=", 1.1), ("=", 1.25), ("-", 1.1), ("0", 1.0), ("-", 0.9)):
        device.act(Press(key, ("ctrl",)))
        assert round(float(str(device.evaluate("devicePixelRatio"))), 3) == factor
        click(device, name="Press")
        assert (device.screenshot()[-10, 10, 1:] < 50).all()
    assert device.evaluate("pressed") == 5
    device.act(Press("f5"))
    assert round(float(str(device.evaluate("devicePixelRatio"))), 3) == 0.9
    device.reset(0)
    device.navigate(f"{SITE}/")
    assert device.evaluate("devicePixelRatio") == 1


@pytest.mark.parametrize("scale", [1.5, 2.0])
@pytest.mark.parametrize("bar", [True, False])
def test_a_screen_of_another_factor(folder: Path, scale: float, bar: bool) -> None:
    device = ChromiumDevice(size=(1200, 801), scale=scale, bar=bar)
    try:
        device.serve(SITE, folder)
        device.navigate(f"{SITE}/")
        assert device.evaluate("devicePixelRatio") == scale
        picture = device.screenshot()
        assert picture.shape == (801, 1200, 3)
        assert (picture[-20, 20, 1:] < 50).all()
        click(device, name="Press")
        click(device, name="Ask")
        device.screenshot()
        click(device, name="OK")
        click(device, name="Fruit")
        click(device, name="Banana")
        assert device.evaluate("[pressed, document.getElementById('fruit').value]") == [1, "Banana"]
        if bar:
            click(device, key="browser.address")
            address = device.tree().find(key="browser.address")
            assert address is not None
            assert address.has(State.FOCUSED)
            assert address.bounds[3] == 28 * scale
        device.act(Click((0.5, 0.5)))
    finally:
        device.close()


def test_a_scale_out_of_range_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"from 0\.5 to 4"):
        ChromiumDevice(scale=9)
