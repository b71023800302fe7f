// The panel beside the screen: the task, how it stands, and in tabs its parts, the agent and the tree.

import { byId, html, plural } from "./shared/dom.js";
import { Graph } from "./shared/graph.js";
import { endWords } from "./shared/words.js";
import { TreeView } from "./tree.js";

const MESSAGES = { system: "Prompt", user: "Message to the model", tool: "Result told to the model" };
const TABS = { parts: "Parts", agent: "Agent", tree: "Tree" };

// What each of several models answered: their roles come in the order of the text, each before its own.
function byRole(raw, roles) {
  if (roles.length < 2) return [["", raw]];
  let at = 0;
  return roles.map((role, n) => {
    const next = n + 1 < roles.length ? raw.indexOf(`\n\n${roles[n + 1]}:`, at) : -1;
    const own = raw.slice(at, next < 0 ? raw.length : next).trim();
    at = next < 0 ? raw.length : next;
    return [role, own.replace(`${role}:`, "").trim()];
  });
}

export class Side {
  constructor(hover) {
    this.graph = new Graph(byId("nodes"), byId("rails"));
    this.tree = new TreeView(byId("tab-tree"), hover);
    this.tab = "parts";
    for (const [name, label] of Object.entries(TABS)) {
      const button = html("button", "", label, byId("tabs"));
      button.type = "button";
      button.dataset.tab = name;
      button.setAttribute("role", "tab");
      button.onclick = () => this.open(name);
    }
  }

  open(name) {
    this.tab = name;
    for (const button of byId("tabs").children) button.setAttribute("aria-selected", String(button.dataset.tab === name));
    for (const tab of Object.keys(TABS)) byId(`tab-${tab}`).hidden = tab !== name;
    this.draw();
  }

  // An episode, of which pane shows a moment.
  show(pane) {
    this.pane = pane;
    const { episode } = pane;
    byId("instruction").textContent = episode.instruction || "What was asked for was not recorded.";
    const facts = [episode.task, episode.split, episode.device && `on ${episode.device}`];
    if (episode.seed !== null) facts.push(`seed ${episode.seed}`);
    if (episode.tokens !== null) facts.push(plural(episode.tokens, "token"));
    facts.push(episode.agent); // the longest one, of which the end may be hidden
    byId("about").textContent = facts.filter(Boolean).join(", ");
    byId("about").title = byId("about").textContent;
    const end = byId("end");
    const unreadable = episode.problem && !episode.moments.length;
    end.textContent = unreadable ? "Unreadable" : episode.end ? `At the end: ${endWords(episode.end).toLowerCase()}` : "Cut off";
    if (episode.unscored) end.textContent += ", not scored";
    if (episode.still_holds === false) end.textContent += "; not all that was done still held";
    end.className = `end ${episode.success && !unreadable ? "good" : "bad"}`;
    byId("collateral").replaceChildren();
    for (const text of episode.collateral) html("li", "", text, byId("collateral"));
    this.graph.show(episode);
    for (const button of byId("tabs").children) if (button.dataset.tab === "tree") button.hidden = !episode.trees;
    if (this.tab === "tree" && !episode.trees) this.tab = "parts";
    this.open(this.tab);
  }

  draw() {
    if (!this.pane?.episode) return;
    const { moment, step, last } = this.pane;
    const states = Object.values(moment.status);
    const done = states.filter((status) => status === "completed").length;
    byId("steps").textContent = `${step} / ${last}`;
    byId("total").textContent = moment.total === null || moment.total === undefined ? "–" : moment.total.toFixed(2);
    byId("gain").hidden = !moment.reward;
    byId("gain").classList.toggle("loss", moment.reward < 0);
    byId("gain").textContent = moment.reward ? `${moment.reward > 0 ? "+" : ""}${moment.reward.toFixed(2)}` : "";
    byId("parts").textContent = `${done} / ${states.length}`;
    const coverage = moment.coverage ?? (states.length ? done / states.length : 0);
    byId("bar").setAttribute("aria-valuenow", Math.round(100 * coverage));
    byId("bar-fill").style.width = `${100 * coverage}%`;
    if (this.tab === "parts") this.graph.light({ status: moment.status, verdicts: {}, completed: moment.completed });
    if (this.tab === "agent") this.tell(moment);
    if (this.tab === "tree") this.tree.show(this.pane);
  }

  // What the agent told before this step, and what it did.
  tell({ told, action, device, words, problem }) {
    const tab = byId("tab-agent");
    tab.replaceChildren();
    const say = (heading, text, kind) => {
      if (!text) return;
      html("h2", "", heading, tab);
      html("p", kind, text, tab);
    };
    say("Thought", told?.thought, "words");
    say("Not asked", told?.queued && "This is another action of its answer before.", "words");
    say("Done", words && device ? `${words}, on the ${device}` : words, "words");
    const usage = told?.usage ?? {};
    const tokens = [
      usage.prompt_tokens != null && `${usage.prompt_tokens} in`,
      usage.completion_tokens != null && `${usage.completion_tokens} out`,
    ].filter(Boolean);
    say("Tokens", tokens.join(", ") + (usage.cost != null ? `${tokens.length ? ", " : ""}cost ${usage.cost}` : ""), "words");
    say("Waited", told?.seconds && `${told.seconds.toFixed(1)} s`, "words");
    say("Asked again", told?.retries && plural(told.retries, "time"), "words");
    say("Was told", told?.error, "words bad");
    say("What went wrong before", problem !== told?.error && problem, "words bad");
    for (const { role, content, pictures } of told?.messages ?? []) {
      const seen = pictures ? `[${plural(pictures, "picture")}]` : "";
      say(MESSAGES[role] ?? `Message of ${role}`, [content, seen].filter(Boolean).join("\n"), "raw");
    }
    for (const [role, text] of byRole(told?.raw ?? "", Object.keys(told?.finish_reason ?? {}))) {
      say(role ? `Answer of ${role}` : "Answer of the model", text, "raw");
    }
    say("Action", action && JSON.stringify(action, null, 1), "raw");
    if (!tab.children.length) html("p", "about", "The episode has ended.", tab);
  }
}
