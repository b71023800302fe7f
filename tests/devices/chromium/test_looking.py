"""The elements in the tree of a page, and the places where they are clicked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.wrappers.marks import marks_of

pytestmark = pytest.mark.chromium

SITE = "http://look.test"
SAY = """<script>addEventListener('click', (e) => {
  window.hit = e.target.closest('[id]')?.id ?? window.hit;
})</script>"""
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
STAR = "100,0 125,75 200,75 140,120 160,200 100,150 40,200 60,120 0,75 75,75"


def image_map(area: str, style: str = "") -> str:
    return f'<img src="{PIXEL}" usemap="#m" width="200" height="200" style="{style}"><map name="m">{area}</map>'


def svg(parts: str) -> str:
    return f'<svg width="300" height="200">{parts}</svg>'


OVER = "position: absolute; background: silver;"
USABLE = {
    "area": (Role.LINK, image_map('<area id="it" href="#x" alt="It" shape="rect" coords="10,10,60,60">')),
    "round area": (Role.LINK, image_map('<area id="it" href="#x" alt="It" shape="circle" coords="100,100,50">')),
    "area of a scaled picture": (
        Role.LINK,
        image_map(
            '<area id="it" href="#x" alt="It" coords="100,100,190,190">',
            "padding: 10px; border: 5px solid; transform: scale(1.5); transform-origin: 0 0",
        ),
    ),
    "crescent area": (
        Role.LINK,
        image_map('<area id="it" href="#x" alt="It" shape="poly" coords="0,0,200,0,200,20,20,20,20,200,0,200">'),
    ),
    "whole picture": (Role.LINK, image_map('<area id="it" href="#x" alt="It" shape="default">')),
    "svg group": (Role.BUTTON, svg('<g id="it" role="button"><title>It</title><rect width="90" height="40"/></g>')),
    "svg link": (Role.LINK, svg('<a id="it" href="#x"><text x="10" y="30">It</text></a>')),
    "svg ring": (
        Role.BUTTON,
        svg(
            '<circle id="it" role="button" aria-label="It" cx="90" cy="90" r="60" fill="none" stroke="red" '
            'stroke-width="20"/>'
        ),
    ),
    "svg star": (Role.BUTTON, svg(f'<polygon id="it" role="button" aria-label="It" points="{STAR}"/>')),
    "wrapped link": (
        Role.LINK,
        (
            '<p style="width: 200px">Words that come before <a id="it" href="#x" aria-label="It">a link</a> behind</p>'
            "<style>p { font: 20px monospace }</style>"
        ),
    ),
    "half covered": (
        Role.BUTTON,
        (
            '<button id="it" style="width: 200px; height: 80px">It</button>'
            f'<div style="{OVER} left: 0; top: 0; width: 190px; height: 300px"></div>'
        ),
    ),
    "covered but for a corner": (
        Role.BUTTON,
        (
            '<button id="it" style="width: 200px; height: 80px">It</button>'
            f'<div style="{OVER} left: 0; top: 0; width: 190px; height: 300px"></div>'
            f'<div style="{OVER} left: 0; top: 0; width: 300px; height: 60px"></div>'
        ),
    ),
    "a picture's label over it": (
        Role.CHECKBOX,
        (
            '<label style="position: relative; display: inline-block; width: 90px; height: 30px">'
            '<input id="it" type="checkbox" aria-label="It">'
            '<span style="position: absolute; inset: 0; background: wheat"></span></label>'
        ),
    ),
    "slotted": (
        Role.BUTTON,
        (
            '<x-button><template shadowrootmode="open"><button aria-label="It"><slot></slot></button></template>'
            '<b id="it">words</b></x-button>'
        ),
    ),
    "in twelve closed roots": (
        Role.BUTTON,
        (
            "<p>before</p><script>let root = document.body; for (let n = 0; n < 12; n++) {"
            "const host = document.createElement(`x-host`); root.append(host);"
            "root = host.attachShadow({ mode: `closed` }) }"
            "root.innerHTML = `<button>It</button>`; root.firstChild.onclick = () => { window.hit = `it` }</script>"
        ),
    ),
    "in two frames": (
        Role.BUTTON,
        (
            "<iframe style='border: 9px solid; padding: 7px' srcdoc=\"<iframe srcdoc='<button>It</button>"
            "<script>onclick = () => { top.hit = `it` }</script>'></iframe>\"></iframe>"
        ),
    ),
    "zoomed frame": (
        Role.BUTTON,
        (
            "<iframe style='zoom: 1.5' srcdoc=\"<button style='margin-left: 90px'>It</button>"
            '<script>onclick = (e) => { if (e.target.localName === `button`) top.hit = `it` }</script>"></iframe>'
        ),
    ),
    "draggable": (Role.GROUP, '<div id="it" draggable="true" style="width: 90px; height: 30px">It</div>'),
}
COVERED = {
    "by a picture": f'<button>It</button><div style="{OVER} inset: 0"></div>',
    "by glass": '<button>It</button><div style="position: absolute; inset: 0"></div>',
    "by a modal dialog": "<button>It</button><dialog id=d>over</dialog><script>d.showModal()</script>",
    "lets clicks through": '<button style="pointer-events: none">It</button>',
    "inert": "<button inert>It</button>",
    "a frame under a header": (
        "<iframe srcdoc='<button>It</button>'></iframe>"
        f'<div style="{OVER} left: 0; top: 0; width: 600px; height: 100px"></div>'
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def device(folder: Path) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice(size=(640, 480))
    device.serve(SITE, folder)
    yield device
    device.close()


def show(device: ChromiumDevice, folder: Path, html: str) -> None:
    (folder / "index.html").write_text(f"<!doctype html><title>Look</title>{html}{SAY}")
    device.reset(0)
    device.navigate(f"{SITE}/")


@pytest.mark.parametrize("case", USABLE)
def test_a_click_in_the_middle_of_its_bounds_reaches_it(device: ChromiumDevice, folder: Path, case: str) -> None:
    role, html = USABLE[case]
    show(device, folder, html)
    node = device.tree().find(name="It", states=State.ENABLED | State.CLICKABLE)
    assert node is not None, [(n.role, n.text, n.states) for n in device.tree()]
    assert node.role is role
    x, y = node.center
    device.act(Click((x / 640, y / 480)))
    assert device.evaluate("window.hit") == "it"
    assert node.index in marks_of(device.tree(), 100).rows or node.role is Role.GROUP


@pytest.mark.parametrize("case", COVERED)
def test_what_no_click_reaches_is_not_offered(device: ChromiumDevice, folder: Path, case: str) -> None:
    show(device, folder, COVERED[case])
    node = device.tree().find(name="It")
    assert node is not None
    assert not node.states & (State.CLICKABLE | State.ENABLED)
    assert node.index not in marks_of(device.tree(), 100).rows
