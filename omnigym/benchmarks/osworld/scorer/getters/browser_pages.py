"""Getters of a browser's tabs and of what their pages say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

from omnigym.benchmarks.osworld.scorer.accessibility import select_elements
from omnigym.benchmarks.osworld.scorer.html_pages import parse_page
from omnigym.benchmarks.osworld.scorer.registry import NotThereError, getter, unavailable_getter
from omnigym.errors import ConfigError
from omnigym.evaluation.probe import Probe
from omnigym.values import Tab

__all__ = [
    "active_tab_contains_text",
    "active_tab_html_parse",
    "active_tab_info",
    "active_tab_noe_class",
    "active_tab_url_parse",
    "active_url_from_accessTree",
    "open_tabs_info",
    "page_info",
    "target_tab_html_parse",
    "url_dashPart",
]


def _active(probe: Probe) -> Tab:
    tabs = probe.tabs()
    if not tabs:
        raise NotThereError("The browser has no tab.")
    return tabs[0]


def _source(probe: Probe, url: str) -> str:
    source = probe.page_source(url)
    if source is None:
        raise NotThereError(f"The browser has no tab of {url!r}.")
    return source


# -- tabs -----------------------------------------------------------------------------------------------------------


@getter("open_tabs_info")
def open_tabs_info(probe: Probe, _config: Mapping[str, object]) -> list[dict[str, str]]:
    """Return title and URL of each tab, but for those of extensions."""
    return [{"title": t.title, "url": t.url} for t in probe.tabs() if not t.url.startswith("chrome-extension://")]


@getter("active_tab_info_simple")
@getter("active_tab_info")
def active_tab_info(probe: Probe, _config: Mapping[str, object]) -> dict[str, str]:
    """Title, URL and ``content`` of the active tab, which is not loaded again."""
    tab = _active(probe)
    return {"title": tab.title, "url": tab.url, "content": _source(probe, "")}


@getter("active_url_from_accessTree")
def active_url_from_accessTree(probe: Probe, config: Mapping[str, object]) -> str:  # noqa: N802 - its name in task files
    """Return the URL of the active tab.

    Without a scheme it gets ``goto_prefix``, "https://" where that is not given.
    """
    url = _active(probe).url
    return url if ":" in url.split("/")[0] else str(config.get("goto_prefix", "https://")) + url


@getter("active_tab_url_parse")
def active_tab_url_parse(probe: Probe, config: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters of the active tab's URL: those of ``parse_keys``, "" of one that is not there.

    ``replace`` gives a parameter another name; with ``split_list`` each value is a list, which has commas in the URL.
    """
    found = parse_qs(urlsplit(_active(probe).url).query)
    names, split = config.get("replace", {}), bool(config.get("split_list", False))
    values = {str(names.get(key, key)): found.get(key, [""])[0] for key in config["parse_keys"]}
    return {key: value.split(",") for key, value in values.items()} if split else dict(values)


@getter("url_dashPart")
def url_dashPart(probe: Probe, config: Mapping[str, Any]) -> Any:  # noqa: N802 - its name in task files
    """Return a part of the active tab's URL between slashes, by ``partIndex``; without its query if ``needDeleteId``.

    ``returnType`` "json" gives it under ``key``.
    """
    parts, index = _active(probe).url.split("/"), int(config["partIndex"])
    if not -len(parts) <= index < len(parts):
        raise NotThereError(f"The URL has no part {index}.")
    part = parts[index].split("?")[0] if config.get("needDeleteId") else parts[index]
    return {config["key"]: part} if config["returnType"] == "json" else part


@getter("page_info")
def page_info(probe: Probe, config: Mapping[str, object]) -> dict[str, str]:
    """Title, URL and ``content`` of the page at ``url``, which is opened if it is not."""
    url = str(config["url"])
    if not any(_same(t.url, url) for t in probe.tabs()):
        probe.open_page(url)
    tab = next((t for t in probe.tabs() if _same(t.url, url)), _active(probe))
    return {"title": tab.title, "url": tab.url, "content": _source(probe, tab.url)}


def _same(a: str, b: str) -> bool:
    return unquote(a).removesuffix("/") == unquote(b).removesuffix("/")


@getter("active_tab_contains_text")
def active_tab_contains_text(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if the active page has ``text``, whatever its letter case."""
    return str(str(config["text"]).casefold() in _text(parse_page(_source(probe, ""))).casefold()).lower()


# -- what pages say -------------------------------------------------------------------------------------------------


@getter("active_tab_noe_class")
def active_tab_noe_class(probe: Probe, config: Mapping[str, object]) -> int:
    """Return how many elements of the active page have a class."""
    return len(_of_class(parse_page(_source(probe, "")), str(config["class_name"])))


@getter("active_tab_html_parse")
def active_tab_html_parse(probe: Probe, config: Mapping[str, object]) -> object:
    """Return texts of the active page by the names that the config gives them; those that are not there are left out.

    ``category`` says how they are found: "class", "label", "xpath" or "input".
    """
    return _parsed(_source(probe, ""), _active(probe).url, config)


@getter("target_tab_html_parse")
def target_tab_html_parse(probe: Probe, config: Mapping[str, object]) -> Any:
    """Return the same as `active_tab_html_parse`, of the tab whose URL is ``target_tab_url``."""
    url = str(config["target_tab_url"])
    tab = next((t for t in probe.tabs() if _same(t.url, url)), None)
    if tab is None:
        raise NotThereError(f"The browser has no tab of {url!r}.")
    return _parsed(_source(probe, tab.url), tab.url, config)


def _parsed(source: str, url: str, config: Mapping[str, object]) -> object:
    category = str(config["category"])
    if category not in _CATEGORIES:
        raise ConfigError(f"Unknown category {category!r}: expected {', '.join(_CATEGORIES)}. Leave this task out.")
    found = _CATEGORIES[category](parse_page(source), url, config)
    return found[None] if set(found) == {None} else found


def _text(element: Any) -> str:
    return "".join(str(t) for t in element.itertext()).strip()


def _of_class(root: Any, name: str) -> list[object]:
    """The elements of a class; "a.b" and "a b" are of both, as in a selector ".a.b"."""
    wanted = set(name.replace(".", " ").split())
    return [e for e in root.iter() if isinstance(e.tag, str) and wanted and wanted <= set(e.get("class", "").split())]


def _classes(root: Any, _url: str, config: Mapping[str, Any]) -> dict[object, object]:
    found: dict[Any, Any] = {}
    for name, keys in config.get("class_multiObject", {}).items():
        texts = [_text(e) for e in _of_class(root, name)]
        found |= {key: texts[int(n)] for n, key in keys.items() if int(n) < len(texts)}
    for name, key in config.get("class_singleObject", {}).items():
        elements = _of_class(root, name)
        if elements and _text(elements[0]):
            found[key] = _text(elements[0])
    return found


def _labels(root: Any, _url: str, config: Mapping[str, Any]) -> dict[object, object]:
    """Of each label the text of the smallest element that has it."""
    found: dict[Any, Any] = {}
    for label, key in config.get("labelObject", {}).items():
        wanted = " ".join(str(label).casefold().split())
        texts = [_text(e) for e in root.iter() if isinstance(e.tag, str) and e.tag not in ("script", "style")]
        holding = [t for t in texts if wanted in " ".join(t.casefold().split())]
        if holding:
            found[key] = min(holding, key=len)
    return found


def _paths(root: Any, url: str, config: Mapping[str, Any]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for path, key in config.get("xpathObject", {}).items():
        elements = [e for e in select_elements(root, xpath=path) if hasattr(e, "itertext")]
        if not elements:
            continue
        if not isinstance(key, Mapping):
            found[key] = _text(elements[0])
        elif key["attribute"] == "children's text":
            found[key["name"]] = [_text(child) for e in elements for child in e if isinstance(child.tag, str)]
        else:
            value = elements[0].get(key["attribute"])
            found[key["name"]] = urljoin(url, value) if key["attribute"] == "href" and value else value
    return found


def _inputs(root: Any, _url: str, config: Mapping[str, Any]) -> dict[Any, Any]:
    """What fields hold, as the page's source has it."""
    found: dict[Any, Any] = {}
    for path, key in config.get("inputObject", {}).items():
        elements = [e for e in select_elements(root, xpath=path) if hasattr(e, "itertext")]
        if elements:
            found[key] = _value(elements[0]).strip()
    return found


def _value(element: Any) -> str:
    if element.tag == "textarea":
        return _text(element)
    if element.tag == "select":
        options = list(element.iter("option"))
        chosen = [o for o in options if o.get("selected") is not None] or options[:1]
        return str(chosen[0].get("value", _text(chosen[0]))) if chosen else ""
    return str(element.get("value", ""))


_CATEGORIES: Mapping[str, Callable[[Any, str, Mapping[str, Any]], dict[Any, Any]]] = MappingProxyType(
    {"class": _classes, "label": _labels, "xpath": _paths, "input": _inputs}
)


def _needs_script(config: Mapping[str, object]) -> str:
    """The categories "js_code" and "iframe-xpath" run scripts in the page."""
    return "script" if config.get("category") in ("js_code", "iframe-xpath") else ""


for _name in ("active_tab_html_parse", "target_tab_html_parse"):
    unavailable_getter(_name, _needs_script)
