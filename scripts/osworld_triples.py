"""Triples of a function, a result and an expected state, drawn from real task files of OSWorld, for `compare_osworld`.

Each metric of each file gives some: its function, its options and its rule, with documents of the type that it judges
or values near to the right one. A fixed seed draws the same ones.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from omnigym.benchmarks.osworld.file import Measure, read_task_file
from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.benchmarks.osworld.tree import task_paths
from omnigym.errors import TaskFileError
from scripts.osworld_documents import Made, Workbook, pool, workbooks

__all__ = ["Triple", "draw_triples"]


class Triple(NamedTuple):
    """A question to two scorers.

    Attributes:
        source: The task file that names the function.
        function: Its name.
        label: The changes of the result and of the expected state.
        result: A value, a `File`, or a list of files.
        expected: The same; None where the function takes none.
        options: The function's options.
        theirs: The result as the published getter gives it, where that has another form.
    """

    source: str
    function: str
    label: str
    result: Any
    expected: Any
    options: Mapping[str, Any]
    theirs: Any = None


class _Drawn(NamedTuple):
    """A result, an expected state in place of the rule, and the result in the published form."""

    label: str
    result: Any
    expected: Any = ...
    theirs: Any = None


#: The pool of documents of a function, where the names of its files do not say it.
_POOL_OF = {
    "compare_result_files": "number",
    "check_thunderbird_folder": "mbox",
    "check_line_number": "txt",
    "compare_python_pure_text": "py",
}
_ALIAS = {"jpeg": "jpg", "js": "txt", "css": "txt", "tex": "txt", "bib": "txt", "eml": "mbox", "tar": "gz", "ods": ""}
#: How many metrics of one function a file gives triples of.
_MOST_ALIKE = 3


def draw_triples(
    folder: str | Path, *, each: int = 24, seed: int = 0, only: Container[str] | None = None
) -> Iterator[Triple]:
    """Draw triples from the task files below a folder.

    Args:
        folder: The folder.
        each: How many of each metric of each file.
        seed: Draws them.
        only: The functions; None for all.
    """
    for path in task_paths(folder):
        place = str(path.relative_to(folder))
        try:
            file, _ = read_task_file(path)
        except TaskFileError:
            continue
        seen: Counter[str] = Counter()
        for number, measure in enumerate(file.evaluator.measures()):
            seen[measure.func] += 1
            if seen[measure.func] > _MOST_ALIKE or (only is not None and measure.func not in only):
                continue
            rng = random.Random(f"{seed} {place} {number}")
            expected = _rules_of(measure)
            for drawn in _draw(measure, expected, each, rng):
                wanted = expected if drawn.expected is ... else drawn.expected
                options = dict(measure.options)
                yield Triple(place, measure.func, drawn.label, drawn.result, wanted, options, drawn.theirs)


def _rules_of(measure: Measure) -> Any:
    """The rule of a metric, which some files give in the place of the result."""
    found = (config.get("rules") for config in (measure.expected, measure.result) if config is not None)
    return next((rules for rules in found if rules is not None), None)


def _draw(measure: Measure, rules: Any, each: int, rng: random.Random) -> list[_Drawn]:
    make = _BY_FUNCTION.get(measure.func)
    if make is not None:
        if rules is None and make not in (_literals, _clocks, _windows, _panels) and measure.expected is not None:
            return []  # what is expected is read from a page
        found = list(make(rules, rng))
        return found if len(found) <= each else [found[0], *rng.sample(found[1:], each - 1)]
    if measure.func == "compare_table":
        return list(_tables(measure, rng, each))
    kind = _kind_of(measure)
    files = pool(kind)
    if not files:
        return []
    name = f"file.{'txt' if kind in ('number', 'mbox') else kind}"
    if rules is not None or measure.expected is None:
        chosen = files if len(files) <= each else [files[0], *rng.sample(files[1:], each - 1)]
        return [_Drawn(made.label, File(name, made.content)) for made in chosen]
    return list(_pairs(measure, name, files, each, rng))


def _kind_of(measure: Measure) -> str:
    if measure.func in _POOL_OF:
        return _POOL_OF[measure.func]
    for config in (measure.expected, measure.result):
        named = (config or {}).get("dest") or (config or {}).get("path") or ""
        first = named[0] if isinstance(named, list) and named else named
        suffix = PurePosixPath(str(first)).suffix.removeprefix(".").lower()
        suffix = _ALIAS.get(suffix, suffix)
        if suffix and pool(suffix):
            return suffix
    return ""


def _pairs(measure: Measure, name: str, files: Sequence[Made], each: int, rng: random.Random) -> Iterator[_Drawn]:
    """Near misses beside the original, equal files, the original beside near misses, and any two."""
    several = measure.func in ("compare_image_list", "compare_pdfs") and bool((measure.expected or {}).get("multi"))
    for number in range(each):
        first, second = rng.choice(files), rng.choice(files)
        way = number % 8
        if way < 3:
            second = files[0]
        elif way < 5:
            second = first
        elif way < 6:
            first = files[0]
        result, expected = File(name, first.content), File(name, second.content)
        label = f"{first.label} / {second.label}"
        if measure.func == "compare_unique_train_records":
            yield _Drawn(label, result, [expected, File("initial.docx", files[0].content)])
        elif several:
            same = File(f"other-{name}", files[0].content)
            yield _Drawn(label, [result, same], [expected, same])
        else:
            yield _Drawn(label, result, expected)


# -- workbooks --------------------------------------------------------------------------------------------------------

_CELL = re.compile(r"([A-Z]{1,3})(\d{1,3})")


def _tables(measure: Measure, rng: random.Random, each: int) -> Iterator[_Drawn]:
    rules = list(measure.options.get("rules", ()))
    named = [
        str(rule[key])[2:]
        for rule in rules
        for key in ("sheet_idx0", "sheet_idx1", "sheet_idx")
        if key in rule and str(rule[key])[1:2] == "N"
    ]
    sheets = list(dict.fromkeys(["Sheet1", *named, "Sheet2", "Sheet3"]))[:5]
    cells = {}
    for rule in rules:
        if rule["type"] == "check_cell" and "value" in rule["props"]:
            cells[_named(rule["sheet_idx"], sheets), rule["coordinate"]] = _right_value(rule["props"]["value"])
    about = [rule[key] for rule in rules for key in ("sheet_idx0", "sheet_idx") if key in rule]
    target = _named(about[0], sheets) if about else "Sheet1"
    books = workbooks(sheets, cells, target)
    made: dict[Callable[[], Workbook], Workbook] = {}
    for number in range(each):
        first, second = rng.choice(books), rng.choice(books)
        way = number % 8
        if way < 4:
            second = books[0]
        elif way < 6:
            second = first
        elif way < 7:
            first = books[0]
        one, other = (made.get(book) or made.setdefault(book, book()) for book in (first, second))
        label = f"{one.label} / {other.label}"
        result, expected = (_with_shown(book, name, rng) for book, name in ((one, "book"), (other, "gold")))
        yield _Drawn(label, result, None if measure.expected is None else expected)


def _named(index: object, sheets: Sequence[str]) -> str:
    text = str(index)
    if text[1:2] == "N":
        return text[2:]
    number = int(text.lstrip("REI") or 0)
    return sheets[number] if number < len(sheets) else sheets[0]


def _right_value(rule: Mapping[str, Any]) -> object:
    ref = rule["ref"]
    if str(rule["method"]).startswith("re"):
        return _literal(str(ref))
    return ref[0] if isinstance(ref, list) and ref else ref


def _with_shown(book: Workbook, name: str, rng: random.Random) -> list[File]:
    """A workbook with the .csv files of its sheets beside it, now and then without."""
    shown = book.shown if rng.random() < 0.95 else {}
    beside = [File(f"{name}-{sheet}.csv", content) for sheet, content in shown.items()]
    return [File(f"{name}.xlsx", book.content), *beside]


# -- values near to a right one ---------------------------------------------------------------------------------------


def _near(value: Any) -> Iterator[tuple[str, Any]]:
    """A value and others near to it."""
    yield "right", value
    yield "nothing", None
    if isinstance(value, str):
        yield from (
            ("a blank at the end", f"{value} "),
            ("a newline at the end", f"{value}\n"),
            ("capitals", value.upper()),
            ("small letters", value.lower()),
            ("a letter less", value[:-1]),
            ("a letter more", f"{value}x"),
            ("within a text", f"so {value} so"),
            ("empty", ""),
        )
    elif isinstance(value, list):
        yield from (
            ("another order", value[::-1]),
            ("one less", value[:-1]),
            ("one more", [*value, "more"]),
            ("one twice", [*value, *value[:1]]),
            ("empty", []),
            ("as a text", str(value)),
        )
    elif isinstance(value, dict):
        yield from (
            ("one less", dict(list(value.items())[:-1])),
            ("one more", {**value, "more": 1}),
            ("empty", {}),
            ("as a text", str(value)),
            ("as JSON", json.dumps(value)),
        )
        for key in value:
            yield from ((f"{key}: {label}", {**value, key: near}) for label, near in _near(value[key]))
    elif isinstance(value, bool):
        yield from (("the opposite", not value), ("as a text", str(value)), ("a number", int(value)))
    elif isinstance(value, int | float):
        yield from (("one more", value + 1), ("as a text", str(value)), ("with a point", float(value)))


def _literal(pattern: str) -> str:
    """A text that a simple pattern finds; the pattern itself where that fails."""
    text = re.sub(r"\(\?:|\(\?i\)|[\^$]", "", pattern)
    text = re.sub(r"\((\w[^|()]*)(?:\|[^()]*)*\)", r"\1", text)
    text = re.sub(r"\[\^?[^\]]*\][+*?]?", "a", text)
    text = re.sub(r"\\d[+*?]?", "1", text)
    text = re.sub(r"\\w[+*?]?", "w", text)
    text = re.sub(r"\\s[+*?]?", " ", text)
    text = re.sub(r"(?<!\\)\.[*+]\??", "x", text)
    return re.sub(r"\\(.)", r"\1", text)


def _expected_values(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    yield from (_Drawn(*near) for near in _near(rules["expected"]))


def _one_of_values(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for value in [*rules["expected"][:2], "other"]:
        yield from (_Drawn(*near) for near in _near(value))


def _lists_with(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, near in _near(rules["expected"]):
        yield _Drawn(label, ["other", near] if near is not None else ["other"])
        yield _Drawn(f"{label}, as a text", f"other {near}")


def _including(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    include, exclude = rules.get("include", []), rules.get("exclude", [])
    right = "\n".join(map(str, include)) + "\n"
    for label, near in _near(right):
        yield _Drawn(label, near)
        for text in exclude[:2]:
            yield _Drawn(f"{label} with {text!r}", f"{near}{text}")
    for number in range(len(include)):
        yield _Drawn(f"without {number}", "\n".join(map(str, include[:number] + include[number + 1 :])))
    yield _Drawn("a list", [*include])


def _objects(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    expected = {k: v for k, v in rules["expected"].items() if k != "ignore_list_order"}
    for label, near in _near(expected):
        yield _Drawn(label, near)
        if isinstance(near, dict):
            yield _Drawn(f"{label}, as JSON", json.dumps(near))
            yield _Drawn(f"{label}, as Python", str(near))
    if rules.get("expect_in_result"):
        yield _Drawn(
            "longer",
            {
                k: f"{v} and more" if isinstance(v, str) else [*v, "more"] if isinstance(v, list) else v
                for k, v in expected.items()
            },
        )
        yield _Drawn("of lists", {k: v[0] if isinstance(v, list) and v else v for k, v in expected.items()})


def _literals(_rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for right in (["a", "B c", "3"], ["title", "author", "2024"]):
        for label, near in _near(right):
            yield _Drawn(label, near, right)
        yield _Drawn("capitals", [text.upper() for text in right], right)


# -- browsers ---------------------------------------------------------------------------------------------------------


def _urls_near(url: str) -> Iterator[tuple[str, str]]:
    yield "right", url
    yield "with a slash", url.rstrip("/") + "/"
    yield "without a slash", url.rstrip("/")
    yield "without a scheme", url.partition("://")[2] or url
    yield "another scheme", url.replace("https://", "http://") if "https" in url else url.replace("http://", "https://")
    yield "without www", url.replace("://www.", "://")
    yield "with www", url.replace("://", "://www.") if "://www." not in url else url
    yield "another country", url.replace(".com", ".co.uk", 1)
    yield "another end", url.replace(".com", ".org", 1)
    yield "a port", re.sub(r"(://[^/]+)", r"\1:8080", url)
    yield "a query", url + ("&" if "?" in url else "?") + "q=1"
    yield "a fragment", f"{url}#top"
    yield "a longer path", url.rstrip("/") + "/more"
    yield "without its query", url.partition("?")[0]
    yield "capitals", url.upper()
    yield "another host", re.sub(r"://[^/]+", "://example.org", url)
    yield "a host below", url.replace("://", "://sub.")
    yield "empty", ""


def _tab(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, url in _urls_near(rules["url"]):
        yield _Drawn(label, url)
        yield _Drawn(f"{label}, a tab", {"url": url, "title": "", "content": ""})
    yield _Drawn("nothing", None)


def _patterns(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    patterns = rules["expected"] if isinstance(rules["expected"], list) else [rules["expected"]]
    right = "https://www.example.com/" + "".join(map(_literal, patterns))
    yield _Drawn("right", right)
    for label, url in _urls_near(right):
        yield _Drawn(label, {"url": url})
    for number in range(len(patterns)):
        rest = patterns[:number] + patterns[number + 1 :]
        yield _Drawn(f"without {number}", "https://example.com/" + "".join(map(_literal, rest)))
    for pattern in patterns:
        yield _Drawn("one", _literal(pattern))


def _tabs(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    urls = rules["urls"]
    for label, near in _near(urls):
        yield _Drawn(label, [{"url": url, "title": ""} for url in near] if isinstance(near, list) else None)
    for label, url in _urls_near(urls[0]):
        yield _Drawn(f"the first {label}", [{"url": u} for u in [url, *urls[1:]]])
    yield _Drawn("the first twice", [{"url": u} for u in [urls[0], *urls[:-1]]])


def _bookmarks(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    kind = rules["type"]
    names = rules["names"] if "names" in rules else [u[0] if isinstance(u, list) else u for u in rules["urls"]]
    for label, near in _near(names):
        if not isinstance(near, list):
            continue
        if kind == "bookmark_bar_folders_names":
            entries: list[Any] = [{"type": "folder", "name": name, "children": []} for name in near]
        else:
            entries = [{"type": "url", "name": "page", "url": url} for url in near]
        if kind == "liked_authors_websites_urls":
            yield _Drawn(f"{label}, elsewhere", _bar([{"type": "folder", "name": "Liked", "children": entries}]))
            entries = [{"type": "folder", "name": "Liked Authors", "children": entries}]
        yield _Drawn(label, _bar(entries))
        yield _Drawn(f"{label} and a page", _bar([*entries, {"type": "url", "name": "x", "url": "https://x.org"}]))
    yield _Drawn("nothing", None)


def _bar(entries: list[Any]) -> dict[str, Any]:
    return {"bookmark_bar": {"children": entries, "type": "folder", "name": "Bookmarks bar"}}


def _cookies(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    domains = [*rules["domains"], "example.org"]
    hosts = [form for d in domains for form in (d, f".{d}", f"www.{d}", f"sub.{d}", f"x{d}", d.upper())]
    for host in hosts:
        theirs = [[0, host, "name", "value"], [1, "other.net", "n", "v"]]
        yield _Drawn(host, [{"domain": host}, {"domain": "other.net"}], theirs=theirs)
    yield _Drawn("none", [], theirs=[])


def _history(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for word in [*rules["keywords"], "other"]:
        for url in (f"https://www.{word}.com/a", f"https://x.org/?q={word}", f"https://{word.upper()}.org"):
            yield _Drawn(url, [[url, "title", 1], ["https://other.net", "", 2]])
    yield _Drawn("none", [])


def _shortcuts(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    kind = rules["type"]
    line, wanted = {"name": "Name", "exec": "Exec"}.get(kind, "Name"), rules.get(kind, "")
    for label, near in _near(wanted):
        text = f"[Desktop Entry]\nType=Application\n{line}={near}\nTerminal=false\n"
        yield _Drawn(label, {"a.desktop": text, "b.desktop": "[Desktop Entry]\nName=Other Program\n"})
    yield _Drawn("at the end", {"a.desktop": f"[Desktop Entry]\n{line}={wanted}"})
    yield _Drawn("a part", {"a.desktop": f"{line}={wanted[:4]}\n"})
    yield _Drawn("none", {})


def _extensions(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    yield from (_Drawn(*near) for near in _near(list(rules["expected"])))
    yield _Drawn("Zoom", [*rules["expected"][:-1], "Zoom for Google Chrome"])


def _experiments(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, near in _near(rules["names"]):
        yield _Drawn(label, near)
        if isinstance(near, list):
            yield _Drawn(f"{label}, chosen", [f"{name}@1" for name in near])


def _sizes(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    limits = [rules[k] for k in ("value", "min", "max") if k in rules]
    for size in sorted({n + off for n in limits for off in (-1, 0, 1, 0.5)}):
        yield _Drawn(str(size), {"default_font_size": size})


def _cart(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, near in _near(rules["items"]):
        if isinstance(near, list):
            yield _Drawn(label, {"content": "<html>" + "".join([f"<b>{n}</b>" for n in near])})


def _searches(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    text = _literal(rules["expect"]["pattern"])
    for label, near in _near(text):
        yield _Drawn(label, {"url": f"https://www.google.com/{near}"})


# -- the desktop ------------------------------------------------------------------------------------------------------


def _installed(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, near in _near(rules["expected"]):
        yield _Drawn(label, f"ms-python.python\n{near}\nother.extension\n" if near is not None else None)
    yield _Drawn("a longer name", f"{rules['expected']}-pack\n")


def _clipboard(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    wanted = rules["expected"] if rules is not None else "text"
    for label, near in _near(wanted if isinstance(wanted, str) else "\n".join(wanted)):
        yield _Drawn(label, rules, near)


def _favorites(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, near in _near(rules["expected"]):
        if isinstance(near, list):
            yield _Drawn(label, f"{near}\n" if near else "@as []\n")


def _clocks(_rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for zone in ("UTC (UTC, +0000)", "Europe/London (GMT, +0000)", "Europe/Berlin (CET, +0100)", "Etc/UTC"):
        lines = ["Local time: Mon", "Universal time: Mon", "RTC time: Mon", f"Time zone: {zone}", "NTP: no", ""]
        yield _Drawn(zone, "\n".join([f"   {line}" for line in lines]))
        yield _Drawn(f"{zone}, a line more", "\n".join(["x", *lines]))


def _folders(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for label, near in _near(rules["expected"]):
        if isinstance(near, list):
            yield _Drawn(label, {"type": "directory", "name": "x", "children": [{"name": n} for n in near]})


def _windows(_rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for size in ((1920, 1080), (1920, 1079), (1000, 800)):
        yield _Drawn(str(size), dict(zip(("width", "height"), size, strict=True)), {"width": 1920, "height": 1080})
    yield _Drawn("none", None, {"width": 1920, "height": 1080})


def _panels(_rules: Any, _: random.Random) -> Iterator[_Drawn]:
    for name in ("Slides View", "Slides", "slides view"):
        yield _Drawn(name, f'<desktop-frame><panel><document-frame name="{name}"/></panel></desktop-frame>')
    states = "uri:deskat:state.at-spi.gnome.org"
    for place, seen in (("(0, 0)", 'st:visible="true"'), ("(0, 0)", ""), ("(9, 0)", 'st:visible="true"')):
        pane = f'<split-pane cp:parentcoord="{place}" {seen}/>'
        spaces = f'xmlns:st="{states}" xmlns:cp="uri:deskat:component.at-spi.gnome.org"'
        yield _Drawn(
            f"{place} {seen}", f"<desktop-frame {spaces}><root-pane><panel>{pane}</panel></root-pane></desktop-frame>"
        )


_STEP = re.compile(r"([\w*-]+)((?:\[[^\]]*\])*)")
_ATTRIBUTE = re.compile(r"\[([\w|:-]+)[*^$]?=[\"']?([^\"'\]]*)[\"']?\]")


def _trees(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    """Trees with the elements of CSS selectors, and without."""
    wanted = rules if isinstance(rules, list) else [rules]
    spaces = "https://accessibility.ubuntu.example.org/ns"
    head = f'<desktop-frame xmlns:st="{spaces}/state" xmlns:cp="{spaces}/component">'
    inside = []
    for rule in wanted:
        for selector in rule.get("selectors", [])[:1]:
            steps = _STEP.findall(selector)
            opened = [
                f"<{tag if tag != '*' else 'panel'} "
                + " ".join([f'{k.replace("|", ":")}="{escape(v)}"' for k, v in _ATTRIBUTE.findall(facts)])
                + ">"
                for tag, facts in steps
            ]
            closed = [f"</{tag if tag != '*' else 'panel'}>" for tag, _ in steps][::-1]
            inside.append("".join(opened) + escape(str(rule.get("text", ""))) + "".join(closed))
    for label, parts in (("right", inside), ("one less", inside[:-1]), ("none", [])):
        yield _Drawn(label, head + "".join(parts) + "</desktop-frame>")
    yield _Drawn("capitals", head + "".join(inside).upper() + "</desktop-frame>")


# -- settings and texts -----------------------------------------------------------------------------------------------


def _file(name: str, label: str, text: str | bytes) -> _Drawn:
    return _Drawn(label, File(name, text if isinstance(text, bytes) else text.encode()))


def _texts(name: str, text: str) -> Iterator[_Drawn]:
    yield _file(name, "right", text)
    yield _file(name, "a letter", text.replace("e", "o", 1))
    yield _file(name, "capitals", text.upper())
    yield _file(name, "a newline more", f"{text}\n")
    yield _file(name, "a line before", f"# first\n{text}")
    yield _file(name, "newlines of Windows", text.replace("\n", "\r\n"))
    yield _file(name, "a mark at the beginning", b"\xef\xbb\xbf" + text.encode())
    yield _file(name, "another encoding", f"{text}é".encode("latin-1", "replace"))
    yield _file(name, "empty", "")
    yield _Drawn("nothing", None)
    lines = text.splitlines(keepends=True)
    for number in range(min(len(lines), 4)):
        yield _file(name, f"without line {number}", "".join(lines[:number] + lines[number + 1 :]))


def _containing(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    wanted = rules["expected"] if isinstance(rules["expected"], list) else [rules["expected"]]
    yield from _texts("file.txt", "\n".join(map(str, wanted)) + "\n")


def _matching(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    right = "\n".join([_literal(p) for p in rules.get("expect", [])]) + "\n"
    yield from _texts("file.out", right)
    for pattern in rules.get("unexpect", []):
        yield _file("file.out", f"with {pattern!r}", f"{right}{_literal(pattern)}\n")


def _json_files(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    is_nested = "expected" not in rules
    right = _nested([*rules.get("expect", ())]) if is_nested else rules["expected"]
    for label, near in _near(right):
        text = json.dumps(near, indent=2)
        yield _file("settings.json", label, text)
    more = {"editor.fontSize": 14, **right} if isinstance(right, dict) else right
    yield _file("settings.json", "more settings", json.dumps(more))
    yield _file("settings.json", "a comment", "// mine\n" + json.dumps(right))
    yield _file("settings.json", "a comment inside", json.dumps(right, indent=1).replace("{", "{ // mine", 1))
    yield _file("settings.json", "a comma at the end", json.dumps(right)[:-1] + ",}")
    yield _file("settings.json", "damaged", json.dumps(right)[:-3])
    yield _Drawn("nothing", None)
    if is_nested:
        for rule in rules.get("unexpect", ()):
            yield _file("settings.json", "what is not wanted", json.dumps(_nested([*rules.get("expect", ()), rule])))


def _nested(rules: Sequence[Mapping[str, Any]]) -> Any:
    found: Any = {}
    for rule in rules:
        place = found
        keys = rule["key"]
        for key in keys[:-1]:
            place = place.setdefault(key, {}) if isinstance(place, dict) else {}
        if isinstance(place, dict):
            place[keys[-1]] = _right_value(rule)
    return found


def _yaml_or_json(rules: Any, rng: random.Random) -> Iterator[_Drawn]:
    yield from _json_files(rules, rng)  # JSON is YAML


def _bindings(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    right = rules["expected"]
    for label, near in _near(right):
        yield _file("keybindings.json", label, json.dumps([near, {"key": "ctrl+x", "command": "cut"}]))
    yield _file("keybindings.json", "a comment", "// mine\n" + json.dumps([right]))
    yield _file("keybindings.json", "two comments", "// mine\n// yours\n" + json.dumps([right]))
    yield _file("keybindings.json", "no list", json.dumps(right))
    yield _file("keybindings.json", "empty", "")


def _configs(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    text = rules["expected"]
    yield from _texts("config.json", text)
    try:
        value = json.loads(text)
    except ValueError:
        yield _file("config.json", "a part", f"before\n{text}\nafter\n")
        return
    yield _file("config.json", "written otherwise", json.dumps(value))
    for label, near in _near(value):
        yield _file("config.json", label, json.dumps(near, indent=4))


def _gimp(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    key = rules["key"] if isinstance(rules["key"], list) else [rules["key"]]
    value = str(rules["value"])
    line = f"({' '.join(key)} {value})"
    yield from _texts("gimprc", f'# GIMP\n(theme "Dark")\n{line}\n')
    for label, near in (("another value", f"({' '.join(key)} 7)"), ("quoted", f'({" ".join(key)} "{value}")')):
        yield _file("gimprc", label, f"# GIMP\n{near}\n")
    yield _file("gimprc", "changed after it", f"{line}\n({' '.join(key)} 7)\n")
    yield _file("gimprc", "changed before it", f"({' '.join(key)} 7)\n{line}\n")
    yield _file("gimprc", "a comment", f"# {line}\n")
    yield _file("gimprc", "indented", f"    {line}\n")
    yield _file("gimprc", "a blank line", f"  \n{line}\n")


def _vlc(setting: str, wanted: Callable[[Any], str]) -> Callable[[Any, random.Random], Iterator[_Drawn]]:
    def draw(rules: Any, _: random.Random) -> Iterator[_Drawn]:
        right = wanted(rules)
        other = "0" if right != "0" else "1"
        for value in dict.fromkeys((right, other, "", f"{right}/", f" {right} ")):
            yield _file("vlcrc", f"={value}", f"[core]\n# a comment\n{setting}={value}\nfullscreen=0\n")
            yield _file("vlcrc", f"#{value}", f"[core]\n#{setting}={value}\n")
        yield _file("vlcrc", "changed after it", f"{setting}={right}\n{setting}={other}\n")
        yield _file("vlcrc", "changed before it", f"{setting}={other}\n{setting}={right}\n")
        yield _file("vlcrc", "a longer name", f"x-{setting}={right}\n")
        yield _file("vlcrc", "without it", "[core]\n")

    return draw


def _rule_value(name: str) -> Callable[[Any], str]:
    return lambda rules: str(rules[name])


def _colours(rules: Any, rng: random.Random) -> Iterator[_Drawn]:
    right = rules.get("expected_qt_slider_colours", "1;2;3;4;5;6;7;8;9;10;11;12")
    yield from _vlc("qt-slider-colours", lambda _: str(right))(rules, rng)
    for text in ("99;99;99", "100;1;1", "1;2;3;200", "1;x;3"):
        yield _file("vlcrc", text, f"qt-slider-colours={text}\n")


def _playing(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    wanted = rules[rules["type"]]
    base = wanted.rpartition("/")[2]
    for state in ("playing", "paused"):
        for name in ("filename", "url", "title", "location"):
            for value in (wanted, f"my {wanted}", base, f"/home/user/{base}", f"x{base}", "other.mp4", wanted.upper()):
                info = f'<info name="{name}">{escape(value)}</info>'
                meta = f'<information><category name="meta">{info}</category></information>'
                yield _file("status.xml", f"{state} {name} {value}", f"<root><state>{state}</state>{meta}</root>")
    yield _file("status.xml", "nothing", "<root><state>stopped</state></root>")


def _xcu(*items: tuple[str, str, str]) -> str:
    lines = [
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in items
    ]
    return f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{"".join(lines)}</oor:items>'


def _registry(path: str, name: str, wanted: Callable[[Any], str]) -> Callable[[Any, random.Random], Iterator[_Drawn]]:
    def draw(rules: Any, _: random.Random) -> Iterator[_Drawn]:
        right = wanted(rules)
        for label, near in _near(right):
            yield _file("registrymodifications.xcu", label, _xcu((path, name, str(near or ""))))
        yield _file("registrymodifications.xcu", "elsewhere", _xcu((f"{path}/More", name, right)))
        yield _file("registrymodifications.xcu", "another name", _xcu((path, f"{name}2", right)))
        yield _file("registrymodifications.xcu", "twice", _xcu((path, name, "9"), (path, name, right)))
        yield _file("registrymodifications.xcu", "twice, otherwise", _xcu((path, name, right), (path, name, "9")))
        off = ("/org.openoffice.Office.Common/Save/Document", "AutoSave", "false")
        yield _file("registrymodifications.xcu", "off", _xcu((path, name, right), off))
        yield _file("registrymodifications.xcu", "none", _xcu())

    return draw


def _preferences(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    right = {name: _right_value(rule) for name, rule in rules.get("expect", {}).items()}
    wrong = {name: _right_value(rule) for name, rule in rules.get("unexpect", {}).items()}

    def text(values: Mapping[str, Any]) -> str:
        return "".join([f'user_pref("{n}", {json.dumps(v)});\n' for n, v in values.items()])

    yield from _texts("prefs.js", "// Mozilla\n" + text(right))
    for label, near in _near(right):
        if isinstance(near, dict):
            yield _file("prefs.js", label, text(near))
    yield _file("prefs.js", "what is not wanted", text({**right, **wrong}))
    yield _file("prefs.js", "changed after it", text(right) + text(dict.fromkeys(right, "other")))


def _filters(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    def one(wanted: Mapping[str, Any]) -> str:
        lines = [f'{key}="{value}"\n' for key, value in wanted.items() if key != "condition"]
        joined = " ".join(wanted.get("condition", ["ALL"]))
        return "".join(lines) + f'condition="{joined}"\n'

    head = 'version="9"\nlogging="no"\n'
    for wanted in rules.get("expect", []):
        wanted = {"name": "n", "enabled": "yes", "type": "17", "action": "Mark read", **wanted}
        yield from _texts("msgFilterRules.dat", head + one(wanted))
        for label, near in _near(wanted):
            if isinstance(near, dict):
                fine = {k: v for k, v in near.items() if isinstance(v, str | list)}
                yield _file("msgFilterRules.dat", label, head + one(fine))
        double = one(wanted).replace("condition=", 'action="Mark read"\ncondition=')
        yield _file("msgFilterRules.dat", "two actions", head + double)


def _tags(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    from scripts.osworld_documents import _mp3, _tune

    right = {name: str(_right_value(rule)) for name, rule in rules.items()}
    names = {"tracknumber": "track", "albumartist": "album_artist"}
    for label, near in _near(right):
        if isinstance(near, dict):
            said = {names.get(k, k): str(v) for k, v in near.items() if isinstance(v, str | int)}
            yield _file("song.mp3", label, _mp3(_tune(0.5), **said))
    yield _file("song.mp3", "no header", _mp3(_tune(0.5))[200:])


def _tables_of_rules(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    wanted = [*rules.get("expect", ())]
    columns = list(dict.fromkeys(name for row in wanted for name in row)) or ["a"]

    def text(rows: Sequence[Mapping[str, Any]]) -> str:
        lines = [",".join(columns), *[",".join([str(row.get(c, "")) for c in columns]) for row in rows]]
        return "\n".join(lines) + "\n"

    yield from _texts("table.csv", text(wanted))
    yield _file("table.csv", "a row more", text([*wanted, dict.fromkeys(columns, "x")]))
    yield _file("table.csv", "no rows", text([]))
    for row in rules.get("unexpect", ()):
        yield _file("table.csv", "what is not wanted", text([*wanted, row]))


def _cities(rules: Any, _: random.Random) -> Iterator[_Drawn]:
    import openpyxl

    from scripts.osworld_documents import _saved

    right = [entry if isinstance(entry, str) else entry[0] for entry in rules["expected"]]
    last = [entry if isinstance(entry, str) else entry[-1] for entry in rules["expected"]]
    changed: dict[str, list[Any]] = {
        "right": right,
        "other names": last,
        "in a text": [f"The city of {name}" for name in right],
        "capitals": [name.upper() for name in right],
        "one less": right[:-1],
        "another order": right[::-1],
        "a letter": [right[0][:-1], *right[1:]],
        "accents": [name.replace("e", "é") for name in right],
        "signs": [name.replace(" ", "-") for name in right],
        "a number": [7, *right[1:]],
        "empty": [],
    }
    for label, cities in changed.items():
        book = openpyxl.Workbook()
        book.active.append(["Conference", "Year", "City"])
        for number, city in zip(count(2000), cities, strict=False):
            book.active.append(["C", number, city])
        yield _file("cities.xlsx", label, _saved(book))


_Make = Callable[[Any, random.Random], Iterator[_Drawn]]
_OFFICE = "/org.openoffice.Office"
_BY_FUNCTION: Mapping[str, _Make] = {
    "exact_match": _expected_values,
    "match_in_list": _one_of_values,
    "is_in_list": _lists_with,
    "check_include_exclude": _including,
    "check_direct_json_object": _objects,
    "literal_match": _literals,
    "is_expected_active_tab": _tab,
    "is_expected_active_tab_approximate": _tab,
    "is_expected_url_pattern_match": _patterns,
    "is_expected_tabs": _tabs,
    "is_expected_bookmarks": _bookmarks,
    "is_cookie_deleted": _cookies,
    "check_history_deleted": _history,
    "is_shortcut_on_desktop": _shortcuts,
    "is_expected_installed_extensions": _extensions,
    "check_enabled_experiments": _experiments,
    "check_font_size": _sizes,
    "is_added_to_steam_cart": _cart,
    "is_expected_search_query": _searches,
    "is_extension_installed": _installed,
    "is_in_vm_clickboard": _clipboard,
    "check_gnome_favorite_apps": _favorites,
    "is_utc_0": _clocks,
    "check_moved_jpgs": _folders,
    "is_vlc_fullscreen": _windows,
    "check_left_panel": _panels,
    "check_accessibility_tree": _trees,
    "file_contains": _containing,
    "check_list": _matching,
    "check_json": _yaml_or_json,
    "check_json_settings": _json_files,
    "check_json_keybindings": _bindings,
    "compare_config": _configs,
    "check_config_status": _gimp,
    "is_vlc_playing": _playing,
    "is_vlc_recordings_folder": _vlc("input-record-path", _rule_value("recording_file_path")),
    "check_qt_bgcone": _vlc("qt-bgcone", _rule_value("expected_qt_bgcone")),
    "check_qt_max_volume": _vlc("qt-max-volume", _rule_value("expected_qt_max_volume")),
    "check_qt_minimal_view": _vlc("qt-minimal-view", _rule_value("expected_qt_minimal_view")),
    "check_one_instance_when_started_from_file": _vlc(
        "one-instance-when-started-from-file", _rule_value("expected_one_instance_when_started_from_file")
    ),
    "check_play_and_exit": _vlc("play-and-exit", _rule_value("expected_play_and_exit")),
    "check_global_key_play_pause": _vlc("global-key-play-pause", _rule_value("expected_global_key_play_pause")),
    "check_qt_slider_colours": _colours,
    "find_default_font": _registry(f"{_OFFICE}.Writer/DefaultFont", "Standard", _rule_value("font_name")),
    "check_presenter_console_disable": _registry(
        f"{_OFFICE}.Impress/Misc/Start", "EnablePresenterScreen", lambda _: "false"
    ),
    "check_auto_saving_time": _registry(
        f"{_OFFICE}.Common/Save/Document", "AutoSaveTimeIntervall", _rule_value("minutes")
    ),
    "check_thunderbird_prefs": _preferences,
    "check_thunderbird_filter": _filters,
    "check_mp3_meta": _tags,
    "check_csv": _tables_of_rules,
    "compare_conference_city_in_order": _cities,
}
