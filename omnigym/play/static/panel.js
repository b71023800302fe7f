// The panel beside the desktop: the task, its graph, and how it stands.

import { byId, plural } from "./shared/dom.js";
import { Graph } from "./shared/graph.js";
import { endWords } from "./shared/words.js";

export class Panel {
  constructor() {
    this.graph = new Graph(byId("nodes"), byId("rails"));
    this.name = "";
  }

  connected() {
    byId("banner").hidden = true;
    this.where(this.name, false);
  }

  lost(why) {
    this.where(why, true);
  }

  where(text, lost) {
    byId("where").textContent = text;
    byId("where").classList.toggle("lost", lost);
  }

  task(task) {
    this.name = `${task.env} on ${task.device}`;
    this.where(this.name, false);
    byId("instruction").textContent = task.instruction;
    byId("instruction").scrollTop = 0;
    byId("about").textContent = `${task.id}, ${task.split}`;
    byId("about").title = task.id;
    byId("record").hidden = task.recording === null;
    byId("record").title = task.recording ?? "";
    byId("banner").hidden = true;
    this.graph.show(task);
  }

  step(step) {
    const states = Object.values(step.status);
    const done = states.filter((status) => status === "completed").length;
    byId("steps").textContent = step.steps;
    byId("total").textContent = step.total.toFixed(2);
    byId("gain").hidden = step.reward === 0;
    byId("gain").classList.toggle("loss", step.reward < 0);
    byId("gain").textContent = `${step.reward > 0 ? "+" : ""}${step.reward.toFixed(2)}`;
    byId("parts").textContent = `${done} / ${states.length}`;
    byId("bar").setAttribute("aria-valuenow", Math.round(100 * step.coverage));
    byId("bar-fill").style.width = `${100 * step.coverage}%`;
    byId("last").textContent = step.problem ?? step.action;
    byId("last").title = step.problem ?? step.action;
    this.graph.light(step);
    if (step.completed.length) byId("live").textContent = `${plural(step.completed.length, "part")} done.`;
  }

  ended(step, next, again) {
    const told = step.problem ?? `${plural(step.steps, "step")}, reward ${step.total.toFixed(2)}`;
    if (step.success) this.banner(true, endWords("success"), told, "Next task", next);
    else this.banner(false, endWords(step.end), told, "Restart", again);
  }

  banner(good, title, text, label, press) {
    byId("banner").hidden = false;
    byId("banner").classList.toggle("bad", !good);
    byId("banner-title").textContent = title;
    byId("banner-text").textContent = text;
    byId("banner-button").textContent = label;
    byId("banner-button").classList.toggle("primary", good);
    byId("banner-button").onclick = () => {
      byId("banner").hidden = true;
      press();
    };
  }
}
