// Joins the parts. What is looked at stands in the address: view, run, episode and step, so that it can be passed on.

import { Branches } from "./branches.js";
import { drawCards } from "./cards.js";
import { drawCharts } from "./charts.js";
import { byId, html } from "./shared/dom.js";
import { Finder } from "./finder.js";
import { partners } from "./pairs.js";
import { Pane } from "./pane.js";
import { Side } from "./side.js";
import { source } from "./source.js";

const PACE_MS = 700;
const [PLAY, STOP] = ["M4.5 3v10L12.5 8z", "M4 3h3v10H4zM9 3h3v10H9z"];
const VIEWS = { episodes: "Episodes", learning: "Learning", branches: "Branches" };

const state = { view: "episodes", run: 0, episode: null, step: 0, beside: false, marks: true };
let runs = [];
let lists = []; // of each run its episodes
let panes = []; // one, or two beside each other
let active = null; // the one that the panel tells of
let clock = 0;

const finder = new Finder((number) => chosen(number));
const side = new Side((device, box) => active?.box(device, box));
const branches = new Branches(byId("branches"));

// -- the address -----------------------------------------------------------------------------------------------------

function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (name, otherwise) => (/^-?\d{1,9}$/.test(given.get(name) ?? "") ? Number(given.get(name)) : otherwise);
  state.view = given.get("view") in VIEWS ? given.get("view") : "episodes";
  state.run = Math.max(0, Math.min(number("run", 0), runs.length - 1));
  state.episode = number("episode", null);
  state.step = number("step", 0);
  state.beside = runs.length > 1 && given.get("beside") !== "0";
}

function toAddress() {
  const said = new URLSearchParams();
  if (state.view !== "episodes") said.set("view", state.view);
  if (runs.length > 1) said.set("run", state.run);
  if (runs.length > 1 && !state.beside) said.set("beside", 0);
  if (state.episode !== null) said.set("episode", state.episode);
  if (state.step) said.set("step", state.step);
  history.replaceState(null, "", `#${said}`);
}

// -- what is looked at -----------------------------------------------------------------------------------------------

let partner = () => undefined;

async function list() {
  lists[state.run] ??= await source.episodes(state.run);
  const other = 1 - state.run;
  partner = () => undefined;
  if (state.beside) {
    lists[other] ??= await source.episodes(other);
    partner = partners(lists[state.run], lists[other]);
  }
  finder.show(lists[state.run], partner);
  drawRuns();
}

async function open() {
  const entries = lists[state.run];
  if (state.episode === null || !entries.some((e) => e.number === state.episode)) state.episode = entries[0]?.number ?? null;
  if (state.episode === null) return;
  const asked = (open.asked = `${state.run} ${state.episode} ${state.beside}`);
  const entry = entries.find((e) => e.number === state.episode);
  const shown = [[state.run, entry.number]];
  const other = partner(entry);
  if (state.beside && other) shown.push([1 - state.run, other.number]);
  let episodes;
  try {
    episodes = await Promise.all(shown.map(([run, number]) => source.episode(run, number)));
  } catch (error) {
    return tellProblem(error.message);
  }
  if (asked !== open.asked) return; // the person has gone on
  while (panes.length > shown.length) panes.pop().remove();
  while (panes.length < shown.length) panes.push(newPane());
  // what is wide already is laid one below the other
  byId("panes").classList.toggle("stacked", shown.length > 1 && episodes.some((e) => e.devices.length > 1));
  shown.forEach(([run], n) => panes[n].show(run, episodes[n], shown.length > 1 ? runName(run) : ""));
  const thinks = panes.some((pane) => pane.thinks);
  for (const pane of panes) pane.leaveRoom(thinks);
  byId("title").textContent = entry.task || `Episode ${entry.number}`;
  byId("title").title = entry.task;
  document.title = `${entry.task || entry.number} - omnigym view`;
  byId("save").hidden = source.single || !episodes[0].screens;
  byId("save").href = source.saved(state.run, entry.number);
  byId("save").download = `episode-${entry.number}.html`;
  byId("show-marks").hidden = !episodes.some((e) => e.moments.some((m) => m.told?.marks));
  tellProblem(episodes.map((e) => e.problem).filter(Boolean).join(" "));
  activate(panes[0]);
  finder.mark(entry.number);
  go(state.step);
}

// The panel tells of this one.
function activate(pane) {
  active = pane;
  for (const each of panes) each.element.classList.toggle("active", each === pane && panes.length > 1);
  side.show(pane);
}

function newPane() {
  const pane = new Pane(byId("panes"), (step) => go(step), (screen, pixel) => {
    if (!pixel) return screen.overlay.box(null);
    if (side.tab === "tree" && pane === active) side.tree.point(screen.device.name, pixel);
  });
  pane.element.addEventListener("click", () => pane !== active && activate(pane));
  return pane;
}

const lastStep = () => Math.max(0, ...panes.map((pane) => pane.last));

function go(step) {
  state.step = Math.max(0, Math.min(step, lastStep()));
  for (const pane of panes) if (pane.episode) pane.go(state.step, state.marks);
  byId("where").textContent = panes.length ? `Step ${state.step} of ${lastStep()}` : "";
  if (state.step >= lastStep()) stop();
  side.draw();
  toAddress();
}

function chosen(number) {
  if (number === undefined || number === null) return;
  stop();
  for (const pane of panes) pane.silence();
  [state.episode, state.step] = [number, 0];
  document.body.classList.remove("finding");
  open();
}

// To the next moment at which a part is completed, or the one before.
function toPart(by) {
  const moments = active?.episode?.moments ?? [];
  for (let n = state.step + by; n >= 0 && n < moments.length; n += by) if (moments[n].completed.length) return go(n);
}

function tellProblem(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}

// -- playing ---------------------------------------------------------------------------------------------------------

function stop() {
  clearTimeout(clock);
  clock = 0;
  playing(false);
}

function playing(on) {
  byId("play").firstElementChild.firstElementChild.setAttribute("d", on ? STOP : PLAY);
  byId("play").setAttribute("aria-label", on ? "Stop" : "Play");
}

function play() {
  if (clock) {
    for (const pane of panes) pane.silence();
    return stop();
  }
  if (state.step >= lastStep()) go(0);
  clock = setTimeout(advance, PACE_MS);
  playing(true);
}

// The next step, and after it, or what sounded before it, the one after that.
function advance() {
  go(state.step + 1);
  const seconds = sound();
  if (clock) clock = setTimeout(advance, Math.max(PACE_MS, 1000 * seconds));
}

const sound = () => Math.max(0, ...panes.map((pane) => pane.play()));

// -- runs and views --------------------------------------------------------------------------------------------------

const runName = (run) => (runs[0].name === runs[1]?.name ? runs[run].path : runs[run].name);

function drawRuns() {
  drawCards(byId("runs"), runs.map((run, n) => ({ ...run, name: runName(n) })), state.run, (run) => choose({ run }));
  byId("beside").hidden = runs.length < 2;
  byId("beside").setAttribute("aria-pressed", String(state.beside));
}

function drawViews() {
  const has = {
    episodes: runs.some((r) => r.episodes),
    learning: runs.some((r) => r.curves),
    branches: runs.some((r) => r.rollouts),
  };
  if (!has[state.view]) state.view = Object.keys(VIEWS).find((view) => has[view]) ?? "episodes";
  byId("views").replaceChildren();
  byId("views").hidden = Object.values(has).filter(Boolean).length < 2;
  for (const view of Object.keys(VIEWS).filter((name) => has[name])) {
    const button = html("button", "", VIEWS[view], byId("views"));
    button.type = "button";
    button.dataset.view = view;
    button.setAttribute("role", "tab");
    button.setAttribute("aria-selected", String(view === state.view));
    button.onclick = () => choose({ view });
  }
  document.body.dataset.view = state.view;
  byId("charts").hidden = state.view !== "learning";
  byId("branches").hidden = state.view !== "branches";
}

async function choose(change) {
  stop();
  if (change.run !== undefined && change.run !== state.run && state.beside) {
    const entry = lists[state.run]?.find((e) => e.number === state.episode);
    change.episode = (entry && partner(entry)?.number) ?? state.episode; // the same task, now on the left
  }
  Object.assign(state, change);
  await show();
}

async function show() {
  drawViews();
  toAddress();
  if (state.view === "learning") {
    byId("title").textContent = "Learning";
    drawCharts(byId("charts"), await Promise.all(runs.map((_, n) => source.curves(n))), runs.map((_, n) => runName(n)));
  } else if (state.view === "branches") {
    byId("title").textContent = "Branches of rollouts";
    const files = await Promise.all(runs.map((_, run) => source.rollouts(run)));
    branches.show(files.flatMap((found, run) => found.map((told, file) => ({ ...told, run, file }))));
  }
  drawRuns();
  if (runs.some((r) => r.episodes)) {
    await list();
    if (state.view === "episodes") await open();
  }
}

// -- buttons and keys ------------------------------------------------------------------------------------------------

const KEYS = {
  ArrowLeft: () => go(state.step - 1),
  ArrowRight: () => go(state.step + 1),
  Home: () => go(0),
  End: () => go(lastStep()),
  " ": play,
  s: sound,
  n: () => toPart(1),
  p: () => toPart(-1),
  j: () => chosen(finder.beside(state.episode, 1)),
  k: () => chosen(finder.beside(state.episode, -1)),
  c: () => runs.length > 1 && choose({ beside: !state.beside }),
  m: () => toggleMarks(),
  1: () => side.open("parts"),
  2: () => side.open("agent"),
  3: () => active?.episode.trees && side.open("tree"),
  "/": () => {
    document.body.classList.add("finding");
    byId("words").focus();
  },
  "?": () => byId("help").showModal(),
};

function toggleMarks() {
  state.marks = !state.marks;
  byId("show-marks").setAttribute("aria-pressed", String(state.marks));
  go(state.step);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
  if (event.target.closest("input:not([type=range]), select, textarea")) return;
  if (event.key === " " && event.target.closest("button, a")) return; // it is pressed by this
  const act = KEYS[event.key];
  if (!act || (state.view !== "episodes" && event.key !== "?")) return;
  event.preventDefault();
  act();
});

byId("first").onclick = KEYS.Home;
byId("back").onclick = KEYS.ArrowLeft;
byId("play").onclick = play;
byId("forth").onclick = KEYS.ArrowRight;
byId("last").onclick = KEYS.End;
byId("beside").onclick = KEYS.c;
byId("show-marks").onclick = toggleMarks;
byId("help-button").onclick = KEYS["?"];
byId("open-finder").onclick = () => document.body.classList.add("finding");
byId("close-finder").onclick = () => document.body.classList.remove("finding");

window.addEventListener("hashchange", () => {
  fromAddress();
  show();
});

async function start() {
  document.body.classList.toggle("single", source.single);
  try {
    runs = await source.runs();
    fromAddress();
    await show();
    document.body.dataset.ready = "yes";
  } catch (error) {
    tellProblem(error.message);
  }
}

start();
