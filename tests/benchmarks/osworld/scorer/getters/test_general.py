"""The general getters on a fake device with a shell, a browser and a clock of its own."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import Click, Fail, Type
from omnigym.benchmarks.osworld.scorer import File, NotThereError, get_getter, getter_names, unavailable
from omnigym.benchmarks.osworld.scorer.getters.times import day_of
from omnigym.benchmarks.osworld.scorer.getters.unavailable import REASONS
from omnigym.benchmarks.osworld.scorer.judging import score_here
from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import Tab
from omnigym.documents.sheets import calculate, write_xlsx
from omnigym.documents.sheets.model import Cell, Sheet, Workbook
from omnigym.errors import ConfigError, DeviceError, DeviceTimeoutError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.evaluation.probe import Probe
from omnigym.foreign.damage import damage_content

PROFILE = "/home/user/.config/chromium/Default"
PAGE = """<html><body><h1 class="big title">News</h1><p class="x">one</p><p class="x">two</p>
<a href="/more">Read <b>more</b></a><input id="q" value=" tea ">
<select><option>a<option selected>b</select></body></html>"""
MAIL = b"To: a@b.c\r\nSubject: Trip\r\n\r\nSee the plan.\r\n"
CALENDAR = b"""BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Lunch\r\nLOCATION:Rome\r
DTSTART:20250303T120000Z\r\nDTEND:20250303T130000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"""


class Desk(FakeDevice):
    """A fake with what the getters read besides."""

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[tuple[str, ...]] = []
        self.answers: dict[str, tuple[int, bytes, bytes]] = {}
        self.open = [Tab("https://www.a.org/x-y/b?id=7&q=tea", "News", True), Tab("chrome-extension://abc/", "E")]

    def is_confined(self) -> bool:
        return True

    def setup_outputs(self) -> dict[str, bytes]:
        return {"out": b"kept"}

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        self.ran.append(tuple(argv))
        if argv[0] == "hang":
            raise DeviceTimeoutError("fake", "run", "it did not end.", "Try again.")
        return next((a for key, a in self.answers.items() if key in " ".join(argv)), (0, b"", b""))

    def open_pages(self, urls: Sequence[str]) -> None:
        self.open += [Tab(url, "Opened") for url in urls]

    def close_pages(self, urls: Sequence[str]) -> None:
        raise NotImplementedError

    def tabs(self) -> tuple[Tab, ...]:
        return tuple(self.open)

    def page_source(self, url: str = "") -> str:
        if url and url not in [t.url for t in self.open]:
            raise FileNotFoundError(url)
        return PAGE

    def cookies(self) -> tuple[Mapping[str, object], ...]:
        return ({"name": "id", "domain": "a.org"},)

    def profile_dir(self) -> str:
        return PROFILE


@pytest.fixture
def desk() -> Desk:
    device = Desk()
    device.reset()
    device.answers["date +"] = 0, b"2025-03-07T23:30:05\n", b""
    device.write_file("notes/a.txt", b"one\r\ntwo")
    device.write_file("notes/deep/b.txt", b"b")
    device.write_file("log2025_03_07.txt", b"today")
    sheet = Sheet(rows=((Cell("Name"), Cell("N")), (Cell("tea"), Cell(2.0)), (Cell("all"), Cell("=B2*2"))))
    device.write_file("a.xlsx", write_xlsx(calculate(Workbook((sheet,)))))
    device.write_file("c.csv", b"a,b,city\n1,2,Rome\n1,2,Oslo\n1\n")
    device.write_file("Maildir/new/1", MAIL)
    device.write_file(".local/share/evolution/calendar/system/calendar.ics", CALENDAR)
    device.write_file("Desktop/news.desktop", b"Name=News\n")
    device.write_file("Desktop/news.url", b"URL=https://a.org")
    device.write_file("Pictures/a.png", b"")
    device.write_file("names.txt", b"a.png\n")
    device.write_file("Docs/Archive/a.docx", b"")
    device.write_file("OldDownloads/Old/a.txt", b"")
    device.write_file("a.zip", _zip({"d/x.txt": b"x"}))
    preferences = {
        "default_search_provider_data": {"template_url_data": {"short_name": "Bing"}},
        "enable_do_not_track": True,
        "safebrowsing": {"enhanced": True},
        "profile": {"name": "Alex", "default_content_setting_values": {"cookies": 4}},
        "webkit": {"webprefs": {"default_font_size": 20}},
        "extensions": {"settings": {"x": {"path": "/home/user/ext", "manifest": {"name": "Ext"}}}},
        "browser": {"theme": {"color_scheme2": 2}},
        "edge": {"super_duper_secure_mode": {"enabled": True}},
        "session": {"restore_on_startup": 4},
    }
    state = {"intl": {"app_locale": "de"}, "browser": {"enabled_labs_experiments": ["a@1"]}}
    roots = {"roots": {"bookmark_bar": {"children": []}}}
    device.write_file(f"{PROFILE}/Preferences", json.dumps(preferences).encode())
    device.write_file(f"{PROFILE}/Bookmarks", json.dumps(roots).encode())
    device.write_file("/home/user/.config/chromium/Local State", json.dumps(state).encode())
    device.write_file(f"{PROFILE}/History", _history())
    return device


def _zip(members: Mapping[str, bytes]) -> bytes:
    from omnigym.documents.archives import Member, write_zip

    return write_zip({name: Member(content) for name, content in members.items()})


def _history() -> bytes:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE urls (url TEXT, title TEXT, last_visit_time INTEGER)")
        connection.execute("INSERT INTO urls VALUES ('https://a.org', 'A', 5)")
        connection.commit()
        content = connection.serialize()
    return content[:18] + b"\2\2" + content[20:]  # as with a write-ahead log


def _read(device: Desk, name: str, config: Mapping[str, Any] | None = None) -> Any:
    return get_getter(name)(Probe(device, at_end=True), {"type": name, **(config or {})})


AFTER = {"rules": {"relativeTime": {"from": "after 3 days"}, "expected": {"time": "{DoW} {Month0D}/{DayD}"}}}
WEEK = {
    "rules": {
        "relativeTime": {"from": "next Monday", "to": "next Friday"},
        "expected": {"from": "{DayD}", "to": "{Day0D}"},
    }
}
SPLIT = {
    "rules": {
        "relativeTime": {"from": "next Monday split", "to": "next Friday split"},
        "expected": {"puDay": "{DayD}", "doDay": "{DayD}"},
    }
}
READ: list[tuple[str, dict[str, Any], Any]] = [
    ("vm_command_line", {"command": ["echo", "hi"]}, ""),
    ("conference_city_in_order", {"csv_path": "c.csv"}, ["Rome", "Oslo"]),
    ("content_from_vm_file", {"path": "a.xlsx", "file_type": "xlsx", "file_content": "last_row"}, ["all", "4"]),
    (
        "vm_file",
        {"path": "log.txt", "dest": "log.txt", "time_suffix": True},
        File("log2025_03_07.txt", b"today", "/home/user/log2025_03_07.txt"),
    ),
    ("vm_dir", {"path": "notes"}, [File("a.txt", b"one\r\ntwo", "/home/user/notes/a.txt")]),
    ("file_unzipped", {"path": "a.zip", "dest": "a.zip"}, [File("d/x.txt", b"x")]),
    ("vm_dir_file_hashes", {"path": "Pictures"}, ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]),
    (
        "list_directory",
        {"path": "notes"},
        {
            "type": "directory",
            "name": "notes",
            "children": [
                {"type": "file", "name": "a.txt"},
                {"type": "directory", "name": "deep", "children": [{"type": "file", "name": "b.txt"}]},
            ],
        },
    ),
    ("rule_relativeTime", AFTER, {**AFTER["rules"], "expected": {"time": "Mon 03/10"}}),
    ("rule_relativeTime", SPLIT, {**SPLIT["rules"], "expected": {"puDay": "10", "doDay": "14"}}),
    ("rule_relativeTime", WEEK, {**WEEK["rules"], "expected": {"from": "10", "to": "14"}}),
    (
        "rule_relativeTime_formatted",
        {"rules": {**AFTER["rules"], "formatted": {"a": "on {time}!"}}},
        {"a": "on Mon 03/10!"},
    ),
    ("time_diff_range", {"diff_range_in_minutes": "60"}, {"minutes": "60", "now": "23:30"}),
    # -- the browser
    ("open_tabs_info", {}, [{"title": "News", "url": "https://www.a.org/x-y/b?id=7&q=tea"}]),
    ("active_tab_info", {}, {"title": "News", "url": "https://www.a.org/x-y/b?id=7&q=tea", "content": PAGE}),
    ("active_url_from_accessTree", {}, "https://www.a.org/x-y/b?id=7&q=tea"),
    ("active_tab_url_parse", {"parse_keys": ["q", "z"], "replace": {"q": "query"}}, {"query": "tea", "z": ""}),
    ("active_tab_url_parse", {"parse_keys": ["q"], "split_list": True}, {"q": ["tea"]}),
    ("url_dashPart", {"partIndex": -1, "needDeleteId": True, "returnType": "string"}, "b"),
    ("url_dashPart", {"partIndex": 3, "needDeleteId": False, "returnType": "json", "key": "k"}, {"k": "x-y"}),
    ("page_info", {"url": "https://b.org"}, {"title": "Opened", "url": "https://b.org", "content": PAGE}),
    ("active_tab_contains_text", {"text": "READ MORE"}, "true"),
    ("active_tab_noe_class", {"class_name": "x"}, 2),
    (
        "active_tab_html_parse",
        {
            "category": "class",
            "class_multiObject": {"x": {"1": "second", "5": "none"}},
            "class_singleObject": {"big title": "head"},
        },
        {"second": "two", "head": "News"},
    ),
    ("active_tab_html_parse", {"category": "label", "labelObject": {"read more": "link"}}, {"link": "Read more"}),
    (
        "active_tab_html_parse",
        {
            "category": "xpath",
            "xpathObject": {"//a": {"name": "to", "attribute": "href"}, "//h1": "head", "//h9": "none"},
        },
        {"to": "https://www.a.org/more", "head": "News"},
    ),
    (
        "active_tab_html_parse",
        {"category": "input", "inputObject": {"//input": "q", "//select": "s"}},
        {"q": "tea", "s": "b"},
    ),
    (
        "target_tab_html_parse",
        {"category": "class", "class_singleObject": {"x": "a"}, "target_tab_url": "https://www.a.org/x-y/b?id=7&q=tea"},
        {"a": "one"},
    ),
    # -- its profile
    ("bookmarks", {}, {"bookmark_bar": {"children": []}}),
    ("favorites", {}, {"bookmark_bar": {"children": []}}),
    ("history", {"dest": "h"}, [["https://a.org", "A", 5]]),
    ("cookie_data", {"dest": "c"}, [{"name": "id", "domain": "a.org"}]),
    ("default_search_engine", {}, "Bing"),
    ("default_search_engine_from_edge", {}, "Unknown"),
    ("enable_do_not_track", {}, "true"),
    ("enable_do_not_track_from_edge", {}, 1.0),
    ("enable_enhanced_safety_browsing", {}, "true"),
    ("enable_enhanced_safety_browsing_from_edge", {}, 1.0),
    ("enable_safe_browsing", {}, "true"),
    ("new_startup_page", {}, "false"),
    ("data_delete_automacally", {}, "true"),
    ("data_delete_automacally_from_edge", {}, 0.0),
    ("chrome_font_size", {}, {"default_fixed_font_size": 13, "default_font_size": 20, "minimum_font_size": 0}),
    ("chrome_color_scheme", {}, "dark"),
    ("chrome_language", {}, "de"),
    ("profile_name", {}, "Alex"),
    ("live_caption_enabled", {}, "false"),
    ("edge_home_page", {}, ""),
    ("edge_default_download_folder", {}, ""),
    ("enabled_experiments", {}, ["a@1"]),
    ("find_unpacked_extension_path", {}, ["/home/user/ext"]),
    ("find_installed_extension_name", {}, ["Ext"]),
    ("shortcuts_on_desktop", {}, {"news.desktop": "Name=News\n"}),
    ("url_shortcuts_on_desktop", {}, {"news.url": "URL=https://a.org"}),
    # -- mail
    ("vm_first_mail_file_parsed", {}, {"to": "a@b.c", "subject": "Trip", "body": "See the plan.", "attachments": []}),
    ("mail_attachments", {"to": "a@b.c"}, {"to": "a@b.c"}),
    (
        "calendar_events",
        {},
        [{"from": "20250303T120000", "to": "20250303T130000", "title": "Lunch", "location": "Rome"}],
    ),
    # -- WindowsAgentArena's
    ("vm_folder_exists_in_documents", {"folder_name": "x"}, False),
    ("vm_file_exists_in_desktop", {"file_name": "news.url"}, True),
    ("vm_file_exists_in_vm_folder", {"folder_name": "notes", "file_name": "a.txt"}, 1.0),
    ("is_file_desktop", {"filename": "news.doc"}, "false"),
    ("is_file_saved_desktop", {"filename": "news.url", "textcontent": "a.org"}, "true"),
    ("is_file_saved_desktop", {"filename": "news.url", "textcontent": "a.org", "exact": True}, "false"),
    ("is_files_moved_downloads", {"file_name": "a.txt", "folder_name": "Old"}, "true"),
    ("all_png_file_names", {"file_path": "names.txt", "folder_path": "Pictures"}, "true"),
    ("all_png_file_names", {"file_path": "names.txt", "folder_path": "notes"}, "false"),
    ("is_all_docx_in_archive", {"folder_path": "Docs"}, "true"),
    ("is_all_docx_in_archive", {"folder_path": "notes"}, "false"),
    ("zipped_folder_in_desktop", {"filename": "a.zip"}, "false"),
]


@pytest.mark.parametrize(("name", "config", "value"), READ, ids=[name for name, *_ in READ])
def test_a_getter_reads(desk: Desk, name: str, config: dict[str, Any], value: Any) -> None:
    before = json.dumps(config)
    assert _read(desk, name, config) == value
    assert json.dumps(config) == before, "a getter leaves the task as it is"


GONE: list[tuple[str, dict[str, Any]]] = [
    ("vm_file", {"path": "gone.txt", "dest": "a"}),
    ("vm_dir", {"path": "gone"}),
    ("list_directory", {"path": "gone"}),
    ("cache_file", {"path": "gone"}),
    ("conference_city_in_order", {"csv_path": "gone"}),
    ("content_from_vm_file", {"path": "gone", "file_type": "xlsx", "file_content": "last_row"}),
    ("vm_first_mail_file_parsed", {"path": "Pictures/none"}),
    ("calendar_events", {"path": "gone"}),
    ("target_tab_html_parse", {"target_tab_url": "https://gone.org", "category": "class"}),
    ("url_dashPart", {"partIndex": 99, "returnType": "string"}),
    ("vm_terminal_output", {}),
    ("element_from_accessTree", {"selector": "table-cell"}),
    ("default_browser", {}),
]


@pytest.mark.parametrize(("name", "config"), GONE, ids=[name for name, _ in GONE])
def test_nothing_there_to_read(desk: Desk, name: str, config: dict[str, Any]) -> None:
    with pytest.raises(NotThereError):
        _read(desk, name, config)


# -- commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "argv"),
    [
        ({"command": "ls -l 'a b'"}, ("ls", "-l", "a b")),
        ({"command": ["ls", "a b"]}, ("ls", "a b")),
        ({"command": "ls | wc", "shell": True}, ("sh", "-c", "ls | wc")),
        ({"command": ["ls", "|", "wc"], "shell": True}, ("sh", "-c", "ls | wc")),
    ],
)
def test_a_command_is_words_or_a_line(desk: Desk, config: dict[str, Any], argv: tuple[str, ...]) -> None:
    desk.answers["ls"] = 1, b"out\r\n", b"err\xff"
    assert (_read(desk, "vm_command_line", config), _read(desk, "vm_command_error", config)) == ("out\n", "err\ufffd")
    assert desk.ran == [argv, argv]


def test_a_command_that_hangs_is_no_score(desk: Desk) -> None:
    with pytest.raises(DeviceTimeoutError):
        _read(desk, "vm_command_line", {"command": ["hang"]})
    with pytest.raises(ConfigError, match="command"):
        _read(desk, "vm_command_line", {"command": []})


def test_a_clock_that_says_nothing_is_no_score(desk: Desk) -> None:
    desk.answers["date +"] = 1, b"nobody knows", b""
    with pytest.raises(DeviceError, match="clock"):
        _read(desk, "time_diff_range", {"diff_range_in_minutes": "1"})


# -- times ------------------------------------------------------------------------------------------------------------

FRIDAY = date(2025, 3, 7)


@pytest.mark.parametrize(
    ("said", "today", "day"),
    [
        ("tomorrow", date(2025, 12, 31), date(2026, 1, 1)),
        ("5th next month", date(2025, 12, 7), date(2026, 1, 5)),
        ("31st next month", date(2025, 1, 7), date(2025, 2, 28)),
        ("this month", FRIDAY, FRIDAY),
        ("this Saturday", FRIDAY, date(2025, 3, 8)),
        ("this Sunday", date(2025, 3, 9), date(2025, 3, 9)),
        ("next Monday", FRIDAY, date(2025, 3, 10)),
        ("next Monday", date(2025, 3, 10), date(2025, 3, 17)),
        ("next Friday", FRIDAY, date(2025, 3, 14)),
        ("next week Friday", date(2025, 3, 3), date(2025, 3, 14)),
        ("first monday four months later", FRIDAY, date(2025, 7, 7)),
        ("first monday four months later", date(2025, 8, 1), date(2025, 12, 1)),  # where the published code has month 0
        ("first monday eight months later", FRIDAY, date(2025, 11, 3)),
        ("last year", date(2024, 2, 29), date(2023, 2, 28)),
        ("3 days ago", FRIDAY, date(2025, 3, 4)),
    ],
)
def test_a_day_is_named(said: str, today: date, day: date) -> None:
    assert day_of(said, today) == day


def test_an_unknown_day_is_refused() -> None:
    with pytest.raises(ConfigError, match="someday"):
        day_of("someday", FRIDAY)


def test_a_simulated_clock_is_asked_first() -> None:
    class Timed(Desk):
        def now_ms(self) -> int:
            return 1_000_000_000_000

        def pass_time(self, ms: int) -> None:
            raise NotImplementedError

    device = Timed()
    device.reset()
    assert Probe(device, at_end=True).now() == datetime(2001, 9, 9, 1, 46, 40)
    assert device.ran == []


# -- the profile ------------------------------------------------------------------------------------------------------


def test_a_profile_that_is_not_there_yet_is_as_usual(desk: Desk) -> None:
    desk.profile_dir = lambda: "/home/user/none/Default"  # type: ignore[method-assign]
    usual = {"default_search_engine": "Google", "enable_do_not_track": "false", "new_startup_page": "true"}
    usual |= {"data_delete_automacally": "false", "chrome_language": "en-US", "chrome_color_scheme": "system"}
    assert {name: _read(desk, name) for name in usual} == usual
    with pytest.raises(NotThereError):
        _read(desk, "history")


@pytest.mark.parametrize("name", ["Preferences", "Bookmarks", "History"])
def test_a_damaged_profile_is_not_as_usual(desk: Desk, name: str) -> None:
    rng, path, unreadable = random.Random(name), f"{PROFILE}/{name}", 0
    content = desk.read_file(path)
    getter = {"Preferences": "enable_do_not_track", "Bookmarks": "bookmarks", "History": "history"}[name]
    for _ in range(60):
        desk.write_file(path, damage_content(content, rng))
        try:
            _read(desk, getter)
        except UnreadableError:
            unreadable += 1
    assert unreadable
    desk.write_file(path, b"[]")
    with pytest.raises(UnreadableError):
        _read(desk, getter)


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reason", "name"), [(r, n) for r, names in REASONS.items() for n in names])
def test_what_no_device_has_is_refused_with_its_reason(desk: Desk, reason: str, name: str) -> None:
    assert unavailable(name) == reason
    with pytest.raises(ConfigError, match=reason):
        _read(desk, name)


def test_a_category_that_runs_scripts_is_told_without_running() -> None:
    assert unavailable("active_tab_html_parse", {"category": "js_code"}) == "script"
    assert unavailable("active_tab_html_parse", {"category": "class"}) == ""
    assert unavailable("vm_file") == ""


def test_an_unknown_category_is_refused(desk: Desk) -> None:
    with pytest.raises(ConfigError, match="category"):
        _read(desk, "active_tab_html_parse", {"category": "js_code"})


def test_registry_values_of_windows(desk: Desk) -> None:
    desk.answers |= {"UserChoice": (0, b"ChromeHTML\r\n", b""), "SoundSentry' -Name 'Flags'": (0, b"3", b"")}
    desk.answers |= {
        "WindowsEffect": (0, b"2", b""),
        "ActiveHoursStart": (0, b"9", b""),
        "ActiveHoursEnd": (0, b"17", b""),
    }
    desk.answers |= {
        "MessageDuration": (0, b"60", b""),
        "Attributes": (0, b"True", b""),
        "TimeZone": (0, b"(UTC) X", b""),
    }
    desk.answers |= {
        "ToastEnabled": (0, b"0", b""),
        "CurrentViewMode": (0, b"4", b""),
        "SortColumns": (0, b"prop:-System.DateModified;", b""),
    }
    desk.answers |= {"Get-Acl": (0, b"ReadAndExecute, Synchronize", b""), "InnerText": (0, b"C:\\a\r\nC:\\b", b"")}
    desk.answers |= {"-Name '2048'": (0, b"30", b""), "-Name '01'": (0, b"1", b""), "MonoMix": (0, b"1", b"")}
    data = ["0"] * 24 + ["1"] + ["0"] * 3 + ["19", "46", "30"] + ["0"] * 4 + ["7", "0", "0", "0", "0"]
    desk.answers["bluelightreduction"] = 0, "\n".join(data).encode(), b""
    wanted = {
        "default_browser": "ChromeHTML",
        "visual_audio_alerts": "active_window",
        "active_hours_of_user_to_not_interrupt_for_windows_updates": ["09:00 AM", "05:00 PM"],
        "notification_duration": "1 minute",
        "is_file_hidden": "true",
        "system_timezone": "(UTC) X",
        "system_notifications": "True",
        "is_details_view": True,
        "are_files_sorted_by_modified_time": True,
        "is_directory_read_only_for_user": True,
        "vm_library_folders": ["C:\\a", "C:\\b"],
        "storage_sense_run_frequency": "30",
        "mono_audio_enabled": "true",
        "desktop_background": "True",
        "night_light_state": [True, "07:30 PM", "07:00 AM"],
    }
    config = {"file_path": "a'b", "folder_path": "f", "directory": "d", "user": "u", "library_name": "Music"}
    assert {name: _read(desk, name, config) for name in wanted} == wanted
    assert any("'a''b'" in argv[-1] for argv in desk.ran), "a quote in a path ends no text of PowerShell's"


OWN = {"files", "rules", "commands", "screen", "steps", "times", "browser_profile", "browser_pages", "mail", "windows"}
#: Other names of getters that are tested.
ALIASES = {"history_for_edge", "cookie_data_for_edge", "edge_font_size", "profile_name_from_edge"}
ALIASES |= {"active_tab_info_simple"}


def test_every_getter_is_tested() -> None:
    text = Path(__file__).read_text()
    own = [n for n in getter_names() if getattr(get_getter(n), "__module__", "").rpartition(".")[2] in OWN]
    assert [n for n in own if f'"{n}"' not in text and n not in ALIASES] == []


# -- the screen and the actions ---------------------------------------------------------------------------------------


def test_the_tree_is_xml_that_selectors_search(desk: Desk) -> None:
    desk.launch("text_editor", "notes/a.txt")
    text = _read(desk, "accessibility_tree")
    assert '<application name="Text Editor">' in text
    assert _read(desk, "element_from_accessTree", {"selector": "application[name='Text Editor'] text"}).startswith(
        "one"
    )
    assert "Text Editor" in _read(desk, "vm_active_window_title")
    for name in ("check_if_timer_started", "check_if_world_clock_exists"):
        config = {"hours": 1, "minutes": 0, "seconds": 5, "city": "Rome", "country": "Italy"}
        assert _read(desk, name, config) == "False"
    with pytest.raises(NotThereError):
        _read(desk, "sticky_notes_content")


def test_the_last_screen_comes_with_the_actions(desk: Desk) -> None:
    found = _read(desk, "step_actions_and_screenshot_me")
    assert found["actions"] == []
    assert found["obs"]["screenshot"].shape == (240, 320, 3)


def test_what_commands_kept_and_what_the_file_says(desk: Desk) -> None:
    assert _read(desk, "cache_file", {"path": "out"}) == File("out", b"kept")
    assert _read(desk, "rule", {"rules": {"expected": 1}}) == {"expected": 1}
    with pytest.raises(ConfigError, match="end"):
        get_getter("cloud_file")(Probe(desk), {"asset": "0" * 64, "path": "a"})


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.benchmarks.osworld.checks.score_all", lambda qs: [score_here(q) for q in qs])


@pytest.mark.parametrize(
    ("actions", "score"),
    [
        ([Click((0.1, 0.15)), Type("tea")], 1.0),
        ([], 0.0),
        ([Click((0.1, 0.15))], 0.0),
        ([Click((0.1, 0.15)), Type("tea"), Fail()], 0.0),
    ],
)
@pytest.mark.usefixtures("judged")
def test_the_actions_of_an_episode_are_judged(desk: Desk, actions: list[Any], score: float) -> None:
    expected = [
        {"action_type": "CLICK", "parameters": {"bbox": [180, 150, 200, 170]}},
        {"action_type": "TYPING", "parameters": {"text": "tea"}},
    ]
    args = {
        "func": ["check_step_actions"],
        "result": [{"type": "step_actions"}],
        "expected": [{"type": "rule", "rules": {"expected": expected}}],
        "options": [{}],
    }
    e = GraphEvaluator(EvalGraph.of([EvalNode.of("a", [Condition("osworld", args)])], []), desk, at_end=True)
    e.reset()
    for action in actions:
        e.before(action)
        e.step()
    moment = e.state
    e.before(Type("more"))
    e.restore(moment)
    e.finish()
    assert (e.score, e.unscored) == (score, False)
