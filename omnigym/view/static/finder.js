// The list of episodes with its filters. It holds thousands: only the rows that can be seen are in the page.

import { byId, html, plural } from "./shared/dom.js";
import { endWords } from "./shared/words.js";

const ROW = 52; // pixels, as in the style sheet
const SPARE = 6;
const RESULTS = {
  success: ["Success", (e) => e.success],
  part: ["Part of it", (e) => !e.success && e.coverage > 0],
  none: ["Nothing of it", (e) => !e.success && !(e.coverage > 0) && !e.problem],
  collateral: ["Side effects", (e) => e.collateral > 0],
  unscored: ["Not scored", (e) => e.unscored],
  problem: ["Unreadable", (e) => Boolean(e.problem)],
  differ: ["Runs differ", (e, other) => other !== undefined && other.success !== e.success],
};

const FILTERS = ["by-app", "by-tests", "by-end", "by-agent", "by-result"];

export const standing = (entry) =>
  entry.problem ? "unreadable" : entry.unscored ? "unscored" : entry.success ? "success" : entry.coverage > 0 ? "part" : "none";

export class Finder {
  constructor(choose) {
    this.choose = choose;
    this.entries = [];
    this.shown = [];
    this.partner = () => undefined;
    this.current = null;
    byId("words").oninput = () => this.filter();
    for (const id of FILTERS) byId(id).onchange = () => this.filter();
    byId("words").onkeydown = (event) => {
      if (event.key === "Escape" || event.key === "Enter") byId("words").blur();
    };
    byId("rows").onscroll = () => this.draw();
    byId("rows").onclick = (event) => {
      const row = event.target.closest("[data-number]");
      if (row) this.choose(Number(row.dataset.number));
    };
    new ResizeObserver(() => this.draw()).observe(byId("rows"));
  }

  // The episodes of a run; partner gives the one of the other run that belongs to one, if there is any.
  show(entries, partner) {
    this.entries = entries;
    this.partner = partner;
    this.offer("by-app", "Any app", entries.flatMap((e) => e.apps), (app) => app.replaceAll("_", " "));
    this.offer("by-tests", "Any capability", entries.flatMap((e) => e.tests), (name) => name.replaceAll("_", " "));
    this.offer("by-end", "Any end", entries.map((e) => e.end).filter(Boolean), endWords);
    this.offer("by-agent", "Any agent", entries.map((e) => e.agent).filter(Boolean), (agent) => agent);
    const results = entries.flatMap((e) => Object.keys(RESULTS).filter((r) => RESULTS[r][1](e, partner(e))));
    this.offer("by-result", "Any result", results, (r) => RESULTS[r][0], Object.keys(RESULTS));
    this.filter();
  }

  offer(id, every, values, words, order = null) {
    const select = byId(id);
    const before = select.value;
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const names = order ? order.filter((name) => counts.has(name)) : [...counts.keys()].sort();
    select.replaceChildren();
    html("option", "", every, select).value = "";
    for (const name of names) html("option", "", `${words(name)} (${counts.get(name)})`, select).value = name;
    select.value = counts.has(before) ? before : "";
    select.hidden = names.length < 2 && id !== "by-result";
  }

  filter() {
    const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const [app, tests, end, agent, result] = FILTERS.map((id) => byId(id).value);
    this.shown = this.entries.filter(
      (e) =>
        (!app || e.apps.includes(app)) &&
        (!tests || e.tests.includes(tests)) &&
        (!end || e.end === end) &&
        (!agent || e.agent === agent) &&
        (!result || RESULTS[result][1](e, this.partner(e))) &&
        words.every((word) => `${e.number} ${e.task} ${e.suite} ${e.split}`.toLowerCase().includes(word)),
    );
    const all = this.entries.length;
    byId("found").textContent = this.shown.length === all ? plural(all, "episode") : `${this.shown.length} of ${all}`;
    byId("rows-inner").style.height = `${this.shown.length * ROW}px`;
    this.draw();
  }

  draw() {
    const view = byId("rows");
    const from = Math.max(0, Math.floor(view.scrollTop / ROW) - SPARE);
    const to = Math.min(this.shown.length, Math.ceil((view.scrollTop + view.clientHeight) / ROW) + SPARE);
    byId("rows-inner").replaceChildren(...this.shown.slice(from, to).map((entry, n) => this.row(entry, from + n)));
  }

  row(entry, place) {
    const row = document.createElement("div");
    row.className = "row";
    row.style.top = `${place * ROW}px`;
    row.dataset.number = entry.number;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(entry.number === this.current));
    const other = this.partner(entry);
    html("span", `dot ${standing(entry)}`, "", row);
    if (other) html("span", `dot ${standing(other)}`, "", row);
    const text = html("span", "text", "", row);
    html("span", "name", entry.task || `Episode ${entry.number}`, text).title = entry.task;
    const done = `${plural(entry.steps, "step")}, ${Math.round(100 * entry.coverage)} %`;
    const end = entry.problem ? "unreadable" : entry.end ? endWords(entry.end).toLowerCase() : "cut off";
    html("span", "about", entry.problem ? end : `${entry.number}: ${done}, ${end}`, text);
    return row;
  }

  // Mark the episode that is looked at, and bring it into view.
  mark(number) {
    this.current = number;
    const place = this.shown.findIndex((e) => e.number === number);
    const view = byId("rows");
    if (place >= 0 && (place * ROW < view.scrollTop || (place + 1) * ROW > view.scrollTop + view.clientHeight)) {
      view.scrollTop = place * ROW - view.clientHeight / 2;
    }
    this.draw();
  }

  // The episode so many rows further, of those that are shown.
  beside(number, by) {
    const place = this.shown.findIndex((e) => e.number === number);
    return this.shown[place < 0 ? 0 : Math.max(0, Math.min(this.shown.length - 1, place + by))]?.number;
  }
}
