// The accessibility tree: a row an element, which is shown on the screen under the pointer, and the other way round. Of
// several devices it is that of the one acted on, until another one is chosen or pointed at.

import { html } from "./shared/dom.js";
import { source } from "./source.js";

const INDENT = 11; // pixels a level
const DEEPEST = 14;

export class TreeView {
  constructor(parent, hover) {
    this.parent = parent;
    this.hover = hover;
    this.rows = [];
    this.device = "";
    parent.onpointerover = (event) => {
      const row = event.target.closest("[data-row]");
      hover(this.device, row ? this.rows[Number(row.dataset.row)].box : null);
    };
    parent.onpointerleave = () => hover(this.device, null);
  }

  // chosen: the device whose tree is wanted; without it, that on which something was done.
  async show(pane, chosen) {
    const names = pane.episode.devices.map((device) => device.name);
    if (pane !== this.pane || pane.step !== this.step || chosen !== undefined) {
      const wanted = [chosen, pane.moment.device, this.device].find((name) => names.includes(name));
      if ((wanted ?? names[0]) !== this.device) this.rows = [];
      this.device = wanted ?? names[0];
    }
    [this.pane, this.step] = [pane, pane.step];
    const asked = (this.asked = `${pane.run} ${pane.episode.number} ${pane.step} ${this.device}`);
    let rows = [];
    let problem = "";
    try {
      rows = (await source.tree(pane.run, pane.episode.number, this.device, pane.shown(this.device))) ?? [];
    } catch (error) {
      problem = error.message;
    }
    if (asked !== this.asked) return; // the person has gone on
    this.rows = rows;
    const top = this.parent.scrollTop;
    this.parent.replaceChildren();
    if (names.length > 1) this.offer(names);
    if (!rows.length) html("p", "about", problem || "No tree was recorded here.", this.parent);
    const list = html("ol", "tree", "", this.parent);
    rows.forEach((row, n) => {
      const item = html("li", row.states.includes("focused") ? "focused" : "", "", list);
      item.dataset.row = n;
      item.style.paddingLeft = `${6 + INDENT * Math.min(row.depth, DEEPEST)}px`;
      item.title = [row.key, row.states.join(", "), row.box.join(", ")].filter(Boolean).join("\n");
      html("span", "role", row.role.replaceAll("_", " "), item);
      html("span", "name", row.name, item);
      if (row.value) html("span", "value", row.value, item);
    });
    this.parent.scrollTop = top;
  }

  // The devices to choose from.
  offer(names) {
    const bar = html("div", "choice", "", this.parent);
    for (const name of names) {
      const button = html("button", "plain", name, bar);
      button.type = "button";
      button.setAttribute("aria-pressed", String(name === this.device));
      button.onclick = () => this.show(this.pane, name);
    }
  }

  // A pixel of a device's screen is pointed at.
  async point(device, pixel) {
    if (!this.pane) return;
    if (device !== this.device) await this.show(this.pane, device);
    if (device === this.device) this.hover(device, this.find(pixel));
  }

  // Show the row of the element that is under a pixel: the last and smallest that holds it.
  find([x, y]) {
    let found = -1;
    let least = Infinity;
    this.rows.forEach(({ box: [left, top, width, height] }, n) => {
      const inside = x >= left && y >= top && x < left + width && y < top + height;
      if (inside && width * height <= least) [found, least] = [n, width * height];
    });
    this.parent.querySelector(".under")?.classList.remove("under");
    const row = this.parent.querySelector(`[data-row="${found}"]`);
    row?.classList.add("under");
    row?.scrollIntoView({ block: "nearest" });
    return found < 0 ? null : this.rows[found].box;
  }
}
