"""Every general metric: a state that passes, three near misses that do not, and damaged files."""

from __future__ import annotations

import importlib
import io
import pkgutil
import random
import sqlite3
import zipfile
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from omnigym.actions import Click, Drag, Fail, Move, Press, Type, Wait, to_json
from omnigym.benchmarks.osworld.scorer import File, get_metric, metric_names
from omnigym.benchmarks.osworld.scorer.judging import Question, score_here
from omnigym.documents.docx import write_docx
from omnigym.documents.model import Document, Paragraph, Run
from omnigym.documents.pdf import pdf_of_text
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign.damage import damage_content

FAMILIES = ["archives", "browser", "json_values", "mail", "plain", "settings", "sqlite", "steps", "system", "texts"]


def f(text: str | bytes, name: str = "a.txt", path: str = "/home/user/a.txt") -> File:
    return File(name, text.encode() if isinstance(text, str) else text, path)


def docx(*lines: str) -> File:
    return f(write_docx(Document(tuple(Paragraph((Run(line),)) for line in lines))), "a.docx")


def packed(members: Mapping[str, str | bytes], name: str = "a.zip") -> File:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in members.items():
            archive.writestr(path, content)
    return f(buffer.getvalue(), name)


def database(*rows: str) -> File:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE notes (text TEXT)")
        connection.executemany("INSERT INTO notes VALUES (?)", [(r,) for r in rows])
        connection.commit()
        return f(connection.serialize(), "a.sqlite")


def folder(**files: str) -> list[File]:
    return [f(text, name) for name, text in files.items()]


def steps(*actions: Any) -> list[dict[str, object]]:
    return [to_json(a) for a in actions]


def bar(*children: Mapping[str, Any]) -> dict[str, Any]:
    return {"bookmark_bar": {"children": list(children)}}


def page(url: str) -> dict[str, str]:
    return {"type": "url", "name": "A page", "url": url}


def shelf(name: str, *children: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "folder", "name": name, "children": list(children)}


def xcu(locale: str, name: str = "ooLocale", path: str = "L10N") -> File:
    return f(
        f'<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/{path}">'
        f'<prop oor:name="{name}"><value>{locale}</value></prop></item></oor:items>'
    )


def rules(*names: str, action: str = "actionValue") -> File:
    lines = ['version="9"', 'logging="no"']
    for name in names:
        lines += [f'name="{name}"', 'enabled="yes"', 'type="17"', 'action="Mark read"', 'action="Move to folder"']
        lines += [f'{action}="mailbox://local/Trips"', 'condition="AND (subject,contains,trip) AND (from,is,a@b.c)"']
    return f("\n".join(lines))


def mailbox(*subjects: str, status: str = "0001", date: str = "Mon Mar  3 10:00:00 2025") -> File:
    return f("".join(f"From - {date}\nX-Mozilla-Status: {status}\nSubject: {s}\n\nHello.\n\n" for s in subjects))


def tree(inner: str) -> str:
    return f'<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state">{inner}</desktop-frame>'


GO = '<application name="Files"><push-button name="Go" st:enabled="true">now</push-button></application>'
MAIL = {"to": "a@b.c", "subject": "Trip", "body": "See  the\nplan.", "attachments": [f("plan", "plan.txt")]}
COOKIE = {"name": "id", "domain": "shop.example.org"}
CLICK = [{"action_type": "CLICK", "parameters": {"bbox": [100, 100, 200, 200]}}]
TYPED = [*CLICK, {"action_type": "TYPING", "parameters": {"text": "tea"}}]
KEYS = [{"action_type": "HOTKEY", "parameters": {"keys": ["ctrl", "s"]}}]
DRAG = [{"action_type": "DRAG_TO", "parameters": {"bbox": [100, 100, 200, 200]}}]
MOVE = [{"action_type": "MOVE_TO", "parameters": {"bbox": [100, 100, 200, 200]}}]
THERE, ELSEWHERE = (0.1, 0.15), (0.5, 0.5)
BOOK = {"OEBPS/toc.ncx": "<ncx>\nA\n</ncx>", "OEBPS/content.opf": "<opf>\nB\n</opf>", "OEBPS/1.html": "<p>Once</p>"}
STYLE = "<html><head><style>body {{ background-image: url({}); }}</style></head><body></body></html>"
SHORTCUT = "[Desktop Entry]\nName=News\nExec=chromium --app=x\n"
TIMES = "10:00:00 a\nnothing\n23:59:60 b\n"
ZONE = "  Universal time: Thu 2024-01-25 12:56:06 UTC\n  Time zone: {}\n  NTP service: inactive\n"


class Case(NamedTuple):
    """A result that passes, what it is compared with, and results that do not pass."""

    result: Any
    expected: Any
    misses: tuple[Any, ...]
    options: Mapping[str, Any] = {}


E = "expected"
CASES: dict[str, list[Case]] = {
    # -- plain
    "exact_match": [Case("a", {E: "a"}, ("A", "a ", None))],
    "compare_answer": [Case("a", {E: "a"}, ("A", "", None)), Case("a", {E: "a"}, ("b", "ab", 1), {"x": 1})],
    "literal_match": [
        Case(12, "12", (13, "12.", None)),
        Case("AB", {E: "ab"}, ("a", "abc", None), {"ignore_case": True}),
        Case(["a", 1], ["a", "1"], (["a"], ["1", "a"], "a1"), {"type": "list"}),
    ],
    "fuzzy_match": [Case("coffee", {E: "coffee"}, ("coffees", "tea", None))],
    "is_in_list": [Case(["a", "b"], {E: "b"}, (["a"], [], None)), Case("abc", {E: "bc"}, ("ac", "", 5))],
    "match_in_list": [Case("b", {E: ["a", "b"]}, ("c", "ab", None))],
    "check_include_exclude": [
        Case("one two", {"include": ["one", "two"], "exclude": ["six"]}, ("one", "one two six", None)),
        Case(["a", "b"], {"include": ["a"]}, (["b"], [], "b")),
        Case("", {"exclude": ["error"]}, ("an error", "error", None)),
    ],
    "check_one_of_include": [
        Case(["ab", "cd"], {E: ["c", "d"]}, (["ab", "ce"], ["c", "d"], [])),
        Case(["x"], {E: "x"}, ([], None, ["y"])),
    ],
    "check_one_of_equal": [Case(["a", "b"], {E: "b"}, (["ab"], [], "b"))],
    "is_not_empty": [Case("a", None, ("", [], None))],
    "is_json_empty": [Case({}, None, ({"a": 1}, [], None))],
    "is_in_vm_clickboard": [
        Case("a text", {E: "text"}, ("a test", "", None)),
        Case({E: ["a", "b"]}, "b and a", ({E: ["c"]}, {E: ["a", "B"]}, {E: "abc"})),
    ],
    "check_2048_has_16": [
        Case({"tiles": ["2", "16"]}, None, ({"tiles": ["2", "8"]}, {"tiles": []}, {"tiles": ["x16"]}))
    ],
    "check_email_match_href": [Case("a@b.c", {E: "mailto:a@b.c"}, ("mailto:a@b.c", "a@b.d", None))],
    # -- JSON
    "check_direct_json_object": [
        Case({"a": 1, "b": 2}, {E: {"a": 1}}, ({"a": 2}, {}, None)),
        Case("{'a': 'x'}", {E: {"a": "x"}}, ('{"a": "y"}', "{}", "[]")),
        Case({"a": "abc"}, {E: {"a": "b"}, "expect_in_result": True}, ({"a": "c"}, {"a": None}, {"b": "b"})),
        Case({"a": ["x"]}, {E: {"a": ["x", "y"]}, "expect_in_result": True}, ({"a": ["z"]}, {"a": []}, {"a": "xy"})),
        Case({"a": [1, 2]}, {E: {"a": [2, 1]}, "ignore_list_order": True}, ({"a": [1]}, {"a": [1, 2, 2]}, {"a": 1})),
    ],
    "check_json": [
        Case(
            f('{"a": {"b": [1, 5]}}'),
            {"expect": [{"key": ["a", "b", 1], "method": "ge", "ref": 5}]},
            (f('{"a": {"b": [1, 4]}}'), f('{"a": {"b": []}}'), f('{"a": "b"}')),
        ),
        Case(
            f("a: xyz\n"),
            {
                "expect": [{"key": ["a"], "method": "re.I", "ref": "^XY"}],
                "unexpect": [{"key": ["b"], "method": "eq", "ref": 1}],
            },
            (f("a: zxy"), f("a: xyz\nb: 1"), f("- a")),
            {"is_yaml": True},
        ),
    ],
    "check_json_contains": [Case({"a": ["x", "y"]}, {E: {"a": "x"}}, ({"a": ["y"]}, {}, {"a": 5}))],
    "is_included_all_json_objects": [
        Case(f('{"a": 1, "b": 2}'), f('{"a": 1}', path=""), (f('{"a": 2}'), f("{}"), f("[]"))),
        Case(
            f('{"a": 1}', path=""),
            f('{"a": 1, "c": 0}'),
            (f('{"a": 2}', path=""), f('{"b": 1}', path=""), f("{}", path="")),
        ),
    ],
    "check_json_settings": [
        Case(
            f('// mine\n{"a": 1, /* b */ "url": "http://x", }'),
            {E: {"a": 1, "url": "http://x"}},
            (f('{"a": 1, "url": "http:"}'), f('{"a": 1 /* "url": "http://x" */}'), f("[]")),
        )
    ],
    "check_json_keybindings": [
        Case(
            f('// mine\n[{"key": "ctrl+j"},]'),
            {E: {"key": "ctrl+j"}},
            (f("[]"), f('[{"key": "ctrl+k"}]'), f('{"key": "ctrl+j"}')),
        )
    ],
    # -- texts
    "compare_text_file": [
        Case(f("a\r\nb"), f("a\nb"), (f("a\nb\n"), f("a b"), f("A\nb"))),
        Case(f("A \n b"), f("a b"), (f("ab"), f("a b c"), f("")), {"ignore_blanks": True, "ignore_case": True}),
        Case(f(b"\xff\xfea\0"), f("a"), (f("b"), f(b"\xff"), f(b"\xff\xfea\0a\0"))),
    ],
    "compare_config": [
        Case(f("a=1\n"), {E: "a=1\n"}, (f("a=2\n"), f("b=1"), None)),
        Case(f("a=1\n"), {E: "a=1\n"}, (f("a=1"), f("a=1\nb=2\n"), None), {"containment_ok": False}),
        Case(f('{"b": 1, "a": {"c": 2, "d": 3}}'), {E: '{"a": {"c": 2}}'}, (f('{"a": {"c": 3}}'), f("{}"), f('{"a'))),
        Case(f('{"a":1}'), {E: '{"a": 1}'}, (f('{"a": 1, "b": 2}'), f('{"a": 2}'), f("{}")), {"containment_ok": False}),
    ],
    "diff_text_file": [Case(f("a\nb"), f("a\nb"), (f("a\nc"), f(""), f("b\na")))],
    "check_list": [
        Case(
            f("one\ntwo 2\n"),
            {"expect": [r"^two \d"], "unexpect": ["three"]},
            (f("one\n"), f("a two 2"), f("two 2\nthree")),
        )
    ],
    "file_contains": [
        Case(f("one two"), {E: ["one", "two"]}, (f("one"), f("onetw o"), None)),
        Case(f("ab"), {E: "ab"}, (f("ba"), f("a b"), f(""))),
    ],
    "check_line_number": [Case(f(TIMES), {E: "2"}, (f("10:00:00"), f(TIMES * 2), f("25:00:00\n10:61:00")))],
    "compare_terminal_and_txt": [Case(f("out\n"), "out\n", (f("out"), f("Out\n"), None))],
    "compare_python_pure_text": [
        Case(
            f("#!/usr/bin/python\n\nif a:\n\tb\n"),
            f("if a:\n    b", path=""),
            (f("if a:\nb"), f("if a: b"), f("if a:\n    b\nc")),
        )
    ],
    "compare_result_files": [
        Case(f("It is 41.00001."), f("41", path=""), (f("It is 410"), f("4 1"), f("41.5"))),
        Case(f(" yes "), f("yes", path=""), (f("no"), f("yes!"), f(""))),
    ],
    "fuzzy_place_math": [
        Case(
            docx("Rome Oslo", "Bern"),
            {E: ["Rome", "Oslo", "Bern"]},
            (docx("Rome Oslo"), docx("Rome Oslo Bonn"), f("Rome Oslo Bern")),
        )
    ],
    "compare_time_in_speedtest_results": [
        Case(
            f("id,date\n1,2025-03-03 23:55\n"),
            {"now": "00:05", "minutes": "60"},
            (f("id,date\n1,2025-03-03 12:00"), f("id,date\n"), f("x\n1,y")),
        )
    ],
    "check_html_background_image": [
        Case(
            f(STYLE.format('"a.png"')),
            {"value": "a.png"},
            (f(STYLE.format("'b.png'")), f(STYLE.format("a.png.gif")), f("<p>url(a.png)</p>")),
        )
    ],
    "compare_htmls": [
        Case(
            f("<p class=a>x</p>\n"),
            f("<p class='a'>x</p>"),
            (f("<p class=a>y</p>"), f("<p class=b>x</p>"), f("<p class=a>x</p><p>more</p>")),
        ),
        Case(
            f("<b sdnum=1>x</b>"), f("<b sdnum=2>x</b>"), (f("<b>y</b>"), f("<i>x</i>"), f("")), {"ignore_sdnum": True}
        ),
    ],
    # -- records
    "run_sqlite3": [
        Case(
            database("tea"),
            {"sql": "SELECT count(*) = 1 FROM notes WHERE text = 'tea'"},
            (database("milk"), database(), database("tea", "tea")),
        )
    ],
    # -- archives
    "compare_files_exactly": [Case(f("a"), f("a"), (f("b"), f("a\n"), None))],
    "compare_folders_exactly": [
        Case(
            folder(a="1", b="2"),
            folder(b="2", a="1"),
            (folder(a="1"), folder(a="1", b="3"), folder(a="1", b="2", c="")),
        )
    ],
    "compare_zip_files": [
        Case(
            packed({"a": "1", "d/b": "2"}),
            packed({"d/b": "2", "a": "1"}),
            (packed({"a": "1"}), packed({"a": "1", "d/b": "3"}), packed({"a": "1", "b": "2"})),
        ),
        Case(
            packed({"a.pdf": pdf_of_text("one two")}),
            packed({"a.pdf": pdf_of_text("one two") + b"\n"}),
            (packed({"a.pdf": pdf_of_text("six")}), packed({"b.pdf": b""}), f("x")),
        ),
    ],
    "compare_archive": [
        Case(
            packed({"d/a.txt": "X", "other": "1"}),
            packed({"d/a.txt": "x", "another": "2"}),
            (packed({"d/a.txt": "y"}), packed({"d/b.txt": "x"}), packed({"d/a.txt": "x", "d/b.txt": "x"})),
            {"file_path": "d", "ignore_case": True},
        )
    ],
    "compare_epub": [
        Case(
            packed(BOOK),
            packed(BOOK),
            (
                packed({**BOOK, "OEBPS/1.html": "<p>Twice</p>"}),
                packed({**BOOK, "OEBPS/2.html": "<p>x</p>"}),
                packed({k: v for k, v in BOOK.items() if "1" not in k}),
            ),
        )
    ],
    # -- browser
    "is_expected_active_tab": [
        Case(
            {"url": "https://www.a.org/"},
            {"type": "url", "url": "https://a.org"},
            ({"url": "https://a.org/b"}, {}, None),
        ),
        Case(
            "https://a.org/b?c",
            {"type": "url", "url": "https://a.org/b"},
            ("https://a.org/", "http://a.org/b", None),
            {"prefix": True},
        ),
    ],
    "is_expected_active_tab_approximate": [
        Case(
            "https://a.org/b?c=1",
            {"type": "url", "url": "https://a.org/b?d"},
            ("https://a.org/c?c=1", "https://b.org/b", None),
        )
    ],
    "is_expected_url_pattern_match": [
        Case({"url": "https://a.org/b"}, {E: ["^https://a", "/b$"]}, ({"url": "https://a.org/c"}, {"url": ""}, None)),
        Case("https://a.org", {E: "a.org"}, ("https://b.org", "", None)),
    ],
    "is_expected_search_query": [
        Case(
            {"url": "https://a.org?q=tea"},
            {"expect": {"pattern": "q=tea$"}},
            ({"url": "https://a.org?q=teas"}, {}, None),
        )
    ],
    "include_expected_url": [Case([{"url": "u/x"}], {E: "u"}, ([{"url": "u"}], [], None), {"postfix": "/x"})],
    "is_expected_tabs": [
        Case(
            [{"url": "https://a.org/"}, {"url": "https://b.org"}],
            {"type": "url", "urls": ["https://b.org", "https://a.org"]},
            (
                [{"url": "https://a.org"}],
                [{"url": "https://a.org"}] * 2,
                [{"url": "https://a.org"}, {"url": "https://b.org"}, {"url": "x"}],
            ),
        )
    ],
    "include_expected_tabs": [
        Case(
            [{"url": "https://a.org"}, {"url": "b"}],
            {"type": "url", "urls": ["https://a.org"]},
            ([{"url": "b"}], [], None),
        )
    ],
    "webpage_contains": [Case({"content": "<p>tea</p>"}, {E: "tea"}, ({"content": "milk"}, {}, None))],
    "is_added_to_steam_cart": [
        Case({"content": "Dota and Rust"}, {"items": ["Dota", "Rust"]}, ({"content": "Dota"}, {"content": ""}, None))
    ],
    "is_expected_bookmarks": [
        Case(
            bar(shelf("A"), page("u")),
            {"type": "bookmark_bar_folders_names", "names": ["A"]},
            (bar(shelf("A"), shelf("B")), bar(page("A")), {}),
        ),
        Case(
            bar(page("u"), shelf("A")),
            {"type": "bookmark_bar_websites_urls", "urls": ["u"]},
            (bar(page("u"), page("v")), bar(shelf("u")), {}),
        ),
        Case(
            bar(shelf("Liked Authors", page("a1"), page("b"))),
            {"type": "liked_authors_websites_urls", "urls": [["a1", "a2"], "b"]},
            (
                bar(shelf("Liked Authors", page("a1"), page("a2"))),
                bar(shelf("Liked Authors", page("b"))),
                bar(shelf("Liked", page("a1"), page("b"))),
            ),
        ),
    ],
    "check_history_deleted": [
        Case(
            [["https://b.org", "B", 1]],
            {"type": "keywords", "keywords": ["youtube"]},
            ([["https://youtube.com", "", 1]], None, {}),
        )
    ],
    "is_cookie_deleted": [
        Case(
            [COOKIE],
            {"type": "domains", "domains": [".amazon.com"]},
            ([{"domain": ".amazon.com"}], [{"domain": "www.amazon.com"}], None),
        )
    ],
    "is_shortcut_on_desktop": [
        Case(
            {"a.lnk": "L Read news daily"},
            {"type": "description", "description": "news"},
            ({"a.lnk": "mail"}, {}, None),
        ),
        Case({"a.desktop": SHORTCUT}, {"type": "name", "name": "News"}, ({"a.desktop": "Name=Newsx\n"}, {}, None)),
        Case(
            {"a.desktop": SHORTCUT},
            {"type": "exec", "exec": "chromium --app=x"},
            ({"a.desktop": "Exec=chromium"}, {}, None),
        ),
    ],
    "is_url_shortcut_on_desktop": [
        Case(
            {"a.url": "URL=https://a.org"},
            {"type": "url", "url_content": "https://a.org"},
            ({"a.url": "URL=b"}, {}, None),
        )
    ],
    "is_expected_installed_extensions": [Case(["A", "B"], {E: ["A"]}, (["B"], [], "A"))],
    "check_enabled_experiments": [Case(["a@1"], {"type": "names", "names": ["a"]}, (["a@1", "b@1"], [], None))],
    "check_font_size": [
        Case({"default_font_size": 20}, {"type": "value", "value": 20}, ({"default_font_size": 16}, {}, None)),
        Case(
            {"default_font_size": 20},
            {"type": "range", "min": 16, "max": 99},
            ({"default_font_size": 16}, {"default_font_size": "20"}, {}),
        ),
    ],
    "check_edge_font_size": [
        Case(
            {"default_font_size": 16},
            {"type": "range", "min": 16, "max": 99},
            ({"default_font_size": 99}, {"default_font_size": 15}, {}),
        )
    ],
    # -- mail
    "check_thunderbird_prefs": [
        Case(
            f('user_pref("a.b", 1);\nuser_pref("a.b", 2);\n// user_pref("c", true);'),
            {"expect": {"a.b": {"method": "eq", "ref": 2}}, "unexpect": {"c": {"method": "eq", "ref": True}}},
            (f('user_pref("a.b", 2);\nuser_pref("a.b", 1);'), f('user_pref("a.b", 2);\nuser_pref("c", true);'), f("")),
        )
    ],
    "check_thunderbird_filter": [
        Case(
            rules("Trips"),
            {
                "expect": [
                    {
                        "enabled": "yes",
                        "action": "Move to folder",
                        "actionValue": "mailbox://local/Trips",
                        "condition": ["AND (subject,contains,trip)", "AND (from,is,a@b.c)"],
                    }
                ],
                "unexpect": [{"name": "Spam"}],
            },
            (rules("Trips", action="other"), rules("Trips", "Spam"), rules()),
        )
    ],
    "check_thunderbird_folder": [
        Case(
            mailbox("A", "B", date="Tue"),
            mailbox("B", "A"),
            (mailbox("A"), mailbox("A", "C"), mailbox("A", "B", status="0009")),
        ),
        Case(mailbox("A", "A", status="0000"), mailbox("A"), (mailbox("B"), mailbox(), f("")), {"ignore_status": True}),
        Case(
            [mailbox("A"), mailbox("B")],
            [mailbox("A"), mailbox("B")],
            ([mailbox("A")], [mailbox("B"), mailbox("A")], [mailbox("A"), None]),
        ),
    ],
    "compare_mail_content": [
        Case(
            MAIL,
            {"to": "a@b.c", "body": "the plan", "attachments": [f("plan", "plan_gt.txt", "")]},
            ({**MAIL, "to": "x"}, {**MAIL, "body": "no plan"}, {**MAIL, "attachments": []}),
            {"ignore_blanks": True},
        ),
        Case(
            MAIL,
            {"subject": "Trip", "body": MAIL["body"]},
            ({**MAIL, "subject": "trip"}, {**MAIL, "body": "See"}, None),
            {"body_type": "equals"},
        ),
    ],
    # -- settings
    "check_gnome_favorite_apps": [
        Case(
            "['a.desktop', 'b.desktop']",
            {E: ["b.desktop", "a.desktop"]},
            ("['a.desktop']", "['a.desktop', 'a.desktop']", "@as []"),
        )
    ],
    "is_utc_0": [
        Case(ZONE.format("Atlantic/Faroe (WET, +0000)"), None, (ZONE.format("Europe/Rome (CET, +0100)"), "", None))
    ],
    "check_text_enlarged": [Case("1.25\n", None, ("1.0", "0.9", "much"))],
    "is_extension_installed": [
        Case("a.b-c\neamodio.gitlens\n", {"type": "contain", E: "eamodio.gitlens"}, ("eamodio.gitlens-x", "", None)),
        Case("a.gitlens-pro", {"type": "not_contain", E: "gitlens"}, ("eamodio.gitlens", "gitlens", None)),
    ],
    "check_libre_locale": [
        Case(
            xcu("de-DE"),
            {"locale_set": ["de-*"]},
            (xcu("en-US"), xcu("de-DE", name="other"), xcu("de-DE", path="Office")),
        )
    ],
    # -- system
    "check_moved_jpgs": [
        Case(
            {"children": [{"name": "a.jpg"}]},
            {E: ["a.jpg"]},
            ({"children": []}, {"children": [{"name": "b.jpg"}]}, {"children": [{"name": "a.jpg"}] * 2}),
        )
    ],
    "check_accessibility_tree": [
        Case(
            tree(GO),
            [{"selectors": ["application[name=Files] push-button[st|enabled=true]"], "text": "now"}],
            (
                tree(GO.replace("now", "soon")),
                tree(GO.replace("enabled", "checked")),
                tree(GO.replace("Files", "Mail")),
            ),
        ),
        Case(
            tree(GO),
            {"xpath": "//push-button[@st:enabled]", "text": "now", "exact": False},
            (tree(GO.replace("now", "no")), tree(GO.replace("push", "toggle")), tree("")),
        ),
    ],
    # -- steps
    "check_step_actions": [
        Case(
            steps(Wait(), Move((0, 0)), Click(THERE)),
            {E: CLICK},
            ([], steps(Click(ELSEWHERE)), steps(Click(THERE, "right"))),
        ),
        Case(
            steps(Click(THERE), Type("t"), Type("ea")),
            {E: TYPED},
            (steps(Click(THERE)), steps(Click(THERE), Type("Tea")), steps(Click(THERE), Type("tea"), Click(THERE))),
        ),
        Case(
            steps(Press("s", ("ctrl",))),
            {E: KEYS},
            (steps(Press("s")), steps(Press("s", ("ctrl",), 2)), steps(Press("s", ("ctrl",)), Fail())),
        ),
        Case(
            steps(Drag(ELSEWHERE, THERE)),
            {E: DRAG},
            (steps(Drag(THERE, ELSEWHERE)), steps(Drag(ELSEWHERE, THERE, "right")), steps(Click(THERE))),
        ),
        Case(
            steps(Move(ELSEWHERE), Move(THERE)),
            {E: MOVE},
            (steps(Move(THERE), Move(ELSEWHERE)), [], steps(Click(THERE))),
        ),
        Case(
            steps(Click((0.15, 0.15))),
            {E: CLICK},
            (steps(Click(THERE, count=2)), steps(Click(THERE, modifiers=("ctrl",))), None),
            {"screen_size": [1000, 1000]},
        ),
    ],
}
PLAYED = [(name, case) for name, cases in CASES.items() for case in cases]


def _score(name: str, result: Any, case: Case) -> float:
    return score_here(Question(name, result, case.expected, case.options)).value


def test_every_metric_of_the_families_has_cases() -> None:
    metric_names()
    own = set[str]()
    for family in FAMILIES:
        module = importlib.import_module(f"omnigym.benchmarks.osworld.scorer.metrics.{family}")
        own |= set(module.__all__) & set(metric_names())
    assert own == set(CASES)
    assert all(len(case.misses) >= 3 for _, case in PLAYED)


@pytest.mark.parametrize(("name", "case"), PLAYED, ids=[name for name, _ in PLAYED])
def test_what_is_asked_for_passes_and_near_misses_do_not(name: str, case: Case) -> None:
    assert _score(name, case.result, case) == 1.0
    for miss in case.misses:
        assert _score(name, miss, case) < 1.0, miss


def _with_damage(value: Any, rng: random.Random) -> Any:
    if isinstance(value, File):
        return File(value.name, damage_content(value.content, rng), value.path)
    if isinstance(value, list | tuple):
        return [_with_damage(v, rng) for v in value]
    if isinstance(value, Mapping):
        return {k: _with_damage(v, rng) for k, v in value.items()}
    return damage_content(value.encode(), rng).decode("utf-8", "replace") if isinstance(value, str) else value


@pytest.mark.parametrize(("name", "case"), PLAYED, ids=[name for name, _ in PLAYED])
def test_a_damaged_result_scores_or_cannot_be_read(name: str, case: Case) -> None:
    rng, metric = random.Random(f"{name}{case.options}"), get_metric(name)
    states = () if case.expected is None else (case.expected,)
    for _ in range(25):
        found = _with_damage(case.result, rng) if not _is_rule(case.result) else case.result
        try:
            assert metric(found, *states, **case.options) >= 0.0
        except UnreadableError:
            continue


def _is_rule(value: Any) -> bool:
    return isinstance(value, Mapping) and E in value


@pytest.mark.parametrize(
    "value", [None, 5, True, [], {}, [None], {"a": []}, "\ud800", float("nan"), [[]], {"children": 1}]
)
def test_a_result_of_another_kind_is_no_crash(value: Any) -> None:
    for name, case in PLAYED:
        if _is_rule(case.result):
            continue
        states = () if case.expected is None else (case.expected,)
        try:
            score = float(get_metric(name)(value, *states, **case.options))
        except UnreadableError:
            continue
        assert 0.0 <= score <= 1.0, name


EMPTY_RULES: list[tuple[str, Any, Any]] = [
    ("check_list", f("a"), {"expect": []}),
    ("check_json", f("{}"), {"expect": []}),
    ("file_contains", f("a"), {E: []}),
    ("check_include_exclude", "a", {"include": []}),
    ("check_step_actions", [], {E: []}),
    ("check_direct_json_object", {"a": 1}, {E: {}}),
    ("is_expected_tabs", [], {"type": "url", "urls": []}),
    ("check_thunderbird_prefs", f(""), {"expect": {}}),
    ("check_accessibility_tree", tree(""), []),
    ("check_accessibility_tree", tree(""), [{"text": "a"}]),
    ("check_accessibility_tree", tree(""), [{"xpath": "//["}]),
    ("is_expected_bookmarks", bar(page("u")), {"type": "no"}),
    ("is_extension_installed", "a", {"type": "no", E: "a"}),
    ("check_font_size", {}, {"type": "no"}),
    ("is_expected_url_pattern_match", "a", {E: ["("]}),
    ("check_json", f('{"a": 1}'), {"expect": [{"key": ["a"], "method": "no", "ref": 1}]}),
    ("compare_archive", f(""), f("")),
]


@pytest.mark.parametrize(("name", "result", "rule"), EMPTY_RULES)
def test_a_rule_that_asks_for_nothing_or_nonsense_is_refused(name: str, result: Any, rule: Any) -> None:
    options = {"file_type": "no"} if name == "compare_archive" else {}
    with pytest.raises(ConfigError, match=r"[Mm]end"):
        get_metric(name)(result, rule, **options)


# -- faults of the published code -------------------------------------------------------------------------------------


def test_a_list_in_settings_is_parsed_and_not_run() -> None:
    with pytest.raises(UnreadableError):
        get_metric("check_gnome_favorite_apps")("__import__('os').mkdir('evil') or ['a']", {E: ["a"]})


def test_no_action_at_all_is_not_a_step() -> None:
    assert get_metric("check_step_actions")([], {E: CLICK}) == 0.0


def test_a_folder_of_mails_is_not_one_mail() -> None:
    both = f(mailbox("A").content + mailbox("B", status="0009").content)
    assert get_metric("check_thunderbird_folder")(both, mailbox("A")) == 1.0


def test_yaml_that_repeats_itself_is_refused() -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\n"
    with pytest.raises(UnreadableError, match="aliases"):
        get_metric("check_json")(f(bomb), {"expect": [{"key": ["a"], "method": "eq", "ref": 1}]}, is_yaml=True)


def test_every_module_of_metrics_is_a_family() -> None:
    package = importlib.import_module("omnigym.benchmarks.osworld.scorer.metrics")
    assert set(FAMILIES) <= {m.name for m in pkgutil.iter_modules(package.__path__)}
