"""Checks of addresses on the clipboard, and of files that were downloaded from such an address.

CRAB's evaluators ask the network what is there. Here a task's setup says it: what a site serves at an address is the
content of a file among those of the device's sites, so what was downloaded is compared with that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote, urlsplit

from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import clipboard_before, contents_ever
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import plain

__all__ = ["clipboard_download", "clipboard_link", "clipboard_repository", "download_matches", "served_at"]

_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|bmp)(?:$|[?&])", re.IGNORECASE)
#: Addresses that lead to a place on a map, CRAB's and those of the sites that ship with omnigym.
_PLACE = re.compile(r"^(?:maps\.app\.goo\.gl/\S|goo\.gl/maps/\S|(?:www\.)?google\.[a-z.]+/maps\S|maps\.[\w.-]+/\S)")
_KINDS: Mapping[str, re.Pattern[str]] = {"image": _IMAGE, "map": _PLACE}
_REPOSITORY = re.compile(
    r"^(?:https?://)?(?:www\.)?(?:github|code)\.[\w.-]+/([\w.-]+/[\w.-]+?)(?:\.git)?/?$", re.IGNORECASE
)
#: The site that stands for GitHub on a simulated device.
_CODE, _REPOSITORIES = "code.litware.com", "content://code/repositories"
#: Where a device's sites keep what they serve, below the home.
_SITES = "AppData/Local/Sites"


def served_at(url: str) -> str:
    """Where the content of an address is kept, as a portable path; "" for what is no address.

    >>> served_at("https://cdn.example.com/a/b.png")
    'AppData/Local/Sites/cdn.example.com/files/a/b.png'
    """
    parts = urlsplit(url.strip())
    name = unquote(parts.path).strip("/")
    if not parts.hostname or not name or ".." in name.split("/"):
        return ""
    return f"{_SITES}/{parts.hostname}/files/{name}"


def _link(text: str) -> str:
    """The clipboard's text, if it is one address; else ""."""
    text = text.strip()
    return text if re.fullmatch(r"https?://[^\s/]+/?\S*", text) else ""


@check("clipboard_link")
def clipboard_link(probe: Probe, kind: str) -> Verdict:
    """CRAB's ``is_img_url_in_clipboard`` and ``is_google_maps_url_in_clipboard``.

    What was on the clipboard when this was to be done is none: an address that was copied before is of another picture.

    Args:
        probe: Reads the device.
        kind: "image" for the address of a picture's file, "map" for that of a place on a map.
    """
    held = probe.clipboard().text
    link = _link(held)
    pattern = _KINDS.get(kind)
    if pattern is None:
        return not_yet(f"Unknown kind {kind!r}: expected one of {', '.join(_KINDS)}.")
    if link and pattern.search(urlsplit(link).path if kind == "image" else link.partition("://")[2]):
        was = probe.earlier[0].clipboard if probe.earlier else None
        if was is not None and was.text == held:
            return not_yet(f"The clipboard has {held[:80]!r} as it had before.")
        return passed()
    return not_yet(f"The clipboard has no address of {'a picture' if kind == 'image' else 'a place'}: {held[:80]!r}.")


@check("clipboard_repository")
def clipboard_repository(probe: Probe, keyword: str, known: Sequence[str] = ()) -> Verdict:
    """CRAB's ``is_github_repo_url_in_clipboard``: the address of a repository that is about a keyword.

    Args:
        probe: Reads the device.
        keyword: What it is about; its words occur in the repository's name.
        known: Repositories "owner/name" that are about it without saying so in their names.
    """
    held = probe.clipboard().text
    found = _REPOSITORY.match(_link(held))
    if found is None:
        return not_yet(f"The clipboard has no address of a repository: {held[:80]!r}.")
    name = found[1].casefold()
    if not _is_there(probe, _host(held), name):
        return not_yet(f"There is no repository {found[1]!r}.")
    words = [word for word in re.split(r"\W+", plain(keyword)) if word]
    if name in [k.casefold() for k in known] or (words and all(word in name for word in words)):
        return passed()
    return not_yet(f"The repository {found[1]!r} is not known to be about {keyword!r}.")


def _host(text: str) -> str:
    """The host of an address, "" where a text is none."""
    return urlsplit(_link(text)).hostname or ""


def _is_there(probe: Probe, host: str, name: str) -> bool:
    """Whether a repository exists, as far as the device can tell: of the site that ships it has all."""
    if host != _CODE:
        return True
    known = [data.rows(_REPOSITORIES) for data in probe.earlier] or [probe.content(_REPOSITORIES)]
    return all(any(row.get("name", "").casefold() == name for row in rows) for rows in known)


@check("download_matches", effects=lambda path, **_: writes(path))
def download_matches(probe: Probe, url: str, path: str) -> Verdict:
    """CRAB's ``download_and_verify_file``: the file at ``path`` is, byte for byte, what there is at an address."""
    return _is_served(probe, path, [url])


@check("clipboard_download", effects=lambda path: writes(path))
def clipboard_download(probe: Probe, path: str) -> Verdict:
    """CRAB's ``download_from_clipboard_and_verify_file``: as `download_matches`, of the address on the clipboard."""
    return _is_served(probe, path, [link for text in clipboard_before(probe) if (link := _link(text))])


def _is_served(probe: Probe, path: str, urls: Sequence[str]) -> Verdict:
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    served = [c for url in urls if (place := served_at(url)) for c in contents_ever(probe, place)]
    if content and content in served:
        return passed()
    return not_yet(f"{path!r} is not what there is at {urls[0] if urls else 'an address on the clipboard'}.")
