// A card a run: what it is of, and how the agent did in it.

import { html } from "./shared/dom.js";

const percent = (rate) => (rate === null ? "–" : `${(100 * rate).toFixed(1)} %`);

// choose is called with the number of the run whose card was pressed.
export function drawCards(parent, runs, current, choose) {
  parent.replaceChildren();
  runs.forEach((run, n) => {
    const card = html("button", `run key-${n}`, "", parent);
    card.type = "button";
    card.setAttribute("aria-pressed", String(n === current && runs.length > 1));
    card.title = [run.path, ...Object.entries(run.about).map(([key, value]) => `${key}: ${value}`)].join("\n");
    card.onclick = () => choose(n);
    html("strong", "", run.name, card);
    const about = [run.about.agent, run.about.env, run.about.tasks].filter(Boolean).join(", ");
    if (about) html("span", "about", about, card);
    if (run.report) {
      const figures = html("span", "scores", "", card);
      html("span", "", `success ${percent(run.report.success_rate)}`, figures);
      html("span", "", `coverage ${percent(run.report.coverage_rate)}`, figures);
      const unread = [["invalid", run.report.invalid_actions], ["no call", run.report.answers_without_call]];
      for (const [name, share] of unread) if (share) html("span", "bad", `${name} ${percent(share)}`, figures);
    }
    if (run.problem) html("span", "about bad", run.problem, card);
  });
}
