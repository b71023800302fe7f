// What was said at each step of a rollout: prompts, pictures, calls, reasoning, and the tokens of the answer.

import { html, plural } from "./shared/dom.js";
import { source } from "./source.js";

const ROLES = { system: "Prompt", user: "Message to the model", tool: "Result told to the model", assistant: "Answer of the model" };
const MOST_TOKENS = 2000;
const UNLIKELY = 5; // a log-probability below minus this is drawn in full

export class Transcript {
  constructor(run, file, number) {
    Object.assign(this, { run, file, number });
  }

  // places: the element of each step, in which there is something shorter so far.
  async fill(places) {
    try {
      const steps = await source.transcript(this.run, this.file, this.number);
      steps.forEach((step, n) => places[n] && this.step(step, places[n]));
    } catch (error) {
      if (places.length) html("p", "problem", error.message, places[0]);
    }
  }

  step({ messages, prompt_tokens: asked, completion_tokens: answered, token_ids: ids, logprobs }, place) {
    if (!messages.length) return;
    place.replaceChildren();
    for (const message of messages) this.message(message, place);
    if (asked || answered) html("p", "about", `${plural(asked, "token")} in, ${answered} out`, place);
    if (ids || logprobs) this.tokens(ids ?? logprobs.map(() => ""), logprobs, place);
  }

  message({ role, content, reasoning, calls, picture }, place) {
    const part = html("details", `message ${role}`, "", place);
    part.open = role !== "system";
    html("summary", "", ROLES[role] ?? role, part);
    if (picture) {
      const image = html("img", "", "", part);
      image.loading = "lazy";
      image.alt = "The screen that the model saw";
      image.src = source.picture(this.run, this.file, picture);
    }
    if (reasoning) html("p", "raw reasoning", reasoning, part);
    if (content) html("p", "raw content", content, part);
    for (const { name, arguments: given } of calls) html("p", "raw call", `${name}(${given})`, part);
  }

  // A box a token, the fuller the less likely it was.
  tokens(ids, logprobs, place) {
    const strip = html("p", "tokens", "", place);
    ids.slice(0, MOST_TOKENS).forEach((id, n) => {
      const box = html("span", "token", String(id), strip);
      const drawn = logprobs?.[n];
      if (drawn === undefined) return;
      box.title = `log-probability ${drawn.toFixed(3)}`;
      box.style.setProperty("--surprise", `${Math.round(100 * Math.min(1, -drawn / UNLIKELY))}%`);
    });
    if (ids.length > MOST_TOKENS) html("span", "about", ` and ${ids.length - MOST_TOKENS} more`, strip);
  }
}
