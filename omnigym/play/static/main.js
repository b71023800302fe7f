// Joins the parts: what comes from the server goes to the screen and the panel, what the person does goes to the server.

import { Dialogs } from "./dialogs.js";
import { byId, html } from "./shared/dom.js";
import { Input } from "./input.js";
import { Panel } from "./panel.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";

const REPLACED = 4001;
const RETRY_MS = 1000;

const screen = new Screen(byId("stage"), byId("screen"), byId("desktop"));
const panel = new Panel();
const sound = new Sound(byId("mute"));
let socket = null;

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/desktop`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => panel.connected();
  socket.onmessage = ({ data }) => (typeof data === "string" ? take(JSON.parse(data)) : screen.show(data));
  socket.onclose = ({ code }) => {
    if (code === REPLACED) {
      panel.lost("open in another tab");
      panel.banner(false, "Open in another tab", "One page at a time drives the desktop.", "Use it here", takeOver);
      return;
    }
    panel.lost("not connected");
    setTimeout(connect, RETRY_MS);
  };
}

function takeOver() {
  connect();
  screen.focus();
}

function take(message) {
  if (message.type === "task") {
    screen.lit(false);
    sound.begin(message.sounds);
    panel.task(message);
    offerApps(message.apps);
    offerKeys(message.keys);
  } else if (message.type === "sound") {
    sound.play(message);
  } else if (message.type === "step") {
    panel.step(message);
    screen.lit(message.success);
    if (message.end !== null) panel.ended(message, () => begin("next"), () => begin("again"));
  } else {
    panel.banner(false, "That did not work", message.message, "Restart", () => begin("again"));
  }
}

// A menu's button that does an action.
function offer(menu, name, action) {
  const button = html("button", "", name, byId(menu));
  button.type = "button";
  button.onclick = () => act(action);
  return button;
}

// The menu of apps, for a desktop from which they cannot be started otherwise.
function offerApps(apps) {
  byId("apps").hidden = apps.length === 0;
  byId("apps-items").replaceChildren();
  for (const { app, title } of apps) offer("apps-items", title, { type: "OpenApp", app });
}

// Keys that the browser keeps to itself, or that this keyboard lacks.
function offerKeys(keys) {
  byId("keys-items").replaceChildren();
  for (const { name, key, held } of keys) {
    offer("keys-items", name, { type: "Press", key, modifiers: held }).dataset.key = key;
  }
}

function begin(which, task = "") {
  send({ type: "begin", which, task });
  screen.focus();
}

function act(action) {
  send({ type: "do", action });
  screen.focus();
}

new Input(screen, byId("drag"), send);
const dialogs = new Dialogs();

for (const button of document.querySelectorAll("[data-begin]")) button.onclick = () => begin(button.dataset.begin);
for (const button of document.querySelectorAll("[data-do]")) button.onclick = () => act({ type: button.dataset.do });
byId("choose").onclick = async () => {
  const task = await dialogs.choose();
  if (task !== null) begin("task", task);
};
byId("type").onclick = async () => {
  const text = await dialogs.ask("Type a text");
  if (text) act({ type: "Type", text });
};
byId("answer").onclick = async () => {
  const answer = await dialogs.ask("Submit an answer");
  if (answer) act({ type: "Submit", answer });
};
byId("fullscreen").onclick = async () => {
  await byId("stage").requestFullscreen();
  await navigator.keyboard?.lock?.(); // then even Alt+Tab and the Windows key come here
  screen.focus();
};

// A menu closes when something in it is chosen, or anything else is pressed.
for (const menu of document.querySelectorAll("details.menu")) {
  menu.addEventListener("click", (event) => {
    if (event.target.closest(".items button")) menu.open = false;
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") menu.open = false;
  });
}

connect();
screen.focus();
