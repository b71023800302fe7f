// Reports what mouse and keyboard do on the desktop. What it means is for the server to say.

const BUTTONS = ["left", "middle", "right"];
const REST_MS = 220;
const NOTCH_PIXELS = 100;
const NOTCH_LINES = 3;
const SLOP_PIXELS = 4;
// This goes to the browser's own controls, so that the keyboard can leave the desktop.
const LEAVE_KEY = "F6";

function held(event) {
  if (event.getModifierState("AltGraph")) return event.shiftKey ? ["shift"] : [];
  return [
    ["ctrl", event.ctrlKey],
    ["shift", event.shiftKey],
    ["alt", event.altKey],
    ["meta", event.metaKey],
  ].filter(([, on]) => on).map(([name]) => name);
}

export class Input {
  constructor(screen, drag, send) {
    this.screen = screen;
    this.canvas = screen.canvas;
    this.drag = drag;
    this.send = send;
    this.rest = 0;
    this.start = null;
    const on = (name, handler, options) => this.canvas.addEventListener(name, handler, options);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", () => this.letGo());
    on("pointerleave", () => clearTimeout(this.rest));
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("keydown", (event) => this.key(event));
    on("keyup", (event) => this.send({ type: "keyup", key: event.key }));
    on("contextmenu", (event) => event.preventDefault());
  }

  down(event) {
    event.preventDefault();
    this.screen.focus();
    clearTimeout(this.rest);
    const button = BUTTONS[event.button];
    if (button === undefined) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.start = { clientX: event.clientX, clientY: event.clientY };
    this.send({ type: "down", ...this.screen.pixel(event), button, held: held(event), at_ms: event.timeStamp });
  }

  move(event) {
    clearTimeout(this.rest);
    if (this.start !== null) {
      this.trace(event);
      return;
    }
    const pixel = this.screen.pixel(event);
    this.rest = setTimeout(() => this.send({ type: "rest", ...pixel }), REST_MS);
  }

  up(event) {
    const button = BUTTONS[event.button];
    if (button === undefined) return;
    this.letGo();
    this.send({ type: "up", ...this.screen.pixel(event), button, at_ms: event.timeStamp });
  }

  letGo() {
    this.start = null;
    this.drag.classList.remove("on");
  }

  // A drag is one action, done when the button comes up: until then a line shows it.
  trace(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x1, y1] = [this.start.clientX - box.left, this.start.clientY - box.top];
    const [x2, y2] = [event.clientX - box.left, event.clientY - box.top];
    const [line, circle] = this.drag.children;
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value);
    circle.setAttribute("cx", x1);
    circle.setAttribute("cy", y1);
    this.drag.classList.toggle("on", Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) >= SLOP_PIXELS);
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? NOTCH_PIXELS : NOTCH_LINES;
    const [dx, dy] = [event.deltaX / unit, event.deltaY / unit];
    this.send({ type: "wheel", ...this.screen.pixel(event), dx, dy, held: held(event) });
  }

  key(event) {
    if (event.key === LEAVE_KEY || event.isComposing) return;
    event.preventDefault();
    this.send({ type: "key", key: event.key, code: event.code, held: held(event) });
  }
}
