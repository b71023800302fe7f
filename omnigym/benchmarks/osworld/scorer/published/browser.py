"""Published metrics of browsers, and of plain values that commands give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from urllib.parse import urlsplit, urlunsplit

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.matching import literal_list, pattern_found, text_of
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped, same_address
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.foreign import within
from omnigym.foreign.limits import CELLS

__all__: list[str] = []

#: Names of one extension in the store.
_ONE_EXTENSION = frozenset({"Zoom Chrome Extension", "Zoom for Google Chrome"})


def _known(rule: Rule, *kinds: str) -> str:
    if rule["type"] not in kinds:
        raise TypeError(f"unknown type {rule['type']!r}")
    return str(rule["type"])


# -- plain values -----------------------------------------------------------------------------------------------------


@published_metric("check_include_exclude")
def check_include_exclude(_: TaskVersion, result: Untyped, rules: Rule) -> float:
    """Return whether a result holds all of ``include`` and none of ``exclude``; rules with neither pass everything."""
    if result is None:
        return 0.0
    good = all(text in result for text in rules.get("include", ()))
    return float(good and not any(text in result for text in rules.get("exclude", ())))


@published_metric("literal_match")
def literal_match(
    _: TaskVersion,
    result: Untyped,
    expected: Untyped,
    type: str = "str",  # noqa: A002 - its name in task files
    ignore_case: bool = False,
) -> float:
    """Return whether a result is equal to the expected value as text; an object around that value is part of it."""
    if type not in ("str", "list"):
        raise TypeError(f"unknown type {type!r}")
    if type == "list" and not (isinstance(result, list | tuple) and isinstance(expected, list | tuple)):
        return 0.0
    a, b = ([str(v) for v in state] if type == "list" else [str(state)] for state in (result, expected))
    return float([t.lower() for t in a] == [t.lower() for t in b] if ignore_case else a == b)


@published_metric("is_extension_installed")
def is_extension_installed(_: TaskVersion, result: Untyped, rules: Rule) -> float:
    """Return whether ``expected`` is a part of the list of extensions, or is not; a longer name has it in it."""
    return float((rules["expected"] in result) == (_known(rules, "contain", "not_contain") == "contain"))


@published_metric("is_in_vm_clickboard")
def is_in_vm_clickboard(_: TaskVersion, config: Rule, result: Untyped) -> float:
    """Return whether the clipboard's text, the second state, holds the expected texts of the first."""
    wanted = config["expected"]
    return float(all(text in result for text in wanted) if isinstance(wanted, list) else wanted in result)


@published_metric("check_gnome_favorite_apps")
def check_gnome_favorite_apps(_: TaskVersion, result: Untyped, rule: Rule) -> float:
    """Return whether the dock has the applications of ``expected``. The text is parsed, never evaluated."""
    found, wanted = literal_list(text_of(result)), rule["expected"]
    return float(len(found) == len(wanted) and set(map(str, found)) == set(wanted))


@published_metric("is_utc_0")
def is_utc_0(_: TaskVersion, result: str) -> float:
    """Return whether the fourth line of ``timedatectl`` ends with +0000."""
    return float(result.split("\n")[3].endswith("+0000)"))


# -- tabs -------------------------------------------------------------------------------------------------------------


def _address(tab: Untyped) -> Untyped:
    return tab.get("url") if isinstance(tab, Mapping) else tab


@published_metric("is_expected_active_tab")
def is_expected_active_tab(version: TaskVersion, result: Untyped, rule: Rule) -> float:
    """Return whether the active tab has the rule's ``url``, as a version compares addresses."""
    return float(bool(result) and rule["type"] == "url" and same_address(rule["url"], _address(result), version))


@published_metric("is_expected_active_tab_approximate")
def is_expected_active_tab_approximate(_: TaskVersion, result: Untyped, rule: Rule) -> float:
    """Return whether the active tab has the rule's ``url`` but for the query, letter by letter."""
    if not result or rule["type"] != "url":
        return 0.0
    first, second = (urlunsplit(urlsplit(url)._replace(query="")) for url in (rule["url"], _address(result)))
    return float(first == second)


@published_metric("is_expected_url_pattern_match")
def is_expected_url_pattern_match(_: TaskVersion, result: Untyped, rules: Rule) -> float:
    """Return whether an address has every pattern of ``expected``; a text there is taken letter by letter."""
    if not result:
        return 0.0
    url = result["url"] if isinstance(result, Mapping) else result
    return float(all(pattern_found(pattern, url) for pattern in rules["expected"]))


@published_metric("is_expected_tabs")
def is_expected_tabs(version: TaskVersion, result: Untyped, rule: Rule) -> float:
    """Return whether there are as many tabs as ``urls``, and each of these is open; how often does not count."""
    if not result or rule["type"] != "url":
        return 0.0
    found = [tab["url"] for tab in result]
    wanted = rule["urls"]
    every = all(any(same_address(url, other, version) for other in found) for url in wanted)
    return float(len(found) == len(wanted) and every)


@published_metric("is_expected_bookmarks")
def is_expected_bookmarks(_: TaskVersion, result: Untyped, rule: Rule) -> float:
    """Return whether the bookmark bar has these folders, these pages, or the folder of the liked authors' pages."""
    if not result:
        return 0.0
    bar = result["bookmark_bar"]["children"]
    kind = _known(rule, "bookmark_bar_folders_names", "bookmark_bar_websites_urls", "liked_authors_websites_urls")
    if kind == "bookmark_bar_folders_names":
        return float({e["name"] for e in bar if e["type"] == "folder"} == set(rule["names"]))
    if kind == "bookmark_bar_websites_urls":
        return float({e["url"] for e in bar if e["type"] == "url"} == set(rule["urls"]))
    folder = next((e for e in bar if e["type"] == "folder" and e["name"] == "Liked Authors"), None)
    if folder is None:
        return 0.0
    found = {e["url"] for e in folder["children"] if e["type"] == "url"}
    groups = [[urls] if isinstance(urls, str) else urls for urls in rule["urls"]]
    within(prod(len(group) for group in groups), CELLS, "choices of pages")
    return float(any(set(choice) == found for choice in product(*groups)))


# -- what is kept -----------------------------------------------------------------------------------------------------


@published_metric("is_cookie_deleted")
def is_cookie_deleted(version: TaskVersion, result: Sequence[Untyped], rule: Rule) -> float:
    """Return whether no cookie is of one of ``domains``; a cookie of a host below one counts as of another."""
    _known(rule, "domains")
    hosts = [cookie["domain"] if isinstance(cookie, Mapping) else cookie[1] for cookie in result]
    return float(not any(same_address(domain, host, version) for domain in rule["domains"] for host in hosts))


@published_metric("is_shortcut_on_desktop")
def is_shortcut_on_desktop(version: TaskVersion, result: Mapping[str, str], rule: Rule) -> float:
    """Return whether a shortcut has the rule's ``name``, or runs its ``exec``.

    In 2024 a line with its newline is needed, and "exec" is unknown. In "verified" it is enough that one of the two
    texts is a part of the other.
    """
    kind = _known(rule, "name") if version == "2024" else _known(rule, "name", "exec")
    start, wanted = f"{kind.title()}=", rule[kind]
    if any(f"{start}{wanted}\n" in text for text in result.values()):
        return 1.0
    if version == "2024":
        return 0.0
    said = [line.removeprefix(start) for text in result.values() for line in text.split("\n") if line.startswith(start)]
    if kind == "name":
        said, wanted = [text.lower() for text in said], wanted.lower()
    return float(any(wanted in text or text in wanted for text in said))


@published_metric("is_expected_installed_extensions")
def is_expected_installed_extensions(version: TaskVersion, result: Untyped, rules: Rule) -> float:
    """Return whether each extension of ``expected`` is installed; "verified" knows two names of Zoom's."""
    if not result:
        return 0.0
    found, wanted = set(result), set(rules["expected"])
    if version == "verified":
        found, wanted = ({"" if n in _ONE_EXTENSION else n for n in names} for names in (found, wanted))
    return float(wanted <= found)


@published_metric("check_enabled_experiments")
def check_enabled_experiments(_: TaskVersion, result: Untyped, rule: Rule) -> float:
    """Return whether the experiments that are not as usual are those of ``names``, in their order."""
    _known(rule, "names")
    return float([name.split("@")[0] for name in result] == rule["names"])
