// Branches of rollouts: a row a rollout, under the one in whose middle it began, along a common axis of steps.

import { html, plural } from "./shared/dom.js";
import { Transcript } from "./transcript.js";

const MOST_ROWS = 400;

export class Branches {
  constructor(parent) {
    this.parent = parent;
  }

  // files: of all runs, as the server gives them.
  show(files) {
    this.parent.replaceChildren();
    this.detail = html("section", "rollout", "", this.parent);
    this.detail.hidden = true;
    const trees = html("div", "trees", "", this.parent);
    for (const { name, rollouts, problem, run, file } of files) {
      html("h2", "", `${name}: ${plural(rollouts.length, "rollout")}`, trees);
      if (problem) html("p", "problem", problem, trees);
      this.file(rollouts.map((rollout, number) => ({ ...rollout, transcript: new Transcript(run, file, number) })), trees);
    }
  }

  file(rollouts, parent) {
    const byParent = new Map();
    const known = new Set(rollouts.map((r) => r.id));
    for (const r of rollouts) {
      const under = known.has(r.parent) ? r.parent : null;
      byParent.set(under, [...(byParent.get(under) ?? []), r]);
    }
    const start = new Map();
    const rows = [];
    const walk = (rollout, depth) => {
      start.set(rollout.id, (start.get(rollout.parent) ?? 0) + rollout.at);
      rows.push([rollout, depth]);
      for (const child of byParent.get(rollout.id) ?? []) if (!start.has(child.id)) walk(child, depth + 1);
    };
    for (const root of byParent.get(null) ?? []) walk(root, 0);
    const longest = Math.max(1, ...rows.map(([r]) => start.get(r.id) + r.steps.length));
    let group = null;
    for (const [rollout, depth] of rows.slice(0, MOST_ROWS)) {
      if (depth === 0 && rollout.group !== group) {
        group = rollout.group;
        html("p", "group", rollout.instruction || rollout.task, parent).title = rollout.task;
      }
      this.row(rollout, depth, start.get(rollout.id), longest, parent);
    }
    if (rows.length > MOST_ROWS) html("p", "about", `The first ${MOST_ROWS} of them are shown.`, parent);
  }

  // begins: the step of the axis at which it does; longest: how many steps the axis has.
  row(rollout, depth, begins, longest, parent) {
    const row = html("button", "branch", "", parent);
    row.type = "button";
    const track = html("span", "track", "", row);
    track.style.setProperty("--steps", longest);
    const strip = html("span", "strip", "", track);
    strip.style.marginLeft = `${(100 * begins) / longest}%`;
    strip.style.width = `${(100 * rollout.steps.length) / longest}%`;
    if (depth) strip.classList.add("child");
    for (const { reward, completed } of rollout.steps) {
      html("span", completed.length ? "cell earned" : reward < 0 ? "cell lost" : "cell", "", strip);
    }
    const advantage = rollout.advantage === null ? "" : `, advantage ${rollout.advantage > 0 ? "+" : ""}${rollout.advantage.toFixed(2)}`;
    const sum = rollout.unscored ? "not scored" : `${rollout.reward.toFixed(2)}${advantage}`;
    html("span", `sum ${rollout.success ? "good" : rollout.unscored ? "bad" : ""}`, sum, row);
    row.title = `${rollout.id}\n${rollout.end}`;
    row.onclick = () => this.open(rollout, row);
  }

  open(rollout, row) {
    this.parent.querySelector(".branch.chosen")?.classList.remove("chosen");
    row.classList.add("chosen");
    this.detail.hidden = false;
    this.detail.replaceChildren();
    html("h2", "", rollout.id, this.detail);
    html("p", "instruction", rollout.instruction, this.detail);
    const from = rollout.parent ? `goes on from step ${rollout.at} of ${rollout.parent}` : "from the beginning";
    html("p", "about", [rollout.task, from, rollout.end.replaceAll("_", " ")].filter(Boolean).join(", "), this.detail);
    for (const text of [...rollout.collateral, rollout.problem].filter(Boolean)) html("p", "problem", text, this.detail);
    const list = html("ol", "said", "", this.detail);
    const places = [];
    rollout.steps.forEach(({ done, said, reward, completed, advantage, tokens }, n) => {
      const item = html("li", completed.length ? "earned" : "", "", list);
      html("strong", "", `${rollout.at + n + 1}. ${done.join(", ") || "nothing"}`, item);
      const place = html("div", "transcript", "", item);
      for (const text of said) html("p", "raw", text, place);
      places.push(place);
      const facts = [
        reward && `reward ${reward.toFixed(2)}`,
        completed.length && `completed ${completed.join(", ")}`,
        advantage !== null && `advantage ${advantage.toFixed(2)}`,
        tokens !== null && plural(tokens, "token"),
      ].filter(Boolean);
      if (facts.length) html("p", "about", facts.join(", "), item);
    });
    rollout.transcript.fill(places);
  }
}
