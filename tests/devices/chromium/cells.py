"""Small pages, each with one control in one kind of place."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CONTROLS", "ORIGIN", "OTHER", "PLACES", "write_cells"]

ORIGIN, OTHER = "http://cells.test", "http://other.test"

_BOX = "display:inline-block;width:70px;height:30px;background:wheat"
#: Each says, to the top of the page, what was done to it: ``data-on`` is the event.
CONTROLS = {
    "button": '<button data-on="click">Press</button>',
    "link": '<a href="#there" data-on="click">Read the whole story</a>',
    "list": '<select size="1" aria-label="City" data-on="change"><option>Rome<option>Oslo</select>',
    "checkbox": '<input type="checkbox" aria-label="Agree" data-on="change">',
    "field": '<input aria-label="Name" data-on="input">',
    "date": '<input type="date" aria-label="Day" data-on="click">',
    "colour": '<input type="color" aria-label="Paint" data-on="click">',
    "draggable": '<span draggable="true" role="button" aria-label="Parcel" style="' + _BOX + '">Parcel</span> '
    '<span data-on="drop" role="button" aria-label="Shelf" style="' + _BOX + ';margin-inline-start:40px">Shelf</span>',
}

_SCRIPT = """
const say = (what) => top.postMessage(what, '*');
const watch = (root) => {
  for (const e of root.querySelectorAll('[data-on]')) {
    if (e.dataset.on === 'drop') e.addEventListener('dragover', (event) => event.preventDefault());
    e.addEventListener(e.dataset.on, (event) => {
      if (event.type !== 'click' || e.localName === 'a') event.preventDefault();
      const what = event.dataTransfer ? event.dataTransfer.getData('text/plain') : e.value || '';
      say(`${event.type} ${event.isTrusted} ${what}`);
    });
  }
  for (const e of root.querySelectorAll('[draggable]')) {
    e.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'carried'));
    e.addEventListener('dragend', () => say('dragend'));
  }
};
const fill = (mode) => {
  const host = document.querySelector('#host'), root = host.attachShadow({ mode });
  root.append(document.querySelector('template').content);
  watch(root);
};
const ready = () => {
  const { place } = document.documentElement.dataset;
  if (place === 'open' || place === 'closed') fill(place);
  if (place === 'dialog') document.querySelector('dialog').showModal();
  if (place === 'popover') document.querySelector('[popover]').showPopover();
  if (place === 'write') {
    const { body } = document;
    const html = body.innerHTML;
    document.open();
    document.write(`<!doctype html><title>written</title>${html}`);
    document.close();
    listen();
  }
  if (place === 'innerhtml') document.documentElement.innerHTML = document.documentElement.innerHTML;
  watch(document);
};
customElements.define('my-host', class extends HTMLElement {
  constructor() {
    super();
    const root = this.attachInternals().shadowRoot;
    if (root) watch(root);
  }
});
const listen = () => { if (window === top) addEventListener('message', (e) => said.push(e.data)); };
window.said = [];
listen();
document.readyState === 'loading' ? addEventListener('DOMContentLoaded', ready) : ready();
"""

_STYLE = """
body { margin: 20px; font: 16px sans-serif }
.scaled { transform: scale(1.5); transform-origin: 0 0 }
.half { position: relative; display: inline-block }
.narrow { width: 130px }
"""
# The first is what the control lies in, where it lies in something; the second what the whole page is like.
_AROUND = {
    "plain": "{}",
    "open": "<div id='host'></div><template>{}</template>",
    "closed": "<div id='host'></div><template>{}</template>",
    "declared closed": "<my-host><template shadowrootmode='closed'>{}</template></my-host>",
    "csp": "{}",
    "scaled": "<div class='scaled'>{}</div>",
    "write": "{}",
    "innerhtml": "{}",
    "dialog": "<p>behind</p><dialog>{}</dialog>",
    "popover": "<div popover>{}</div>",
    "svg": "<svg width='500' height='200'><foreignObject width='500' height='200'><div>{}</div></foreignObject></svg>",
    "sticky": "<style>#cover {{ position: fixed; left: 0; right: 0; top: 0; height: 34px; background: silver }}</style>"
    "<div id='cover'>Header</div>{}",
    "inline": "<p class='narrow'>Some words before {} and some behind it.</p>",
}
_LARGE = "width='500' height='200'"
_IN_SHADOW = "<div id='host'></div><template>{}</template>"
_FRAMES = {
    "same frame": f"<iframe src='{{0}}/{{1}}' {_LARGE}></iframe>",
    "other frame": f"<iframe src='{{2}}/{{1}}' {_LARGE}></iframe>",
    "sandboxed frame": f"<iframe sandbox='allow-scripts' src='{{0}}/{{1}}' {_LARGE}></iframe>",
    "scaled frame": f"<div class='scaled'><iframe src='{{0}}/{{1}}' {_LARGE}></iframe></div>",
    "scaled other frame": f"<div class='scaled'><iframe src='{{2}}/{{1}}' {_LARGE}></iframe></div>",
    "frame in shadow": _IN_SHADOW.format(f"<iframe src='{{0}}/{{1}}' {_LARGE}></iframe>"),
    "other frame in shadow": _IN_SHADOW.format(f"<iframe src='{{2}}/{{1}}' {_LARGE}></iframe>"),
}
PLACES = (*_AROUND, *_FRAMES)
_CSP = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; script-src 'self'\">"


def _page(place: str, body: str) -> str:
    csp, style = (_CSP, "") if place == "csp" else ("", f"<style>{_STYLE}</style>")
    return (
        f"<!doctype html><html data-place='{place}'><head>{csp}<title>cell</title>{style}</head>"
        f"<body>{body}<script src='/cells.js'></script></body></html>"
    )


def address(place: str, control: str) -> str:
    """The URL of a cell."""
    return f"{ORIGIN}/{place.replace(' ', '-')}-{control}.html"


def write_cells(folder: Path) -> None:
    """Write all pages; both origins serve them."""
    (folder / "cells.js").write_text(_SCRIPT)
    for control, html in CONTROLS.items():
        for place in PLACES:
            name = address(place, control).rpartition("/")[2]
            if place in _FRAMES:
                body = _FRAMES[place].format(ORIGIN, f"plain-{control}.html", OTHER)
                shadow = "open" if "shadow" in place else place
                (folder / name).write_text(_page(shadow, body))
            else:
                (folder / name).write_text(_page(place, _AROUND[place].format(html)))
