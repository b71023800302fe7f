"""The accessibility tree as OSWorld's evaluators know it: XML, searched by XPath or CSS.

An element is named by its role in AT-SPI with hyphens ("push-button"), on Windows by its control type without capitals
("menuitem"). ``name`` is its name, its text its value. States are attributes of the namespace ``st``, bounds of ``cp``.
The windows of an application lie in an ``application``. omnigym has fewer roles than a toolkit, so that a menu in a
menu bar is a "menu-item", too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from omnigym.a11y import Role, State, Tree
from omnigym.a11y.element_table import PICTURES, text_of
from omnigym.a11y.native_names import native_names
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import TEXT_BYTES
from omnigym.foreign.xml_text import quoteattr

__all__ = ["NAMESPACES", "parse_tree", "select_elements", "to_xml", "xpath_of"]

_BASE: Final = "https://accessibility.ubuntu.example.org/ns"
NAMESPACES: Mapping[str, str] = MappingProxyType(
    {
        "st": f"{_BASE}/state",
        "attr": f"{_BASE}/attributes",
        "cp": f"{_BASE}/component",
        "doc": f"{_BASE}/document",
        "docattr": f"{_BASE}/document/attributes",
        "txt": f"{_BASE}/text",
        "val": f"{_BASE}/value",
        "act": f"{_BASE}/action",
        "class": f"{_BASE}/class",
        "role": f"{_BASE}/role",
    }
)
_STATES = tuple((s, s.name.lower().replace("_", "-")) for s in State if s and s.name)
#: What a state is called in AT-SPI, where that differs.
_STATE_NAMES = MappingProxyType(
    {"multiline": "multi-line", "pressed": "armed", "required": "required", "default": "is-default"}
)
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_xml(tree: Tree, platform: str, applications: Callable[[str], str]) -> str:
    """Return a tree in XML.

    Args:
        tree: The tree.
        platform: Of the device, by which roles are named.
        applications: Gives the application of a window by the window's title; "" if it is of none.

    Raises:
        TooLargeError: It comes to more than `TEXT_BYTES`.
    """
    tags = native_names(platform)
    children: dict[int, list[int]] = {}
    for node in tree.nodes:
        children.setdefault(node.parent, []).append(node.index)
    spaces = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
    out, size = [f"<desktop-frame {spaces}>"], 0
    #: What is still to be written, the next one last: a node, or an end.
    todo: list[int | str] = []
    apps: dict[str, list[int]] = {}
    for index in children.get(-1, []):
        node = tree.nodes[index]
        apps.setdefault(applications(node.name) if node.role in (Role.WINDOW, Role.DIALOG) else "", []).append(index)
    for app, roots in reversed(apps.items()):
        todo += [*(["</application>"] if app else []), *reversed(roots)]
        todo += [f"<application name={_quoted(app)}>"] if app else []
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        node = tree.nodes[item]
        tag = tags.get(node.role, "unknown")
        out.append(f"<{tag} {' '.join(_attributes(node))}>{_escaped(text_of(node))}")
        size += len(out[-1])
        within(size, TEXT_BYTES // 2, "characters of an accessibility tree")
        todo += [f"</{tag}>", *reversed(children.get(item, []))]
    return "".join([*out, "</desktop-frame>"])


def _attributes(node: Any) -> Iterator[str]:
    x, y, w, h = node.bounds
    yield f"name={_quoted(node.name)}"
    for state, name in _STATES:
        if node.states & state:
            yield f'st:{_STATE_NAMES.get(name, name)}="true"'
    if node.states & State.VISIBLE:
        yield 'st:showing="true"'
    if node.role in PICTURES:
        yield 'image="true"'
    yield f'cp:screencoord="({x}, {y})" cp:size="({w}, {h})"'
    if node.key:
        yield f"attr:id={_quoted(node.key)}"


def _quoted(text: str) -> str:
    return quoteattr(_ILLEGAL.sub("", text))


def _escaped(text: str) -> str:
    return _ILLEGAL.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# -- searching ------------------------------------------------------------------------------------------------------


def parse_tree(text: str) -> Any:
    """Return the root of a tree in XML.

    Raises:
        UnreadableError: It is none.
    """
    etree = _lxml()
    within(len(text), TEXT_BYTES, "characters of an accessibility tree")
    with convert_errors("accessibility tree"):
        return etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False, huge_tree=True))


def select_elements(root: Any, xpath: str | None = None, css: str = "") -> list[Any]:
    """Return the elements that an XPath or, without one, a CSS selector finds, in the order of the tree.

    Raises:
        ConfigError: There is neither, or it cannot be understood.
    """
    if not xpath and not css:
        raise ConfigError("A rule for the accessibility tree needs an xpath or selectors. Mend the task.")
    etree = _lxml()
    path = xpath or xpath_of(css)
    try:
        found = root.xpath(path, namespaces=dict(NAMESPACES))
    except etree.XPathError as e:
        raise ConfigError(f"Expected an XPath, got {path!r}: {e}. Mend the task.") from None
    return found if isinstance(found, list) else [found] if found else []


def _lxml() -> Any:
    try:
        from lxml import etree
    except ImportError as e:
        raise MissingDependencyError(
            "lxml", "A metric of the accessibility tree", "pip install 'omnigym[osworld]'"
        ) from e
    return etree


# -- CSS ------------------------------------------------------------------------------------------------------------

_NAME = r"(?:[\w-]|\\.|[^\x00-\x7f])+"
_COMBINED = re.compile(r"\s*([>+~,])\s*|(\s+)")
_TYPE = re.compile(rf"(?:({_NAME})\|)?({_NAME}|\*)")
_ATTRIBUTE = re.compile(
    rf"\[\s*(?:({_NAME})\|)?({_NAME})\s*(?:([~|^$*]?=)\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|{_NAME})\s*)?\]"
)
_HASH = re.compile(rf"([#.])({_NAME})")
_NTH = re.compile(r":(?:(first-child|last-child)|nth-child\(\s*(\d+)\s*\))")
_AXES = {">": "/", "+": "/following-sibling::*[1]/self::", "~": "/following-sibling::", " ": "//"}


def xpath_of(css: str) -> str:
    r"""Return the XPath of a CSS selector: types, attributes, classes, ids, children by number, and what combines them.

    Raises:
        ConfigError: There is something else in it.

    >>> xpath_of(r"application[name=Google\ Chrome] > st|entry[name^='A']")
    "//application[@name='Google Chrome']/st:entry[starts-with(@name,'A')]"
    """
    text, at, out, start = css.strip(), 0, ["//"], True
    while at < len(text):
        if not start and (match := _COMBINED.match(text, at)):
            mark = match[1] or " "
            out.append(" | //" if mark == "," else _AXES[mark])
            at, start = match.end(), True
            continue
        if start:
            match = _TYPE.match(text, at)
            prefix, name = (match[1], match[2]) if match else (None, "*")
            out.append(f"{_bare(prefix)}:{_bare(name)}" if prefix else _bare(name))
            at, start = match.end() if match else at, False
            if match:
                continue
        at, condition = _condition(text, at)
        out.append(condition)
    if start:
        raise ConfigError(f"Expected a CSS selector, got {css!r}, which ends too early. Mend the task.")
    return "".join(out)


def _condition(text: str, at: int) -> tuple[int, str]:
    if match := _ATTRIBUTE.match(text, at):
        prefix, name, operation, value = match.groups()
        attribute = f"@{_bare(prefix)}:{_bare(name)}" if prefix else f"@{_bare(name)}"
        return match.end(), f"[{_compared(attribute, operation, _bare(value))}]"
    if match := _HASH.match(text, at):
        name = _bare(match[2])
        return match.end(), f"[{_compared('@id', '=', name) if match[1] == '#' else _compared('@class', '~=', name)}]"
    if match := _NTH.match(text, at):
        if match[1] == "last-child":
            return match.end(), "[not(following-sibling::*)]"
        return match.end(), f"[count(preceding-sibling::*) = {int(match[2] or 1) - 1}]"
    raise ConfigError(f"Expected a CSS selector, got {text!r}, which has something unknown at {text[at:]!r}. Mend it.")


def _compared(attribute: str, operation: str | None, value: str) -> str:
    said = _literal(value)
    if operation is None:
        return attribute
    if operation == "=":
        return f"{attribute}={said}"
    if operation == "^=":
        return f"starts-with({attribute},{said})"
    if operation == "*=":
        return f"contains({attribute},{said})"
    if operation == "$=":
        return f"substring({attribute},string-length({attribute})-{len(value) - 1})={said}"
    if operation == "|=":
        return f"({attribute}={said} or starts-with({attribute},concat({said},'-')))"
    return f"contains(concat(' ',normalize-space({attribute}),' '),concat(' ',{said},' '))"


def _bare(text: str | None) -> str:
    """A name or a value without its quotes and backslashes."""
    if text is None:
        return ""
    if len(text) > 1 and text[0] in "\"'":
        text = text[1:-1]
    return re.sub(r"\\(.)", r"\1", text)


def _literal(value: str) -> str:
    if "'" not in value:
        return f"'{value}'"
    if '"' not in value:
        return f'"{value}"'
    return "concat(" + ',"\'",'.join(f"'{part}'" for part in value.split("'")) + ")"
