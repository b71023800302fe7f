"""Metrics of browsers: tabs, bookmarks, history, cookies, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

from omnigym.benchmarks.osworld.scorer.matching import asked_values, has_all, pattern_found, same_url, texts_in, url_of
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import ConfigError

__all__ = [
    "check_edge_font_size",
    "check_enabled_experiments",
    "check_font_size",
    "check_history_deleted",
    "include_expected_tabs",
    "include_expected_url",
    "is_added_to_steam_cart",
    "is_cookie_deleted",
    "is_expected_active_tab",
    "is_expected_active_tab_approximate",
    "is_expected_bookmarks",
    "is_expected_installed_extensions",
    "is_expected_search_query",
    "is_expected_tabs",
    "is_expected_url_pattern_match",
    "is_shortcut_on_desktop",
    "is_url_shortcut_on_desktop",
    "webpage_contains",
]


def _unknown(rule: Mapping[str, object], *known: str) -> NoReturn:
    raise ConfigError(f"Unknown type {rule.get('type')!r} of a rule: expected {', '.join(known)}. Mend the task.")


def _rows(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


# -- tabs -----------------------------------------------------------------------------------------------------------


@metric("is_expected_active_tab")
def is_expected_active_tab(result: object, rule: Mapping[str, object], prefix: bool = False) -> float:
    """Return whether the active tab has the rule's ``url``, or begins with it.

    Args:
        result: The tab, or its URL.
        rule: Its ``type`` is "url".
        prefix: Whether the beginning is enough.
    """
    if rule["type"] != "url":
        _unknown(rule, "url")
    url, wanted = url_of(result), str(rule["url"])
    return float(bool(url) and (url.startswith(wanted) if prefix else same_url(wanted, url)))


@metric("is_expected_active_tab_approximate")
def is_expected_active_tab_approximate(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the active tab has the rule's ``url`` but for the query."""
    if rule["type"] != "url":
        _unknown(rule, "url")
    url = url_of(result)
    return float(bool(url) and same_url(_without_query(url), _without_query(str(rule["url"]))))


def _without_query(url: str) -> str:
    try:
        return urlunsplit(urlsplit(url)._replace(query=""))
    except ValueError:  # a host in brackets that is none
        return url


@metric("is_expected_url_pattern_match")
def is_expected_url_pattern_match(result: object, rules: Mapping[str, object]) -> float:
    """Return whether the URL has every pattern of ``expected``, which may be one pattern alone."""
    patterns, url = texts_in(asked_values(rules, "expected")[0]), url_of(result)
    return float(bool(url) and all(pattern_found(p, url) for p in patterns))


@metric("is_expected_search_query")
def is_expected_search_query(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether the URL of the tab has the ``pattern`` under ``expect``."""
    return float(pattern_found(str(rules["expect"]["pattern"]), url_of(result)))


@metric("include_expected_url")
def include_expected_url(result: object, rules: Mapping[str, object], postfix: str = "") -> float:
    """Return whether one of the tabs has the URL ``expected`` with ``postfix`` behind it."""
    return float(any(url_of(tab) == str(rules["expected"]) + postfix for tab in _rows(result)))


@metric("is_expected_tabs")
def is_expected_tabs(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the tabs are those of ``urls``, each as often, in any order."""
    if rule["type"] != "url":
        _unknown(rule, "url")
    left = [url_of(tab) for tab in _rows(result)]
    for wanted in texts_in(asked_values(rule, "urls")[0]):
        found = next((url for url in left if same_url(wanted, url)), None)
        if found is None:
            return 0.0
        left.remove(found)
    return float(not left)


@metric("include_expected_tabs")
def include_expected_tabs(result: object, rule: Mapping[str, object]) -> float:
    """Return whether each of ``urls`` is open in a tab."""
    if rule["type"] != "url":
        _unknown(rule, "url")
    urls = [url_of(tab) for tab in _rows(result)]
    return float(all(any(same_url(w, url) for url in urls) for w in texts_in(asked_values(rule, "urls")[0])))


@metric("webpage_contains")
def webpage_contains(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the source of the tab holds ``expected``."""
    return float(
        isinstance(result, Mapping) and has_all(result.get("content"), texts_in(asked_values(rule, "expected")[0]))
    )


@metric("is_added_to_steam_cart")
def is_added_to_steam_cart(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the source of the tab holds each of ``items``."""
    return float(
        isinstance(result, Mapping) and has_all(result.get("content"), texts_in(asked_values(rule, "items")[0]))
    )


# -- what is kept ---------------------------------------------------------------------------------------------------


@metric("is_expected_bookmarks")
def is_expected_bookmarks(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the bookmark bar has these folders, these pages, or a folder of only these authors' pages.

    Of an author several URLs may be listed: one of them is enough.
    """
    bar = result.get("bookmark_bar") if isinstance(result, Mapping) else None
    entries = _children(bar)
    if rule["type"] == "bookmark_bar_folders_names":
        return float(
            {e.get("name") for e in entries if e.get("type") == "folder"} == set(asked_values(rule, "names")[0])
        )
    if rule["type"] == "bookmark_bar_websites_urls":
        return float(_urls(entries) == set(asked_values(rule, "urls")[0]))
    if rule["type"] != "liked_authors_websites_urls":
        _unknown(rule, "bookmark_bar_folders_names", "bookmark_bar_websites_urls", "liked_authors_websites_urls")
    folders = [e for e in entries if e.get("type") == "folder" and e.get("name") == "Liked Authors"]
    found = _urls(_children(folders[0])) if folders else set()
    groups = [set(texts_in(urls)) for urls in asked_values(rule, "urls")[0]]
    return float(len(found) == len(groups) and all(g & found for g in groups) and found <= set[str]().union(*groups))


def _children(folder: object) -> list[Mapping[str, object]]:
    found = folder.get("children") if isinstance(folder, Mapping) else None
    return [child for child in _rows(found) if isinstance(child, Mapping)]


def _urls(entries: Sequence[Mapping[str, object]]) -> set[str]:
    return {str(e.get("url")) for e in entries if e.get("type") == "url"}


@metric("check_history_deleted")
def check_history_deleted(result: object, rule: Mapping[str, object]) -> float:
    """Return whether no URL of the history has one of ``keywords``; a history that nobody could read scores 0."""
    if rule["type"] != "keywords":
        _unknown(rule, "keywords")
    if not isinstance(result, list | tuple):
        return 0.0
    keywords = texts_in(asked_values(rule, "keywords")[0])
    urls = [str(row[0]) for row in result if isinstance(row, list | tuple) and row]
    return float(len(urls) == len(result) and not any(k in url for url in urls for k in keywords))


@metric("is_cookie_deleted")
def is_cookie_deleted(result: object, rule: Mapping[str, object]) -> float:
    """Return whether no cookie is of one of ``domains`` or below it; cookies that nobody could read score 0."""
    if rule["type"] != "domains":
        _unknown(rule, "domains")
    if not isinstance(result, list | tuple):
        return 0.0
    domains = [_host(d) for d in texts_in(asked_values(rule, "domains")[0])]
    hosts = [_host(str(c.get("domain", ""))) for c in result if isinstance(c, Mapping)]
    return float(not any(h == d or h.endswith("." + d) for h in hosts for d in domains))


def _host(domain: str) -> str:
    return domain.lower().removeprefix("http://").removeprefix("https://").strip("./").removeprefix("www.")


@metric("is_shortcut_on_desktop")
def is_shortcut_on_desktop(result: object, rule: Mapping[str, object]) -> float:
    """Return whether a shortcut has the rule's ``name``, or runs its ``exec``: a whole line of its file.

    Windows' shortcuts have no lines; one of those is to hold the ``description``.
    """
    kinds = {"name": "Name", "exec": "Exec"}
    files = result.values() if isinstance(result, Mapping) else ()
    if rule["type"] == "description":
        return float(any(asked_values(rule, "description")[0] in str(text) for text in files))
    if rule["type"] not in kinds:
        _unknown(rule, "description", *kinds)
    line = f"{kinds[rule['type']]}={rule[rule['type']]}"
    return float(any(line in str(text).splitlines() for text in files))


@metric("is_url_shortcut_on_desktop")
def is_url_shortcut_on_desktop(result: object, rule: Mapping[str, object]) -> float:
    """Return whether a shortcut's file holds the rule's ``url_content``."""
    if rule["type"] != "url":
        _unknown(rule, "url")
    wanted = asked_values(rule, "url_content")[0]
    return float(isinstance(result, Mapping) and any(wanted in str(text) for text in result.values()))


# -- settings -------------------------------------------------------------------------------------------------------


@metric("is_expected_installed_extensions")
def is_expected_installed_extensions(result: object, rules: Mapping[str, object]) -> float:
    """Return whether each extension of ``expected`` is installed."""
    return float(set(asked_values(rules, "expected")[0]) <= set(texts_in(_rows(result))))


@metric("check_enabled_experiments")
def check_enabled_experiments(result: object, rule: Mapping[str, object]) -> float:
    """Return whether the experiments that are not as usual are those of ``names``, in any order."""
    if rule["type"] != "names":
        _unknown(rule, "names")
    return float(
        sorted(t.split("@")[0] for t in texts_in(_rows(result))) == sorted(texts_in(asked_values(rule, "names")[0]))
    )


@metric("check_font_size")
def check_font_size(result: Any, rule: Mapping[str, Any]) -> float:
    """Return whether the size of letters is the rule's ``value``, or lies between ``min`` and ``max``."""
    size = _size(result)
    if rule["type"] == "value":
        return float(size == rule["value"])
    if rule["type"] == "range":
        return float(size is not None and rule["min"] < size < rule["max"])
    _unknown(rule, "value", "range")


@metric("check_edge_font_size")
def check_edge_font_size(result: Any, rule: Mapping[str, Any]) -> float:
    """Return the same as `check_font_size`, with ``min`` itself in the range."""
    if rule["type"] == "range" and _size(result) == rule["min"] < rule["max"]:
        return 1.0
    return check_font_size(result, rule)


def _size(value: object) -> float | None:
    found = value.get("default_font_size") if isinstance(value, Mapping) else None
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None
