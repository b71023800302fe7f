from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag, Move, OpenApp, Press, Scroll, Type
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.errors import ConfigError
from tests.devices.chromium.pages import at, click

pytestmark = pytest.mark.chromium

SITE = "http://site.test"
INDEX = """<!doctype html><title>Start</title><h1>Start</h1>
<a href="/two.html">two</a> <a href="/two.html" target="_blank">tab</a> <a href="/data.csv" download>data</a>
<a href="http://elsewhere.test/">elsewhere</a>
<button onclick="window.opened = window.open('/two.html', '', 'width=300')">popup</button>
<button onclick="document.title = confirm('Sure?')">confirm</button>
<button onclick="document.title = prompt('Name?', 'Ann')">prompt</button>
<input type="file" id="file" onchange="this.files[0].text().then(t => document.title = t)">
<input type="file" id="files" multiple onchange="document.title = [...this.files].map(f => f.name).join()">
<label>City <select id="city"><option>Rome<option>Oslo</select></label>
<label>Name <input id="name" required></label> <input id="secret" type="password" value="abc" aria-label="Secret">
<label><input type="checkbox" id="box"> Agree</label>
<div id="modal" style="position: fixed; z-index: 9; left: 20px; top: 300px; width: 200px; background: white">
<button>Above</button></div>
<div draggable="true" ondragstart="event.dataTransfer.setData('text/plain', 'moved')"
  style="position: absolute; left: 400px; top: 300px; width: 80px; height: 40px; background: tomato">Drag me</div>
<div ondragover="event.preventDefault()" ondrop="document.title = event.dataTransfer.getData('text/plain')"
  style="position: absolute; left: 600px; top: 300px; width: 80px; height: 40px; background: wheat">Drop here</div>
<div style="height: 2000px"></div><p>the end</p>"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromiumDevice]:
    folder: Path = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text(INDEX)
    (folder / "two.html").write_text("<!doctype html><title>Two</title><h1>Second</h1>")
    (folder / "data.csv").write_text("a,b\n1,2\n")
    device = ChromiumDevice()
    device.serve(SITE, folder)
    yield device
    device.close()


@pytest.fixture
def device(shared: ChromiumDevice) -> ChromiumDevice:
    shared.reset(0)
    shared.navigate(f"{SITE}/")
    return shared


def url(device: ChromiumDevice) -> str:
    return device.windows()[0].document


def title(device: ChromiumDevice) -> str:
    return device.windows()[0].title


# -- going places ----------------------------------------------------------------------------------------------------


def test_links_back_and_forward(device: ChromiumDevice) -> None:
    click(device, name="two")
    assert url(device) == f"{SITE}/two.html"
    assert title(device) == "Two"
    device.act(Press("left", ("alt",)))
    assert url(device) == f"{SITE}/"
    click(device, key="browser.forward")
    assert url(device) == f"{SITE}/two.html"


def test_address_bar(device: ChromiumDevice) -> None:
    device.act(Press("l", ("ctrl",)))
    address = device.tree().find(key="browser.address")
    assert address is not None
    assert address.has(State.FOCUSED)
    assert address.value == f"{SITE}/"
    device.act(Type("site.test/two.html\n"))
    assert url(device) == f"{SITE}/two.html"


def test_an_address_is_edited_like_any_text(device: ChromiumDevice) -> None:
    click(device, key="browser.address")
    device.act(Press("end"))
    device.act(Type("two.htmlx"))
    device.act(Press("backspace"))
    device.act(Press("a", ("ctrl",)))
    device.act(Press("c", ("ctrl",)))
    device.act(Press("escape"))
    click(device, key="name")
    device.act(Press("v", ("ctrl",)))
    name = device.tree().find(key="name")
    assert name is not None
    assert name.value == f"{SITE}/two.html"


@pytest.mark.parametrize(
    "typed", ["file:///etc/passwd", "chrome://version", "javascript:document.title='x'", "data:text/html,x"]
)
def test_addresses_that_lead_nowhere(device: ChromiumDevice, typed: str) -> None:
    device.act(Press("l", ("ctrl",)))
    device.act(Type(typed + "\n"))
    assert url(device) == f"{SITE}/"
    assert title(device) == "Start"


def test_other_origins_cannot_be_reached(device: ChromiumDevice) -> None:
    click(device, name="elsewhere")
    assert device.tree().find(text="can’t be reached") is not None
    with pytest.raises(ConfigError, match="may not reach"):
        device.navigate("http://127.0.0.1:9/")


def test_reload(device: ChromiumDevice) -> None:
    device.evaluate("document.title = 'changed'")
    device.act(Press("f5"))
    assert title(device) == "Start"


# -- tabs ------------------------------------------------------------------------------------------------------------


def test_tabs(device: ChromiumDevice) -> None:
    click(device, name="tab")
    assert [w.title for w in device.windows()] == ["Two", "Start"]
    assert len(device.tree().find_all(Role.TAB)) == 2
    device.act(Press("tab", ("ctrl",)))
    assert title(device) == "Start"
    device.act(Press("2", ("ctrl",)))
    assert title(device) == "Two"
    click(device, key="browser.close.1")
    assert [w.title for w in device.windows()] == ["Start"]


def test_a_new_tab_takes_an_address(device: ChromiumDevice) -> None:
    device.act(Press("t", ("ctrl",)))
    device.act(Type("site.test/two.html\n"))
    assert [w.title for w in device.windows()] == ["Two", "Start"]


def test_the_last_tab_is_replaced(device: ChromiumDevice) -> None:
    device.act(Press("w", ("ctrl",)))
    assert device.windows() == ()
    assert len(device.tree().find_all(Role.TAB)) == 1


def test_popup(device: ChromiumDevice) -> None:
    click(device, name="popup")
    assert title(device) == "Two"
    assert device.tree().find(name="Second") is not None
    device.act(Press("w", ("ctrl",)))
    assert device.evaluate("opened.closed") is True


def test_open_app_opens_a_site(device: ChromiumDevice) -> None:
    device.act(OpenApp("notes"))
    assert [w.app for w in device.windows()] == ["notes", "web"]


# -- dialogs, files --------------------------------------------------------------------------------------------------


def test_confirm_and_prompt(device: ChromiumDevice) -> None:
    click(device, name="confirm")
    assert device.tree().find(Role.DIALOG, states=State.MODAL) is not None
    assert device.tree().find(name="Sure?") is not None
    page = device.screenshot()
    device.act(Click(at(device, name="Start")))  # the dialog holds the page up
    assert (device.screenshot() == page).all()
    click(device, name="Cancel")
    assert title(device) == "false"
    click(device, name="prompt")
    device.act(Type("Bob\n"))
    assert title(device) == "Bob"
    click(device, name="prompt")
    device.act(Press("escape"))
    assert title(device) == "null"


def test_a_page_that_is_left_may_ask(device: ChromiumDevice) -> None:
    device.evaluate("addEventListener('beforeunload', e => e.preventDefault())")
    click(device, key="name")  # without a person's doing a page may not ask
    device.act(Press("f5"))
    assert device.tree().find(name="Leave site?") is not None
    device.act(Press("enter"))
    assert device.tree().find(Role.DIALOG) is None
    assert device.evaluate("document.getElementById('name').value") == ""


def test_download(device: ChromiumDevice) -> None:
    click(device, name="data")
    assert device.read_file("Downloads/data.csv") == b"a,b\n1,2\n"
    click(device, name="data")
    assert [f.path for f in device.list_dir("Downloads")] == ["Downloads/data (1).csv", "Downloads/data.csv"]
    assert device.tree().find(name="Downloaded data (1).csv") is not None


def test_upload(device: ChromiumDevice) -> None:
    device.write_file("Documents/letter.txt", b"Dear reader")
    click(device, key="file")
    device.act(Type("Documents/no-such.txt\n"))
    assert device.tree().find(Role.DIALOG) is not None, "a file that is not there cannot be chosen"
    click(device, name="Documents/letter.txt")
    click(device, name="Open")
    assert title(device) == "Dear reader"


def test_upload_of_several(device: ChromiumDevice) -> None:
    device.write_file("a.txt", b"a")
    device.write_file("b.txt", b"b")
    click(device, key="files")
    device.act(Type("a.txt; b.txt\n"))
    assert title(device) == "a.txt,b.txt"


def test_nothing_but_the_home_can_be_uploaded(device: ChromiumDevice) -> None:
    click(device, key="file")
    device.act(Type("/etc/passwd\n"))
    assert device.tree().find(Role.DIALOG) is not None
    device.act(Type("../../../../etc/passwd\n"))
    assert device.tree().find(Role.DIALOG) is not None


# -- the page --------------------------------------------------------------------------------------------------------


def test_select_opens_inside_the_page(device: ChromiumDevice) -> None:
    click(device, key="city")
    tree = device.tree()
    option = tree.find(name="Oslo")
    assert option is not None
    assert tree.hit(*option.center) == option
    click(device, name="Oslo")
    city = device.tree().find(key="city")
    assert city is not None
    assert (city.role, city.name, city.value) == (Role.COMBOBOX, "City", "Oslo")


def test_names_values_and_states(device: ChromiumDevice) -> None:
    tree = device.tree()
    name, secret, box = (tree.find(key=k) for k in ("name", "secret", "box"))
    assert name is not None
    assert secret is not None
    assert box is not None
    assert (name.role, name.name) == (Role.TEXT_FIELD, "Name")
    assert name.has(State.EDITABLE | State.REQUIRED)
    assert secret.value == "•••"
    assert secret.has(State.PASSWORD)
    assert box.has(State.CHECKABLE)
    assert not box.has(State.CHECKED)
    click(device, key="box")
    checked = device.tree().find(key="box")
    assert checked is not None
    assert checked.has(State.CHECKED | State.FOCUSED)


def test_what_lies_above_is_hit_first(device: ChromiumDevice) -> None:
    tree = device.tree()
    above = tree.find(name="Above")
    assert above is not None
    assert tree.hit(*above.center) == above


def test_only_what_is_seen_is_told(device: ChromiumDevice) -> None:
    assert device.tree().find(name="the end") is None
    device.act(Scroll((0.5, 0.5), dy=40))
    assert device.tree().find(name="the end") is not None


def test_drag_and_drop(device: ChromiumDevice) -> None:
    device.act(Drag(at(device, name="Drag me"), at(device, name="Drop here")))
    assert title(device) == "moved"


def test_nothing_is_left_after_a_reset(device: ChromiumDevice) -> None:
    device.evaluate("localStorage.setItem('k', 'v'), document.cookie = 'c=1'")
    device.act(Press("a", ("ctrl",)))
    device.act(Press("c", ("ctrl",)))
    assert device.clipboard().text
    device.reset(0)
    assert device.clipboard().text == ""
    device.navigate(f"{SITE}/")
    assert device.evaluate("[localStorage.length, document.cookie]") == [0, ""]


def test_a_script_that_throws_is_the_callers_fault(device: ChromiumDevice) -> None:
    with pytest.raises(ConfigError, match="boom"):
        device.evaluate("(() => { throw new Error('boom') })()")
    assert device.evaluate("1 + 1") == 2


def test_what_comes_under_the_pointer_is_shown_at_once_however_deep_it_lies(
    device: ChromiumDevice, tmp_path: Path
) -> None:
    nested = "<ul><li><a href='#' style='transition: all 0.2s'><span>tool</span></a></li></ul>"
    style = (
        "<style>section { height: 200px } ul { visibility: hidden } section:hover ul { visibility: visible }</style>"
    )
    (tmp_path / "index.html").write_text(f"<!doctype html>{style}<section><h1>Card</h1>{nested}</section>")
    device.serve("http://card.test", tmp_path)
    device.navigate("http://card.test/")
    assert device.tree().find(name="tool") is None
    device.act(Move(at(device, name="Card")))
    assert device.tree().find(name="tool") is not None


def test_every_character_but_controls_is_typed(device: ChromiumDevice) -> None:
    text = "a\u00a0b\u3000c\u200dd\u200ee\u200ff\u00adg\u2003h\ufeffi \U0001f468\u200d\U0001f469 \u0939\u093f"
    click(device, key="name")
    device.act(Type(f"\x07{text}\x1b"))
    assert device.evaluate("document.getElementById('name').value") == text
    click(device, key="browser.address")
    device.act(Type(text))
    address = device.tree().find(key="browser.address")
    assert address is not None
    assert address.value == text


def test_every_line_end_is_the_enter_key(device: ChromiumDevice) -> None:
    device.evaluate("document.body.prepend(Object.assign(document.createElement('textarea'), { id: 'area' }))")
    device.settle()
    click(device, key="area")
    device.act(Type("a\rb\r\nc\nd"))
    assert device.evaluate("document.getElementById('area').value") == "a\nb\nc\nd"
