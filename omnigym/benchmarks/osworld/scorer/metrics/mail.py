"""Metrics of mail: Thunderbird's preferences, filters and folders, and one message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from omnigym.benchmarks.osworld.scorer.matching import asked_values, matches, text_of
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric, metric
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import parse_json

__all__ = ["check_thunderbird_filter", "check_thunderbird_folder", "check_thunderbird_prefs", "compare_mail_content"]

_PREFERENCE = re.compile(r'user_pref\("((?:[^"\\]|\\.)+)", (.+)\);')
_CONDITION = re.compile(r"\b(?:AND|OR) \([\w ]+,[\w ']+,(?:\"[^\"]+\"|[^)]+)\)|\bALL\b")
#: The line before a message of a folder; it says when the message came into the folder.
_ENVELOPE = re.compile(r"^From - .*\n?", re.MULTILINE | re.IGNORECASE)
_STATUS = re.compile(r"^X-Mozilla-Status2?:.*\n?", re.MULTILINE)
_DELETED = re.compile(r"^X-Mozilla-Status: ([0-9a-fA-F]{4})", re.MULTILINE)
_KEYS = re.compile(r"^X-Mozilla-Keys:.*\n?", re.MULTILINE)
#: Thunderbird's bit of a message that is gone once its folder is compacted.
_EXPUNGED = 0x8
_BLANKS = re.compile(r"\s+")
#: How alike two attached PDF files are at least.
_PDF_ALIKE = 0.5


@metric("check_thunderbird_prefs")
def check_thunderbird_prefs(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the preferences are as ``expect`` says, each there, and none as ``unexpect`` says."""
    expect, unexpect = asked_values(rule, "expect", "unexpect")
    found = dict(_preferences(text_of(result)))
    good = all(k in found and matches(found[k], r) for k, r in dict(expect).items())
    return float(good and not any(k in found and matches(found[k], r) for k, r in dict(unexpect).items()))


def _preferences(text: str) -> Iterator[tuple[str, object]]:
    """The preferences in the order of the file, of which the last one of a name counts."""
    for line in text.splitlines():
        match = _PREFERENCE.fullmatch(line.strip())
        if match is not None:
            try:
                yield match[1], parse_json(match[2])
            except UnreadableError:  # a line that Thunderbird would pass over
                continue


@metric("check_thunderbird_filter")
def check_thunderbird_filter(result: object, rules: Mapping[str, object]) -> float:
    """Return whether there is a filter for each of ``expect``, and none for one of ``unexpect``.

    A filter has ``name``, ``enabled``, ``type``, ``action``, ``actionValue`` and a list of ``condition``. One with
    several actions is as good as one for each.
    """
    expect, unexpect = asked_values(rules, "expect", "unexpect")
    filters = list(_filters(text_of(result)))
    good = all(any(_is_such(f, w) for f in filters) for w in expect)
    return float(good and not any(_is_such(f, w) for w in unexpect for f in filters))


def _is_such(found: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    return all(key in found and found[key] == value for key, value in wanted.items())


def _filters(text: str) -> Iterator[dict[str, object]]:
    head: dict[str, object] = {}
    actions: list[dict[str, str]] = []
    for line in text.splitlines():
        key, equals, value = line.strip().partition("=")
        if not equals:
            continue
        value = value.removeprefix('"').removesuffix('"').replace('\\"', '"').replace("\\\\", "\\")
        if key == "name":
            head, actions = {"name": value}, []
        elif key == "action":
            actions.append({"action": value})
        elif key == "actionValue" and actions:
            actions[-1]["actionValue"] = value
        elif key == "condition":
            conditions = {"condition": _CONDITION.findall(value)}
            yield from ({**head, **action, **conditions} for action in actions or [{}])
        else:
            head[key] = value


@metric("check_thunderbird_folder")
def check_thunderbird_folder(
    result: object,
    expected: object,
    ignore_status: bool = False,
    ignore_keys: bool = False,
    remove_deleted: bool = True,
    remove_duplicate: bool = True,
) -> float:
    """Return whether mail folders have the same messages in any order; several files on both sides, or one.

    The published function takes a folder for one message. Here a message ends where the next one begins, and the line
    before it, which says when it was put there, does not count.

    Args:
        result, expected: The folders' files.
        ignore_status: Whether flags, such as read, do not count.
        ignore_keys: Whether tags do not count.
        remove_deleted: Whether messages that are marked as deleted are passed over.
        remove_duplicate: Whether a message counts once.
    """
    ours, theirs = (list(v) if isinstance(v, list | tuple) else [v] for v in (result, expected))
    if len(ours) != len(theirs):
        return 0.0

    def messages(value: object) -> list[str]:
        pieces = [p for p in _ENVELOPE.split(text_of(value)) if p.strip()]
        if remove_deleted:
            pieces = [p for p in pieces if not (m := _DELETED.search(p)) or not int(m[1], 16) & _EXPUNGED]
        for pattern, ignored in ((_STATUS, ignore_status), (_KEYS, ignore_keys)):
            pieces = [pattern.sub("", p) if ignored else p for p in pieces]
        stripped = [p.strip() for p in pieces]
        return sorted(set(stripped) if remove_duplicate else stripped)

    return float(all(messages(a) == messages(b) for a, b in zip(ours, theirs, strict=True)))


@metric("compare_mail_content")
def compare_mail_content(
    result: object,
    expected: Mapping[str, object],
    body_type: Literal["contains", "equals"] = "contains",
    ignore_blanks: bool = False,
) -> float:
    """Return whether a message is as expected where that says anything: ``to``, ``subject``, ``body``, ``attachments``.

    Args:
        result: The message.
        expected: Those members that count; a reference file may have ``_gt`` in its name.
        body_type: Whether the body holds the expected text, or is equal to it.
        ignore_blanks: Whether one run of white space in bodies is as good as another one.
    """
    if body_type not in ("contains", "equals"):
        raise ConfigError(f"Unknown body_type {body_type!r}: expected contains or equals. Mend the task.")
    asked_values(expected, "to", "subject", "body", "attachments")
    if not isinstance(result, Mapping):
        return 0.0
    if any(expected[key] != result.get(key) for key in ("to", "subject") if key in expected):
        return 0.0
    if "body" in expected:
        found, wanted = (str(m.get("body", "")) for m in (result, expected))
        if ignore_blanks:
            found, wanted = (_BLANKS.sub(" ", t).strip() for t in (found, wanted))
        if not (wanted in found if body_type == "contains" else wanted == found):
            return 0.0
    return float("attachments" not in expected or _same_files(result.get("attachments"), expected["attachments"]))


def _same_files(found: Any, wanted: Any) -> bool:
    ours, theirs = ({_name(f): f for f in files} for files in (found or (), wanted))
    return len(found or ()) == len(wanted) and set(ours) == set(theirs) and all(_same(ours[n], theirs[n]) for n in ours)


def _name(file: File) -> str:
    return file.name.replace("_gt", "")


def _same(a: File, b: File) -> bool:
    if b.extension == ".pdf":
        return get_metric("compare_pdfs")(a, b) >= _PDF_ALIKE
    return a.content == b.content
