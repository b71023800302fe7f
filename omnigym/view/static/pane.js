// One episode: the screens of its devices, what was done and thought, and the reward over the steps.

import { byId } from "./shared/dom.js";
import { drawRewards } from "./rewards.js";
import { isBad } from "./overlay.js";
import { DeviceScreen } from "./screen.js";

const LOWEST = 40; // pixels
const EDGE = 4; // of the frame around the device that is acted on

export class Pane {
  // go is called with the step that the person goes to, point with a screen and the pixel under the pointer, or null.
  constructor(parent, go, point) {
    this.element = byId("pane").content.cloneNode(true).firstElementChild;
    parent.append(this.element);
    const find = (selector) => this.element.querySelector(selector);
    [this.stage, this.done, this.thought, this.name] = [find(".stage"), find(".done"), find(".thought"), find(".pane-name")];
    [this.curve, this.range] = [find(".curve svg"), find(".curve input")];
    this.point = point;
    this.screens = [];
    this.range.oninput = () => go(Number(this.range.value));
    this.episode = null;
    this.step = 0;
    this.seen = new ResizeObserver(() => this.fit());
    this.seen.observe(this.stage);
  }

  remove() {
    this.seen.disconnect();
    this.element.remove();
  }

  get thinks() {
    return this.episode.moments.some((m) => m.told?.thought);
  }

  // Leave room for a thought: at every step, or the screen would grow and shrink, and in both of two panes or neither, or
  // their screens would not be equally high.
  leaveRoom(forThought) {
    this.thought.hidden = !forThought;
    this.fit();
  }

  // An episode of a run; name is said above it where there are two.
  show(run, episode, name) {
    [this.run, this.episode] = [run, episode];
    this.name.textContent = name;
    this.name.hidden = !name;
    this.range.max = Math.max(0, episode.moments.length - 1);
    this.stage.replaceChildren();
    // all are shown equally high, and so is what is drawn on them
    const { size } = episode.devices.reduce((lowest, device) => (device.size[1] < lowest.size[1] ? device : lowest));
    const unit = Math.max(...size) / 1024 / size[1];
    const made = (device) => new DeviceScreen(this.stage, device, unit * device.size[1], this.point);
    this.screens = episode.devices.map(made);
    this.fit();
  }

  get last() {
    return Math.max(0, (this.episode?.moments.length ?? 1) - 1);
  }

  get moment() {
    return this.episode.moments[this.step] ?? { status: {}, completed: [] };
  }

  // The observation whose screen and tree show a device at a step: where it looks as before, an earlier one.
  shown(device, step = this.step) {
    return this.episode.moments[step]?.shown?.[device] ?? step;
  }

  go(step, marks) {
    this.step = Math.max(0, Math.min(step, this.last));
    const moment = this.moment;
    this.range.value = this.step;
    this.range.setAttribute("aria-valuetext", `step ${this.step} of ${this.last}`);
    for (const screen of this.screens) {
      const { name } = screen.device;
      const soon = this.shown(name, Math.min(this.step + 1, this.last));
      screen.show(this.run, this.episode, moment, this.shown(name), soon, marks);
      screen.hear(this.run, this.episode, this.step);
    }
    this.done.textContent = moment.action ? moment.words : this.step === this.last && this.last ? "The end" : "";
    this.done.classList.toggle("bad", isBad(moment.action));
    const text = moment.action?.text ?? moment.action?.answer ?? moment.action?.message ?? moment.action?.reason;
    this.done.title = typeof text === "string" ? text : "";
    this.thought.textContent = moment.told?.thought ?? "";
    drawRewards(this.curve, this.episode.moments, this.step);
  }

  // Play what was heard and seen before this step; returns how many seconds that is.
  play() {
    for (const screen of this.screens) screen.play();
    return Math.max(0, ...this.screens.map((screen) => screen.seconds));
  }

  silence() {
    for (const screen of this.screens) screen.silence();
  }

  // Show where an element of a device is; null shows none.
  box(device, bounds) {
    for (const screen of this.screens) screen.overlay.box(screen.device.name === device ? bounds : null);
  }

  // As large as fits, all equally high.
  fit() {
    if (!this.screens.length) return;
    const across = this.screens.reduce((sum, { device }) => sum + device.size[0] / device.size[1], 0);
    const several = this.screens.length - 1;
    const gaps = several * parseFloat(getComputedStyle(this.stage).columnGap || 0) + (several && 2 * EDGE);
    const named = Math.max(...this.screens.map((s) => s.element.offsetHeight - s.frame.offsetHeight));
    const height = Math.min((this.stage.clientWidth - gaps) / across, this.stage.clientHeight - named - (several && EDGE));
    for (const screen of this.screens) screen.fit(Math.max(LOWEST, height));
  }
}
