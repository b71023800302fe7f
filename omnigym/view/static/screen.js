// The screen of a device at a moment, with what was done on it drawn, and what was heard and seen before it.

import { byId } from "./shared/dom.js";
import { Overlay } from "./overlay.js";
import { source } from "./source.js";

export class DeviceScreen {
  // device: as the server gives it; unit: of what is drawn on it, in its pixels; point is called with the pixel under
  // the pointer, null when it has left.
  constructor(parent, device, unit, point) {
    [this.device, this.unit] = [device, unit];
    this.element = byId("screen").content.cloneNode(true).firstElementChild;
    parent.append(this.element);
    const find = (selector) => this.element.querySelector(selector);
    [this.name, this.frame, this.image, this.blank] = [find("figcaption"), find(".screen"), find("img"), find(".blank")];
    [this.media, this.film, this.sound] = [find(".media"), find("video"), find("audio")];
    this.film.onclick = () => this.play();
    this.overlay = new Overlay(find(".over"));
    this.name.textContent = device.name;
    this.name.hidden = !device.name;
    this.element.dataset.device = device.name;
    [this.image.width, this.image.height] = device.size;
    this.image.onerror = () => this.missing("This screen is missing or damaged.");
    this.frame.onpointermove = (event) => point(this, this.pixel(event));
    this.frame.onpointerleave = () => point(this, null);
  }

  // A moment of an episode of a run, whose screen is that of observation n; soon: that of the next moment.
  show(run, episode, moment, n, soon, marks) {
    if (episode.screens) {
      const screen = source.seen("screens", run, episode.number, this.device.name, n);
      if (screen && this.image.getAttribute("src") !== screen) this.image.src = screen;
      if (!screen) this.missing("This screen is missing.");
      else this.present();
      if (soon !== n && !source.single) new Image().src = source.seen("screens", run, episode.number, this.device.name, soon);
    } else {
      const why = !episode.moments.length ? "It cannot be read." : "No screens were recorded.";
      this.missing(episode.recorded ? why : "This episode was not recorded.");
    }
    const here = moment.device === undefined || moment.device === this.device.name;
    this.element.classList.toggle("acted-on", Boolean(this.device.name && here && moment.action));
    this.overlay.draw(this.device.size, this.unit, here ? moment : {}, marks && episode.screens ? this.marks(moment) : {});
  }

  // What sounded and moved between the moment before and this one, the step-th.
  hear(run, episode, step) {
    const { name } = this.device;
    const told = { sounds: this.sound, films: this.film };
    // room for them at every step, or the screen would grow and shrink
    this.media.hidden = !Object.keys(episode.sounds[name] ?? {}).length && !episode.films[name]?.length;
    this.seconds = episode.sounds[name]?.[step] ?? 0;
    const has = { sounds: this.seconds > 0, films: episode.films[name]?.includes(step) ?? false };
    for (const [kind, element] of Object.entries(told)) {
      const from = has[kind] ? source.seen(kind, run, episode.number, name, step) : null;
      element.classList.toggle("none", !from);
      if (element.getAttribute("src") === from) continue;
      element.pause();
      if (from) element.src = from;
      else element.removeAttribute("src");
      element.load();
    }
  }

  // Play both from the beginning; the browser may refuse where nobody has pressed anything yet.
  play() {
    for (const element of [this.sound, this.film].filter((one) => one.hasAttribute("src"))) {
      element.currentTime = 0;
      element.play().catch(() => {});
    }
  }

  silence() {
    for (const element of [this.sound, this.film]) element.pause();
  }

  // The set of marks of this device: several share one row of numbers.
  marks({ told }) {
    const all = Object.entries(told?.marks ?? {});
    const own = this.device.name ? all.filter(([number]) => told.marks_on?.[number] === this.device.name) : all;
    return Object.fromEntries(own);
  }

  missing(why) {
    this.image.removeAttribute("src");
    this.frame.classList.add("empty");
    this.blank.textContent = why;
  }

  present() {
    this.frame.classList.remove("empty");
    this.blank.textContent = "";
  }

  fit(height) {
    const [across, down] = this.device.size;
    this.frame.style.width = `${Math.floor((across * height) / down)}px`;
    this.frame.style.height = `${Math.floor(height)}px`;
  }

  // The pixel of the screen under a mouse event.
  pixel(event) {
    const box = this.frame.getBoundingClientRect();
    const [width, height] = this.device.size;
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
  }
}
