"""Can a right answer score 1? Asked of each kind of getter by a task file, and of files that once could not be solved.

Files of the suite are asked by their oracles (`tests/benchmarks/osworld/test_own.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import Action, Press, Type
from omnigym.benchmarks.osworld import read_osworld
from omnigym.benchmarks.osworld.checks import osworld
from omnigym.benchmarks.osworld.scorer.getters.media import _FILMS as _KINDS
from omnigym.benchmarks.osworld.scorer.registry import File, getter_names, unavailable
from omnigym.benchmarks.osworld.suite import OWN
from omnigym.devices.protocol import Device
from omnigym.documents.archives import Member, write_zip
from omnigym.errors import DeviceError, MissingDependencyError
from omnigym.evaluation.probe import Probe
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task
from tests.benchmarks.osworld.scorer.getters.test_general import ALIASES, READ, Desk, desk, judged

__all__ = ["desk", "judged"]

Write = Callable[..., Path]
#: Getters of nothing but Windows' registry and Explorer: `vm-windows` alone has them, and no such machine is here.
WINDOWS = {
    *("active_hours_of_user_to_not_interrupt_for_windows_updates", "are_files_sorted_by_modified_time"),
    *("check_if_timer_started", "check_if_world_clock_exists", "default_browser", "desktop_background"),
    *("is_details_view", "is_directory_read_only_for_user", "is_file_hidden", "mono_audio_enabled"),
    *("night_light_state", "notification_duration", "sticky_notes_content", "storage_sense_run_frequency"),
    *("system_notifications", "system_timezone", "visual_audio_alerts", "vm_library_folders"),
}
#: Getters whose values other tests compare, from files and screens that these make.
ELSEWHERE = {
    "audio_in_slide": "test_media.py",
    "background_image_in_slide": "test_media.py",
    "image_in_slide": "test_media.py",
    "vm_screen_size": "test_media.py",
    "vm_wallpaper": "test_media.py",
    "cache_file": "test_general.py",
    "step_actions": "test_general.py",
    "step_actions_and_screenshot_me": "test_general.py",
}
PAGE = {"type": "chrome_open_tabs", "parameters": {"urls_to_open": ["file:///home/user/a.html"]}}


def _plain(value: object) -> bool:
    """Whether a rule of a task file can say a value."""
    try:
        return json.loads(json.dumps(value)) == value
    except TypeError:
        return False


SAID = [row for row in READ if _plain(row[2]) and row[0] != "page_info"]


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize(("name", "config", "value"), SAID, ids=[row[0] for row in SAID])
def test_a_value_that_a_getter_reads_scores_one(
    write: Write, desk: Desk, name: str, config: dict[str, Any], value: object
) -> None:
    def score(result: dict[str, Any], expected: dict[str, Any]) -> float | None:
        evaluator = {"func": "exact_match", "result": result, "expected": expected}
        task, report = read_osworld(write(config=[PAGE], evaluator=evaluator), internet=True)
        if task is None:  # Edge is on no device
            assert {r.kind for r in report.reasons} == {"platform"} and "edge" in name
            return None
        asked = task.nodes[0].parameters
        return osworld(Probe(desk, at_end=True), *(asked[k] for k in ("func", "result", "expected", "options"))).score  # type: ignore[arg-type]

    getter, other = {"type": name, **config}, {"type": "rule", "rules": {"expected": "another"}}
    if isinstance(value, dict) and "rules" in config:  # dates in a rule: they are what is expected
        right, wrong = ({"type": "rule", "rules": said} for said in (value.get("expected"), "another"))
        assert "expected" not in value or (score(right, getter), score(wrong, getter)) == (1.0, 0.0)
        return
    assert score(getter, {"type": "rule", "rules": {"expected": value}}) in (1.0, None)
    assert score(getter, other) in (0.0, None)


# -- on the real desktop ----------------------------------------------------------------------------------------------

URL = "https://data.example.org/gold.zip"
REGISTRY = ".config/libreoffice/4/user/registrymodifications.xcu"
_LOCALE = (
    '<item oor:path=\\"/org.openoffice.Setup/L10N\\"><prop oor:name=\\"ooLocale\\"><value>{}</value></prop></item>'
)
_VISITS = [
    {"url": "https://www.youtube.com/watch?v=1", "title": "A", "visit_time_from_now_in_seconds": 3600},
    {"url": "https://b.example.org/", "title": "B", "visit_time_from_now_in_seconds": 60},
]
_FORGET = """import os, sqlite3
base = sqlite3.connect(os.path.expanduser('~/.config/chromium/Default/History'))
base.execute('delete from urls where url like ?', ['%youtube%'])
base.commit()"""
_FILMS = " ".join(f"video/{kind}" for kind in _KINDS)


def _line(command: str) -> dict[str, object]:
    return {"type": "vm_command_line", "command": command, "shell": True}


def _rule(**rules: object) -> dict[str, object]:
    return {"type": "rule", "rules": rules}


def _asked(func: str, result: dict[str, object], expected: dict[str, object], **more: Any) -> dict[str, Any]:
    return {"evaluator": {"func": func, "result": result, "expected": expected}, **more}


def _locale(name: str) -> str:
    item = _LOCALE.format(name).replace("/", "\\/")
    return f'sed -i "s/<\\/oor:items>/{item}<\\/oor:items>/" ~/{REGISTRY}'


#: By what is asked: the fields of a file, and lines of a shell or keys that do it, and that do something else.
ANSWERS: dict[str, tuple[dict[str, Any], tuple[str | Action, ...], tuple[str | Action, ...]]] = {
    "default player": (
        _asked("check_include_exclude", {"type": "default_video_player"}, _rule(include=["vlc.desktop"])),
        (f"xdg-mime default vlc.desktop {_FILMS}",),
        ("xdg-mime default vlc.desktop video/mp4",),
    ),
    "volume": (
        _asked(
            "exact_match",
            _line(
                "pulseaudio --start\npactl list sinks | grep '^[[:space:]]Volume:' | awk '{print $5}' | sed 's/%//g'"
            ),
            _rule(expected="100\n"),
        ),
        ("pactl set-sink-volume @DEFAULT_SINK@ 100%",),
        ("pactl set-sink-volume @DEFAULT_SINK@ 90%",),
    ),
    "settings of GNOME": (
        _asked(
            "exact_match",
            _line(
                "export DBUS_SESSION_BUS_ADDRESS='unix:path=/run/user/1000/bus'\n"
                "gsettings get org.gnome.desktop.screensaver lock-enabled; "
                "gsettings get org.gnome.settings-daemon.plugins.power idle-dim"
            ),
            _rule(expected="false\nfalse\n"),
        ),
        (
            "gsettings set org.gnome.desktop.screensaver lock-enabled false",
            "gsettings set org.gnome.settings-daemon.plugins.power idle-dim false",
        ),
        ("gsettings set org.gnome.desktop.screensaver lock-enabled false",),
    ),
    "an archive beside a reference": (
        _asked(
            "compare_folders_exactly",
            {"type": "file_unzipped", "path": "/home/user/Documents/labs.zip", "dest": "labs.zip"},
            {"type": "file_unzipped", "path": URL, "dest": "gold.zip"},
        ),
        ("mkdir -p ~/Documents/labs/1; printf x > ~/Documents/labs/1/a; cd ~/Documents; zip -qr labs.zip labs",),
        ("mkdir -p ~/Documents/labs/1; printf y > ~/Documents/labs/1/a; cd ~/Documents; zip -qr labs.zip labs",),
    ),
    "LibreOffice's locale": (
        _asked(
            "check_libre_locale",
            {"type": "vm_file", "path": f"/home/user/{REGISTRY}", "dest": "r.xcu"},
            _rule(locale_set=["de-*"]),
            related_apps=["libreoffice_calc"],
        ),
        (_locale("de-AT"),),
        (_locale("fr-FR"),),
    ),
    "settings of VS Code": (
        _asked(
            "check_json_settings",
            {"type": "vm_file", "path": "/home/user/.config/Code/User/settings.json", "dest": "s.json"},
            _rule(expected={"files.autoSave": "off"}),
        ),
        ("""mkdir -p ~/.config/Code/User; echo '{"files.autoSave": "off"}' > ~/.config/Code/User/settings.json""",),
        ("""mkdir -p ~/.config/Code/User; echo '{"files.autoSave": "on"}' > ~/.config/Code/User/settings.json""",),
    ),
    "settings of GIMP": (
        _asked(
            "check_config_status",
            {"type": "gimp_config_file", "file_name": "gimprc", "dest": "gimprc"},
            _rule(type="key-value", key="theme", value='"Dark"'),
        ),
        ("""echo '(theme "Dark")' >> ~/.config/GIMP/2.10/gimprc""",),
        ("""echo '(theme "Light")' >> ~/.config/GIMP/2.10/gimprc""",),
    ),
    "history": (
        _asked(
            "check_history_deleted",
            {"type": "history", "dest": "h.sqlite"},
            _rule(type="keywords", keywords=["youtube"]),
            config=[{"type": "update_browse_history", "parameters": {"history": _VISITS}}],
        ),
        (f'python3 -c "{_FORGET}"',),
        (),
    ),
    "errors of a command": (
        _asked("exact_match", {"type": "vm_command_error", "command": "cat ~/a", "shell": True}, _rule(expected="")),
        ("touch ~/a",),
        ("touch ~/b",),
    ),
    "a line in a terminal": (
        _asked(
            "check_include_exclude",
            {"type": "vm_terminal_output"},
            _rule(include=["43 132"], exclude=["wrong"]),
            config=[{"type": "launch", "parameters": {"command": ["gnome-terminal"]}}],
        ),
        (Type("echo 43 $((100 + 32))"), Press("enter")),
        (Type("echo 43 $((100 + 31))"), Press("enter")),
    ),
    "the window in front": (
        _asked(
            "exact_match",
            {"type": "vm_active_window_title"},
            _rule(expected="*Untitled 1 - Mousepad"),
            config=[{"type": "launch", "parameters": {"command": ["gedit"]}}],
        ),
        (Type("a"),),
        (),
    ),
    "an element of the tree": (
        _asked(
            "exact_match",
            {"type": "element_from_accessTree", "selector": "text"},
            _rule(expected="milk"),
            config=[{"type": "launch", "parameters": {"command": ["gedit"]}}],
        ),
        (Type("milk"),),
        (Type("bread"),),
    ),
}


@pytest.fixture(scope="module")
def desktop() -> Iterator[Device]:
    pytest.importorskip("Xlib", reason="needs omnigym[x11]")
    from omnigym.devices.x11.device import X11Device

    try:
        device = X11Device(sandbox="require")
        device.reset(0)
    except (MissingDependencyError, DeviceError) as e:
        pytest.skip(f"the real desktop does not run here: {e}")
    yield device
    device.close()


def _score(task: Task, device: Device, answer: tuple[str | Action, ...]) -> tuple[float, bool]:
    """The score of an answer, and whether it could not be judged."""
    stage = Stage(task, device)

    def done() -> Iterator[Action]:
        for part in answer:
            if isinstance(part, str):
                device.run(["sh", "-c", part])  # type: ignore[attr-defined]
            else:
                yield part

    stage.play(done())
    return stage.evaluator.score, stage.evaluator.unscored


@pytest.mark.x11
@pytest.mark.parametrize("asked", ANSWERS)
def test_right_answers_score_one_and_others_nothing(
    write: Write, locked: Callable[[str, bytes], str], desktop: Device, asked: str
) -> None:
    locked(URL, write_zip({"labs/1/a": Member(b"x")}))
    fields, right, wrong = ANSWERS[asked]
    task, report = read_osworld(write(**fields))
    assert task is not None and "x11" in report.devices, report
    assert _score(task, desktop, right) == (1.0, False)
    for other in ((), wrong):
        assert _score(task, desktop, other) == (0.0, False)


def test_each_kind_of_getter_is_asked() -> None:
    def types(plain: object) -> Iterator[str]:
        if isinstance(plain, dict):
            if isinstance(plain.get("type"), str):
                yield plain["type"]
            plain = list(plain.values())
        for inner in plain if isinstance(plain, list) else []:
            yield from types(inner)

    files = {t for path in OWN.rglob("*.json") for t in types(json.loads(path.read_text())["evaluator"])}
    answers = {t for fields, *_ in ANSWERS.values() for t in types(fields["evaluator"])}
    read = {row[0] for row in READ}
    assert {row[0] for row in READ if isinstance(row[2], File)} <= files
    known = files | answers | read | ALIASES | WINDOWS | ELSEWHERE.keys()
    left = {name for name in getter_names() if not unavailable(name)} - known
    assert left <= {"accessibility_tree", "vm_window_size"}
