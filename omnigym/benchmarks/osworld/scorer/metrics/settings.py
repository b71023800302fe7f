"""Metrics of settings: of the desktop, of LibreOffice, of VS Code's extensions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase

from omnigym.benchmarks.osworld.scorer.matching import asked_values, bytes_of, literal_list, text_of, texts_in
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import convert_errors, parse_xml

__all__ = [
    "check_gnome_favorite_apps",
    "check_libre_locale",
    "check_text_enlarged",
    "is_extension_installed",
    "is_utc_0",
]

_OOR = "{http://openoffice.org/2001/registry}"
_UTC = re.compile(r"^\s*Time zone:.*\+0000\)\s*$", re.MULTILINE)


@metric("check_gnome_favorite_apps")
def check_gnome_favorite_apps(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the dock has the applications of ``expected``, in any order.

    The text is parsed, never evaluated.
    """
    wanted = texts_in(asked_values(rule, "expected")[0])
    return float(sorted(texts_in(literal_list(text_of(result)))) == sorted(wanted))


@metric("is_utc_0")
def is_utc_0(result: object) -> float:
    """Return whether ``timedatectl`` says a time zone at +0000."""
    return float(isinstance(result, str) and _UTC.search(result) is not None)


@metric("check_text_enlarged")
def check_text_enlarged(result: object) -> float:
    """Return whether the scaling factor of texts is more than 1."""
    with convert_errors("scaling factor"):
        return float(float(text_of(result)) > 1.0)


@metric("is_extension_installed")
def is_extension_installed(result: object, rules: Mapping[str, object], **_options: object) -> float:
    """Return whether ``expected`` stands in a list of extensions, or does not, by ``type``: "contain" or "not_contain".

    It counts as a whole word, so that a longer name is another extension. Options have no meaning.
    """
    wanted = str(asked_values(rules, "expected")[0])
    if rules["type"] not in ("contain", "not_contain"):
        raise ConfigError(f"Unknown type {rules['type']!r}: expected contain or not_contain. Mend the task.")
    if result is None:
        return 0.0
    found = re.search(rf"(?<![\w-]){re.escape(wanted)}(?![\w-])", "\n".join(texts_in(result)), re.IGNORECASE)
    return float((found is not None) == (rules["type"] == "contain"))


@metric("check_libre_locale")
def check_libre_locale(result: object, rules: Mapping[str, object]) -> float:
    """Return whether LibreOffice's locale is a pattern of ``locale_set``; the system's locale counts first."""
    patterns = texts_in(asked_values(rules, "locale_set")[0])
    with convert_errors("file of LibreOffice's settings"):
        root = parse_xml(bytes_of(result))
    found = {
        prop.get(f"{_OOR}name"): prop.findtext("value") or ""
        for item in root.iter("item")
        if (item.get(f"{_OOR}path") or "").endswith("L10N")
        for prop in item.iter("prop")
    }
    locale = found.get("ooSetupSystemLocale", found.get("ooLocale"))
    if locale is None:
        raise UnreadableError("Expected settings with a locale, got some without.")
    return float(any(fnmatchcase(locale, p) for p in patterns))
