// The sessions of a server, drawn again every second; screens are asked for only while the page is seen.

import { byId, html, plural } from "./shared/dom.js";

const EVERY_MS = 1000;
const MOST_SCREENS = 6; // of one session
const cards = new Map(); // by the session's number

function drawFacts(told) {
  const facts = [
    ["environments", `${told.environments} of ${told.most}`],
    ["clients", told.clients],
    ["workers", told.lost ? `${told.workers} (${told.lost} lost)` : told.workers],
    ["steps", told.steps],
    ["episodes begun", told.begun],
    ["scored", told.scored],
    ["unscored", told.unscored],
  ];
  const list = byId("facts");
  list.replaceChildren();
  for (const [name, value] of facts) {
    const one = html("div", "", "", list);
    html("dt", "", name, one);
    html("dd", "", String(value), one);
  }
}

function newCard(session) {
  const element = html("section", "card", "", byId("grid"));
  const head = html("header", "", "", element);
  html("strong", "", session.env, head);
  const silent = html("span", "about", "", head);
  const screens = html("div", "screens", "", element);
  const images = [];
  for (let row = 0; row < Math.min(session.rows, MOST_SCREENS); row += 1) {
    const image = html("img", "", "", screens);
    image.alt = `Screen ${row + 1} of session ${session.id}`;
    images.push(image);
  }
  return { element, silent, images, about: html("p", "about", "", element), more: html("p", "about", "", element) };
}

function drawCard(session) {
  if (!cards.has(session.id)) cards.set(session.id, newCard(session));
  const card = cards.get(session.id);
  card.element.classList.toggle("lost", session.worker === 0);
  card.silent.textContent = session.silent > 10 ? `silent for ${session.silent} s` : `session ${session.id}`;
  card.silent.classList.toggle("silent", session.silent > 10);
  const worker = session.worker ? `worker ${session.worker}` : "its worker was lost";
  card.about.textContent = [session.tasks, plural(session.rows, "environment"), worker].filter(Boolean).join(", ");
  const scored = `${session.scored} scored, ${session.unscored} unscored of ${plural(session.begun, "episode")}`;
  card.more.textContent = `${plural(session.steps, "step")}, ${scored}, ${session.age} s old`;
  if (session.begun === session.scored + session.unscored) return; // nothing runs, so there is no screen
  card.images.forEach((image, row) => {
    image.src = `sessions/${session.id}/screens/${row}?steps=${session.steps}-${session.begun}`;
  });
}

async function draw() {
  try {
    const told = await (await fetch("sessions")).json();
    byId("problem").textContent = "";
    drawFacts(told);
    const there = new Set(told.sessions.map((session) => session.id));
    for (const [id, card] of cards) {
      if (there.has(id)) continue;
      card.element.remove();
      cards.delete(id);
    }
    told.sessions.forEach(drawCard);
    byId("none").hidden = told.sessions.length > 0;
  } catch {
    byId("problem").textContent = "The server does not answer.";
  }
}

function tick() {
  if (!document.hidden) draw();
  setTimeout(tick, EVERY_MS);
}

tick();
