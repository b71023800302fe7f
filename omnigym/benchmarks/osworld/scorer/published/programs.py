"""Published metrics of the settings and files of VLC, GIMP, LibreOffice and Thunderbird."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.given import content_of, library
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped, file_text, lines_with_ends, rule_matches
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.foreign import convert_errors, parse_json, parse_xml

__all__: list[str] = []

_OOR = "{http://openoffice.org/2001/registry}"

# -- VLC --------------------------------------------------------------------------------------------------------------

_SLIDER = "153;210;153;20;210;20;255;199;15;245;39;29"
_DARK = 100
#: The facts of a status that name what is played, the first that is there counts.
_FILE_FACTS = ("filename", "title", "uri", "location", "name")
_URL_FACTS = ("url", "URI", "location", "title", "filename")


@published_metric("is_vlc_playing")
def is_vlc_playing(version: TaskVersion, result: object, rule: Mapping[str, str]) -> float:
    """Return whether VLC plays a file or an address.

    In 2024 the status is to end with it. In "verified" it may also hold the address, be the last part of its path, or
    be an address of the same host with the path in its own.
    """
    with convert_errors("status of VLC"):
        root = parse_xml(content_of(result))
    if root.findtext("state") != "playing" or rule["type"] not in ("file_name", "url"):
        return 0.0
    is_file = rule["type"] == "file_name"
    names = (
        (_FILE_FACTS if is_file else _URL_FACTS)
        if version == "verified"
        else (_FILE_FACTS, _URL_FACTS)[not is_file][:1]
    )
    facts = [root.findtext(f"information/category[@name='meta']/info[@name='{name}']") for name in names]
    said = next((fact for fact in facts if fact), None)
    wanted = rule[rule["type"]]
    if said is None:
        return 0.0
    if said.endswith(wanted) or version == "2024":
        return float(said.endswith(wanted))
    return float(posixpath.basename(said) == wanted if is_file else _is_address(said, wanted))


def _is_address(said: str, wanted: str) -> bool:
    asked = urlsplit(wanted)
    if wanted in said or said == posixpath.basename(asked.path):
        return True
    found = urlsplit(said)
    return "://" in said and found.netloc == asked.netloc and asked.path in found.path


@published_metric("is_vlc_recordings_folder")
def is_vlc_recordings_folder(_: TaskVersion, result: object, rule: Mapping[str, str]) -> float:
    """Return whether the first line with the setting of recordings says the folder, letter by letter."""
    for line in _raw(result).split("\n"):
        if not line.startswith("#") and line.strip() and "input-record-path" in line:
            return float(_said(line) == rule["recording_file_path"])
    return 0.0


def _raw(state: object) -> str:
    with convert_errors("file of VLC's settings"):
        return content_of(state).decode("utf-8")


def _said(line: str) -> str:
    return line.rpartition("=")[2].strip()


def _last(text: str, mark: str, usual: str) -> str:
    """The value of the last line with a mark, a comment too."""
    return next((_said(line) for line in reversed(text.split("\n")) if mark in line), usual)


def _setting(name: str, mark: str, usual: str) -> None:
    def check(_: TaskVersion, result: object, rule: Rule) -> float:
        wanted = rule[f"expected_{name.removeprefix('check_')}"]
        return float(_last(_raw(result), mark, usual) == (str(wanted) if isinstance(wanted, int) else wanted))

    check.__name__ = check.__qualname__ = name
    check.__doc__ = f"Return whether the last line with ``{mark}`` has the expected value; a comment counts."
    published_metric(name)(check)


for _name, _mark, _usual in (
    ("check_qt_bgcone", "qt-bgcone=", "1"),
    ("check_qt_max_volume", "qt-max-volume=", "125"),
    ("check_qt_minimal_view", "qt-minimal-view=", "0"),
    ("check_one_instance_when_started_from_file", "one-instance-when-started-from-file=", "1"),
    ("check_play_and_exit", "play-and-exit=", "0"),
):
    _setting(_name, _mark, _usual)


@published_metric("check_global_key_play_pause")
def check_global_key_play_pause(_: TaskVersion, result: object, rule: Rule) -> float:
    """Return whether the last line of the setting has a key: 1 or 0. A comment counts."""
    wanted = rule["expected_global_key_play_pause"]
    found = "1" if _last(_raw(result), "global-key-play-pause=", "") else "0"
    return float(found == (str(wanted) if isinstance(wanted, int) else wanted))


@published_metric("check_qt_slider_colours")
def check_qt_slider_colours(_: TaskVersion, result: object, rule: Rule) -> float:
    """Return whether the colours of the slider are those expected, or whole triples of them are dark."""
    found = _last(_raw(result), "qt-slider-colours", _SLIDER)
    if rule["type"] == "match":
        return float(found == rule["expected_qt_slider_colours"])
    if rule["type"] != "blackish":
        raise TypeError(f"unknown type {rule['type']!r}")
    try:
        numbers = [int(number) for number in found.split(";")]
    except ValueError:
        return 0.0
    return float(all(number < _DARK for number in numbers[: len(numbers) // 3 * 3]))


# -- GIMP -------------------------------------------------------------------------------------------------------------


@published_metric("check_config_status")
def check_config_status(_: TaskVersion, result: object, rule: Rule) -> float:
    """Return whether any line of GIMP's settings gives the key its value, quotes included."""
    if result is None:
        return 0.0
    key = rule["key"]
    for line in lines_with_ends(file_text(result)):
        if line.startswith("#") or line == "\n":
            continue
        words = line.strip().lstrip("(").rstrip(")\n").split()
        named = [key] if isinstance(key, str) else list(key)
        if words[0] == named[0] and len(named) <= 2 and words[: len(named)] == named and words[-1] == rule["value"]:
            return 1.0
    return 0.0


@published_metric("check_image_file_size")
def check_image_file_size(_: TaskVersion, result: object, rule: Rule) -> float:
    """Return whether a file has fewer bytes than ``max_size``, whatever is in it."""
    return 0.0 if result is None else float(len(content_of(result)) < rule["max_size"])


# -- LibreOffice ------------------------------------------------------------------------------------------------------


def _values(state: object, path: str, name: str) -> Iterator[str | None]:
    with convert_errors("file of LibreOffice's settings"):
        root = parse_xml(content_of(state))
    for item in root.iter("item"):
        if item.get(f"{_OOR}path") == path:
            for prop in item.iter("prop"):
                if prop.get(f"{_OOR}name") == name:
                    yield from (value.text for value in prop.iter("value"))


@published_metric("find_default_font")
def find_default_font(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether Writer's default font is ``font_name``."""
    if not result:
        return 0.0
    fonts = list(_values(result, "/org.openoffice.Office.Writer/DefaultFont", "Standard"))
    return float(bool(fonts) and fonts[-1] == rules["font_name"])


@published_metric("check_presenter_console_disable")
def check_presenter_console_disable(_: TaskVersion, result: object) -> float:
    """Return whether the first setting of the presenter console is off."""
    found = next(_values(result, "/org.openoffice.Office.Impress/Misc/Start", "EnablePresenterScreen"), None)
    return float((found or "").lower() == "false")


@published_metric("check_auto_saving_time")
def check_auto_saving_time(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether documents are saved after ``minutes``; whether saving is on does not count."""
    found = list(_values(result, "/org.openoffice.Office.Common/Save/Document", "AutoSaveTimeIntervall"))
    return float(bool(found) and int(found[-1] or "") == rules["minutes"])


@published_metric("check_left_panel")
def check_left_panel(version: TaskVersion, result: str) -> float:
    """Return whether the list of slides is shown.

    "verified" asks for a document named "Slides View", 2024 for a visible pane at the left upper corner, by attributes
    of whatever namespace.
    """
    with convert_errors("accessibility tree"):
        root = parse_xml(result.encode())
    if version == "verified":
        return float(any(node.get("name") == "Slides View" for node in root.iter("document-frame")))
    panes = [
        pane for node in root.iter("root-pane") for panel in node.iter("panel") for pane in panel.iter("split-pane")
    ]
    facts = [{name.rpartition("}")[2]: value for name, value in pane.items()} for pane in panes]
    return float(any(fact.get("parentcoord") == "(0, 0)" and fact.get("visible") for fact in facts))


# -- Thunderbird ------------------------------------------------------------------------------------------------------

_PREFERENCE = re.compile(r'user_pref\("((?:[^"]|\\")+)", (.+)\);$')
_CONDITION = re.compile(r"\b(?:AND|OR) \([\w ]+,[\w ']+,(?:\"(?:[^\"]|\")+\"|[^)]+)\)|\bALL\b")
#: The fields of a filter, each with the place where its text begins: after the quote; for "enabled" at the quote.
_FILTER_FIELDS = {"name": 6, "enabled": 9, "type": 6, "action": 8, "actionValue": 13}
_CONDITION_AT = 11


@published_metric("check_thunderbird_prefs")
def check_thunderbird_prefs(_: TaskVersion, result: object, rule: Rule) -> float:
    """Return whether the preferences are as ``expect`` says, and none is as ``unexpect`` says in any line."""
    if result is None:
        return 0.0
    expect, unexpect = rule.get("expect", {}), rule.get("unexpect", {})
    found, clean = dict.fromkeys(expect, False), True
    for line in lines_with_ends(file_text(result)):
        match = _PREFERENCE.match(line.strip())
        if match is None:
            continue
        name, value = match[1], parse_json(match[2])
        if name in expect:
            found[name] = rule_matches(value, expect[name])
        elif name in unexpect:
            clean = clean and not rule_matches(value, unexpect[name])
    return float(all(found.values()) and clean)


@published_metric("check_thunderbird_filter")
def check_thunderbird_filter(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether there is a filter for each of ``expect`` and none for one of ``unexpect``.

    Of a filter with several actions the last one counts.
    """
    if result is None:
        return 0.0
    filters = list(_filters(lines_with_ends(file_text(result))))

    def has(pattern: Rule) -> bool:
        return any(all(k in f and f[k] == v for k, v in pattern.items()) for f in filters)

    return float(all(map(has, rules.get("expect", ()))) and not any(map(has, rules.get("unexpect", ()))))


def _filters(lines: list[str]) -> Iterator[dict[str, Untyped]]:
    current: dict[str, Untyped] = {}

    def text(line: str, start: int) -> str:
        return line[start:-2].replace('\\"', '"').replace("\\\\", "\\")

    for line in lines:
        if line.startswith("name="):
            current = {}
        if line.startswith("condition="):
            current["condition"] = _CONDITION.findall(text(line, _CONDITION_AT))
            yield current
        for name, start in _FILTER_FIELDS.items():
            if line.startswith(f"{name}="):
                current[name] = text(line, start)


@published_metric("check_thunderbird_folder")
def check_thunderbird_folder(
    _: TaskVersion,
    result: Untyped,
    expected: Untyped,
    ignore_status: bool = False,
    ignore_keys: bool = False,
    remove_deleted: bool = True,
    remove_duplicate: bool = True,
) -> float:
    """Return whether mail folders are equal as the published function reads them.

    It splits a folder at "FROM - " in capitals, which no program writes, and keeps only empty pieces. So two folders
    are equal unless one begins or ends so, or has such pieces next to each other.
    """
    del ignore_status, ignore_keys, remove_deleted  # an empty piece has neither flags nor tags
    wanted = expected if isinstance(expected, list | tuple) else [expected]
    found = result if isinstance(expected, list | tuple) else [result]
    if any(file is None for file in found):
        return 0.0

    def pieces(state: object) -> str:
        count = sum(not piece.strip() for piece in file_text(state).strip().split("FROM - "))
        return "\n".join(["FROM - "] * (min(count, 1) if remove_duplicate else count))

    return float(all(pieces(a) == pieces(b) for a, b in zip(found, wanted, strict=False)))


# -- sounds -----------------------------------------------------------------------------------------------------------


@published_metric("check_mp3_meta")
def check_mp3_meta(_: TaskVersion, result: object, meta: Mapping[str, Rule]) -> float:
    """Return whether the fields of an .mp3 file match their rules; a file without a header of them fails."""
    import io

    if result is None:
        return 0.0
    with convert_errors(".mp3 file"):
        tags = dict(library("mutagen.easyid3").EasyID3(io.BytesIO(content_of(result))))
    read: Callable[[str], str] = lambda name: ",".join(map(str, tags.get(name, ())))  # noqa: E731
    return float(all(rule_matches(read(name), rule) for name, rule in meta.items()))
