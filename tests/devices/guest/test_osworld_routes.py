"""OSWorld's routes for any device: by plain HTTP, by our own client, and by their package where it is there."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest

from omnigym.a11y import Role
from omnigym.actions import Press, Type
from omnigym.benchmarks.osworld.scorer.getters.screen import accessibility_tree
from omnigym.devices.config import build_device
from omnigym.devices.fake import Fault
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.guest.osworld_routes import OSWorldRoutes
from omnigym.devices.guest.server import Guest
from omnigym.devices.protocol import Device
from omnigym.devices.testing import DeviceContract
from omnigym.errors import ConfigError
from omnigym.evaluation.probe import Probe
from tests.devices.guest.test_contract import TOKEN

DOCUMENT = "Documents/untitled.txt"
BEFORE = "import pyautogui; import time; pyautogui.FAILSAFE = False; "


class Commanding(FakeDevice):
    """A fake whose shell is this machine's."""

    trusted = True

    def is_confined(self) -> bool:
        return self.trusted

    def setup_outputs(self) -> dict[str, bytes]:
        return {}

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        done = subprocess.run(argv, capture_output=True, timeout=timeout, check=False)
        return done.returncode, done.stdout, done.stderr


def routes(device: Device) -> OSWorldRoutes:
    return OSWorldRoutes(device, lambda shown: accessibility_tree(Probe(shown), {}))


@pytest.fixture
def shown() -> Iterator[tuple[Guest, Commanding]]:
    device = Commanding()
    with closing(Guest(device, TOKEN, routes=routes(device))) as guest:
        device.launch("text_editor")
        yield guest, device


def ask(guest: Guest, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", guest.port, timeout=10)
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET" if body is None else "POST", path, data, said)
    with closing(connection):
        answer = connection.getresponse()
        content, kind = answer.read(), answer.headers["Content-Type"]
    return answer.status, json.loads(content) if kind == "application/json" else content


def python(guest: Guest, code: str, path: str = "/execute") -> tuple[int, Any]:
    return ask(guest, path, {"command": ["python", "-c", BEFORE + code], "shell": False})


def test_what_is_seen(shown: tuple[Guest, Commanding]) -> None:
    guest, device = shown
    assert ask(guest, "/screenshot")[1].startswith(b"\x89PNG")
    assert 'name="Save"' in ask(guest, "/accessibility")[1]["AT"]
    assert ask(guest, "/terminal") == (200, {"output": None, "status": "success"})
    assert ask(guest, "/platform") == (200, b"Linux")
    assert ask(guest, "/screen_size", b"") == (200, {"width": 320, "height": 240})
    assert ask(guest, "/desktop_path", b"")[1] == {"desktop_path": device.native_path("Desktop")}
    assert ask(guest, "/wallpaper", b"")[0] == 500  # it has settings, and not this one


def test_scripts_of_pyautogui_are_actions_and_nothing_of_them_is_run(shown: tuple[Guest, Commanding]) -> None:
    guest, device = shown
    device.trusted = False
    done = {"status": "success", "output": "", "error": "", "returncode": 0}
    assert python(guest, "pyautogui.typewrite('a<b é')") == (200, done)
    assert python(guest, "pyautogui.hotkey('ctrl', 's')", "/setup/execute") == (200, done)
    assert ask(guest, "/run_python", {"code": "import pyautogui\npyautogui.write('!')"})[1]["return_code"] == 0
    assert ask(guest, "/execute", {"command": 'python3 -c "import pyautogui; pyautogui.moveTo(7, 9)"'}) == (200, done)
    assert ask(guest, "/cursor_position") == (200, [7, 9])
    assert python(guest, "pyautogui.dragTo(20, 30, duration=1.0, button='left', mouseDownUp=True)") == (200, done)
    assert ask(guest, "/cursor_position") == (200, [20, 30])
    assert device.read_file(DOCUMENT).decode() == "a<b é"
    node = device.tree().find(key="text_editor.document")
    assert node is not None and node.value == "a<b é!"
    calls = device.calls["act"]
    assert python(guest, "pyautogui.click(9999, 1)")[0] == 403  # PyAutoGUI's own business, and no shell to leave it to
    assert python(guest, "open('/tmp/x', 'w')")[0] == 403
    assert device.calls["act"] == calls


def test_other_commands_run_in_the_devices_shell(shown: tuple[Guest, Commanding]) -> None:
    guest, _ = shown
    assert python(guest, "import platform; print(platform.system())")[1]["output"] == "Linux\n"
    assert ask(guest, "/execute", {"command": "echo $((1 + 2)) >&2; exit 4", "shell": True})[1] == {
        "status": "success",
        "output": "",
        "error": "3\n",
        "returncode": 4,
    }
    assert ask(guest, "/execute", {"command": "echo 'a  b'"})[1]["output"] == "a  b\n"
    assert ask(guest, "/run_bash_script", {"script": "pwd", "working_dir": "/"})[1]["output"] == "/\n"
    assert ask(guest, "/run_python", {"code": "print(1 + 1)"})[1]["message"] == "2\n"
    there = {"command": ["true"], "verification": {"command_success": "test -d /"}}
    assert ask(guest, "/setup/execute_with_verification", there)[1]["verification"] == "passed"
    title = {"window_exists": "Text Editor"}
    assert ask(guest, "/setup/execute_with_verification", {"command": ["true"], "verification": title})[0] == 200
    never = {"command": ["true"], "verification": {"window_exists": "none"}, "max_wait_time": 0.01}
    assert ask(guest, "/setup/execute_with_verification", never)[0] == 500
    assert ask(guest, "/setup/launch", {"command": ["sleep", "0"]}) == (200, b"sleep 0 launched successfully")


def test_files_and_windows(shown: tuple[Guest, Commanding]) -> None:
    guest, device = shown
    content = bytes(range(256)) * 3 + b"\r\n"
    form = b'--B\r\nContent-Disposition: form-data; name="file_path"\r\n\r\n~/Documents/up.bin\r\n'
    form += b'--B\r\nContent-Disposition: form-data; name="file_data"; filename="x"\r\n\r\n' + content
    form += b"\r\n--B--\r\n"
    assert ask(guest, "/setup/upload", form, Content_Type='multipart/form-data; boundary="B"')[0] == 200
    assert device.read_file("Documents/up.bin") == content
    native = device.native_path("Documents/up.bin").encode()
    assert ask(guest, "/file", b"file_path=" + native) == (200, content)
    assert ask(guest, "/file", b"file_path=none")[0] == 404
    tree = ask(guest, "/list_directory", {"path": device.native_path("")})[1]["directory_tree"]
    (folder,) = [child for child in tree["children"] if child["name"] == "Documents"]
    assert folder["type"] == "directory" and {"type": "file", "name": "up.bin"} in folder["children"]
    (title,) = [w.title for w in device.windows()]
    assert ask(guest, "/setup/activate_window", {"window_name": title[:4].upper()})[0] == 200
    assert ask(guest, "/setup/close_window", {"window_name": title[:4], "strict": True})[0] == 404
    assert ask(guest, "/setup/close_window", {"window_name": title, "strict": True})[0] == 200
    assert device.windows() == ()


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/execute", b"[", 400),
        ("/execute", b"[]", 400),
        ("/execute", {"command": []}, 400),
        ("/execute", {"command": [1]}, 400),
        ("/execute", {"command": "'"}, 400),
        ("/run_python", {"code": ""}, 400),
        ("/setup/upload", b"x", 400),
        ("/file", b"", 400),
        ("/list_directory", {"path": "nowhere"}, 404),
        ("/setup/open_file", {"path": "nowhere"}, 404),
        ("/setup/change_wallpaper", {"path": "nowhere"}, 404),
        ("/setup/download_file", {"url": "http://127.0.0.1/"}, 404),
        ("/v1/call", b"", 401),
        ("/v1/health", None, 401),
    ],
)
def test_a_request_that_is_none_is_refused(shown: tuple[Guest, Commanding], path: str, body: Any, code: int) -> None:
    assert ask(shown[0], path, body)[0] == code
    assert ask(shown[0], "/terminal")[0] == 200


def test_they_are_off_by_default_and_for_this_machines_programs_alone(shown: tuple[Guest, Commanding]) -> None:
    guest, device = shown
    assert ask(guest, "/screenshot", Host="evil.example")[0] == 403
    assert ask(guest, "/execute", b"{}", Origin="http://127.0.0.1:5000", Content_Type="text/plain")[0] == 403
    assert ask(guest, "/screenshot", Sec_Fetch_Site="cross-site")[0] == 403
    for where in ({"address": "0.0.0.0"}, {"names": ["machine"]}):
        with pytest.raises(ConfigError, match="this machine alone"):
            Guest(device, TOKEN, routes=routes(device), **where)  # type: ignore[arg-type]
    with closing(Guest(FakeDevice(), TOKEN)) as plain:
        assert ask(plain, "/screenshot")[0] == 401
        assert ask(plain, "/terminal", b"")[0] == 401


def test_a_device_that_fails_is_an_error_and_the_server_goes_on() -> None:
    device = FakeDevice(faults=[Fault("screenshot", nth=1)])
    with closing(Guest(device, TOKEN, routes=routes(device))) as guest:
        assert ask(guest, "/screenshot")[0] == 500
        assert ask(guest, "/screenshot")[0] == 200
        assert ask(guest, "/run_bash_script", {"script": "id"})[0] == 403


def test_our_client_of_their_server_drives_it(shown: tuple[Guest, Commanding]) -> None:
    guest, device = shown
    config = GuestConfig((320, 240), url=f"http://127.0.0.1:{guest.port}", protocol="osworld", settle=0.0)
    with closing(build_device(config)) as client:
        client.reset(seed=0)
        client.act(Type("a b!"))
        client.act(Press("s", ("ctrl",)))
        assert np.array_equal(client.screenshot(), device.screenshot())
        assert device.read_file(DOCUMENT) == b"a b!"
        tree = client.tree()  # type: ignore[attr-defined]
        assert tree.find(name="Save") is not None and tree.find(Role.TEXT_AREA, text="a b!") is not None


@pytest.mark.x11
class TestDesktopByTheirRoutes(DeviceContract):
    """Our client of their server, on our server of their routes, keeps the contract: each is read by the other."""

    _guest: Guest | None = None

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def served(cls) -> Iterator[None]:
        with closing(build_device("x11")) as device, closing(Guest(device, TOKEN, routes=routes(device))) as guest:
            cls._guest = guest
            yield

    def make_device(self) -> Device:
        assert type(self)._guest is not None
        url = f"http://127.0.0.1:{type(self)._guest.port}"
        return build_device(GuestConfig(url=url, protocol="osworld", trust=True, settle=0.1))

    def test_reset_leaves_nothing(self, device: Device) -> None:
        pytest.skip(f"their server restores nothing ({device.name})")


# -- their own package ------------------------------------------------------------------------------------------------

#: What `desktop_env.controllers.setup` imports and does not use here.
UNUSED = (
    *("playwright", "playwright.sync_api", "pydrive", "pydrive.auth", "pydrive.drive", "dotenv"),
    *("desktop_env.evaluators", "desktop_env.evaluators.metrics", "desktop_env.evaluators.metrics.utils"),
    *("desktop_env.providers", "desktop_env.providers.aws", "desktop_env.providers.aws.proxy_pool"),
)


@pytest.fixture
def controllers(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    why = "needs OSWorld's own client: pip install --no-deps desktop-env==1.0.2; pip install requests requests-toolbelt"
    pytest.importorskip("requests_toolbelt", reason=why)
    for name in UNUSED:
        monkeypatch.setitem(sys.modules, name, MagicMock())
    actions = pytest.importorskip("desktop_env.controllers.python", reason=why)
    return actions, pytest.importorskip("desktop_env.controllers.setup", reason=why)


def test_their_package_drives_it(
    shown: tuple[Guest, Commanding], controllers: tuple[ModuleType, ModuleType], tmp_path: Any
) -> None:
    guest, device = shown
    client = controllers[0].PythonController("127.0.0.1", guest.port)
    client.retry_times, client.retry_interval = 1, 0
    assert client.get_screenshot().startswith(b"\x89PNG")
    assert 'name="Save"' in client.get_accessibility_tree()
    assert (client.get_vm_platform(), client.get_vm_screen_size()) == ("Linux", {"width": 320, "height": 240})
    for action in (
        {"action_type": "TYPING", "parameters": {"text": "it's <é>"}},
        {"action_type": "HOTKEY", "parameters": {"keys": ["ctrl", "s"]}},
        {"action_type": "SCROLL", "parameters": {"dx": 1, "dy": -2}},
        {"action_type": "DRAG_TO", "parameters": {"x": 90, "y": 80}},
        {"action_type": "MOVE_TO", "parameters": {"x": 100, "y": 50}},
    ):
        client.execute_action(action)
    assert ask(guest, "/cursor_position") == (200, [100, 50])
    assert client.get_file(device.native_path(DOCUMENT)) == "it's <é>".encode()
    assert client.run_bash_script("echo hi")["output"] == "hi\n"
    (tmp_path / "up.txt").write_bytes(b"up")
    setup = controllers[1].SetupController("127.0.0.1", guest.port, cache_dir=str(tmp_path))
    there = device.native_path("Documents/up.txt")
    files = [{"local_path": str(tmp_path / "up.txt"), "path": there}]
    assert setup.setup(
        [
            {"type": "upload_file", "parameters": {"files": files}},
            {"type": "execute", "parameters": {"command": ["true"]}},
            {"type": "activate_window", "parameters": {"window_name": device.windows()[0].title}},
        ]
    )
    assert client.get_file(there) == b"up"
