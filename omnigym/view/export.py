"""One HTML file of an episode, which contains its screens, scripts and style, and requests nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from omnigym.foreign import replace_file, within
from omnigym.pages import SHARED
from omnigym.view.episode import episode_facts, film_of, screen_of, sound_of, tree_of
from omnigym.view.runs import Run

__all__ = ["PAGE", "export_html", "write_export"]

#: The page's own files.
PAGE = Path(__file__).parent / "static"
_MOST_BYTES = 512 << 20
_IMPORT = re.compile(r'^import\s[^;]*?"\./([\w/.-]+)";\n', re.MULTILINE)


def export_html(run: Run, number: int) -> str:
    """Return the page with one episode in it.

    A browser is told to load nothing and to run no script but the page's own, whatever the recording's texts hold.

    Args:
        run: Where the episode is.
        number: Which one.

    Raises:
        RecordingError: There is no such episode, or one of its files is damaged.
        TooLargeError: Its screens are larger than a page should be.
    """
    entry = run.entry(number)
    facts = episode_facts(run, entry)
    path = run.recording(entry)
    seen = _seen(path, facts) if path is not None else {"screens": {}, "trees": {}, "sounds": {}, "films": {}}
    data = {"runs": [run.facts() | {"curves": 0, "rollouts": 0}], "episode": facts, **seen}
    return _page(data)


def _seen(path: Path, facts: Mapping[str, Any]) -> dict[str, dict[str, dict[int, object]]]:
    """The screens, trees, sounds and films of a recording, by device and observation, without what no moment shows."""
    seen: dict[str, dict[str, dict[int, object]]] = {"screens": {}, "trees": {}, "sounds": {}, "films": {}}
    size = 0

    def embed(kind: str, device: str, n: int, content: bytes | None, media: str) -> None:
        nonlocal size
        size += len(content or b"")
        within(size, _MOST_BYTES, "bytes of screens, sounds and films in a page")
        if content is not None:
            seen[kind][device][n] = f"data:{media};base64,{base64.b64encode(content).decode()}"

    for device in [str(d["name"]) for d in facts["devices"]]:
        for kind in seen.values():
            kind[device] = {}
        for n in sorted({m.get("shown", {}).get(device, n) for n, m in enumerate(facts["moments"])}):
            embed("screens", device, n, screen_of(path, n, device), "image/png")
            if facts["trees"]:
                seen["trees"][device][n] = tree_of(path, n, device)
        for n in facts["sounds"].get(device, ()):
            embed("sounds", device, n, sound_of(path, n, device), "audio/wav")
        for n in facts["films"].get(device, ()):
            embed("films", device, n, film_of(path, n, device), "video/mp4")
    return seen


def _page(data: object) -> str:
    style = (SHARED / "base.css").read_text("utf-8") + (PAGE / "style.css").read_text("utf-8")
    icon = "data:image/svg+xml;base64," + base64.b64encode((SHARED / "icon.svg").read_bytes()).decode()
    style = style.replace('url("icon.svg")', f'url("{icon}")')
    script = _bundle("main.js")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "media-src data:; base-uri 'none'; form-action 'none'"
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<link rel="icon" href="{icon}">\n<style>{style}</style>\n'
    )
    # no "<" of the data can end its element, or begin another one
    told = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    tail = f'<script type="application/json" id="data">{told}</script>\n<script type="module">{script}</script>\n'
    page = (PAGE / "index.html").read_text("utf-8")
    page = re.sub(r"^<(?:link|script)\b.*\n", "", page, flags=re.MULTILINE)
    return page.replace("</head>", f"{head}</head>", 1).replace("</body>", f"{tail}</body>", 1)


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _bundle(first: str) -> str:
    """A module and those that it imports as one, each once, after what it imports: their names are all different."""
    done: dict[str, str] = {}

    def add(name: str, folder: str) -> None:
        name = name if name.startswith("shared/") or not folder else f"{folder}/{name}"
        if name in done:
            return
        done[name] = ""  # or a circle would never end
        path = SHARED / name.removeprefix("shared/") if name.startswith("shared/") else PAGE / name
        text = path.read_text("utf-8")
        for imported in _IMPORT.findall(text):
            add(imported, "shared" if name.startswith("shared/") else "")
        del done[name]
        done[name] = re.sub(r"^export ", "", _IMPORT.sub("", text), flags=re.MULTILINE)

    add(first, "")
    return "\n".join(done.values()).replace("</script", "<\\/script")


def write_export(run: Run, number: int, out: Path) -> Path:
    """Write `export_html` to a file, atomically.

    Raises:
        RecordingError, TooLargeError: As `export_html`.
        OSError: The file cannot be written.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    replace_file(out, export_html(run, number))
    return out
