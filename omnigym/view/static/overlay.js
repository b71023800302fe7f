// Draws on a screen, in its own pixels: where the pointer was, what was done, the set of marks, an element.

import { svg } from "./shared/dom.js";

const ARROW = [[0, 0], [0, 17], [4, 13], [7, 20], [10, 19], [7, 12], [12, 12]];
const AT_A_PLACE = ["Click", "Drag", "Move", "Scroll", "MouseDown", "MouseUp"];
const BAD = ["Fail", "Invalid"];

export class Overlay {
  constructor(layer) {
    this.layer = layer;
    this.size = [1, 1];
    this.unit = 1;
  }

  // moment: as the server gives it, without anything of what was done elsewhere; marks: bounds by number.
  // unit: the pixels of the screen that are as large as one on a screen of usual size.
  draw(size, unit, moment, marks) {
    [this.size, this.unit] = [size, unit];
    this.layer.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.layer.replaceChildren();
    this.marks(marks);
    if (moment.action) this.action(moment);
    if (moment.pointer) this.arrow(this.pixel(moment.pointer));
  }

  pixel([x, y]) {
    return [x * this.size[0], y * this.size[1]];
  }

  action({ action, from, pointer }) {
    const [x, y] = this.pixel(pointer);
    const start = action.at ? this.pixel(action.at) : [x, y];
    if (AT_A_PLACE.includes(action.type)) this.line(this.pixel(from), start, "way");
    if (action.type === "Drag") {
      this.line(start, [x, y], "drag-line");
      this.ring(start, 9);
    }
    if (["Click", "Drag", "MouseDown"].includes(action.type)) this.ring([x, y], 18);
    if (action.type === "Click" && action.count > 1) this.ring([x, y], 27);
    if (action.type === "Scroll") this.wheel([x, y], action);
  }

  line([x1, y1], [x2, y2], name) {
    svg("line", { x1, y1, x2, y2, class: name, "stroke-width": (name === "way" ? 1.5 : 4) * this.unit }, this.layer);
  }

  ring([cx, cy], radius) {
    svg("circle", { cx, cy, r: radius * this.unit, class: "ring", "stroke-width": 3 * this.unit }, this.layer);
  }

  wheel([x, y], { dx, dy }) {
    const turn = dy ? (dy > 0 ? 0 : 180) : dx > 0 ? -90 : 90;
    for (const step of [16, 26]) {
      const d = `M-9,${step}L0,${step + 8}L9,${step}`;
      const transform = `translate(${x} ${y}) rotate(${turn}) scale(${this.unit})`;
      svg("path", { d, transform, class: "wheel", "stroke-width": 4 }, this.layer);
    }
  }

  arrow([x, y]) {
    const scale = Math.max(0.6, this.unit);
    svg("path", { d: `M${ARROW.join("L")}Z`, transform: `translate(${x} ${y}) scale(${scale})`, class: "arrow" }, this.layer);
  }

  marks(marks) {
    const size = 13 * this.unit;
    for (const [label, [x, y, width, height]] of Object.entries(marks)) {
      svg("rect", { x, y, width, height, class: "mark-box", "stroke-width": 1.5 * this.unit }, this.layer);
      const room = (label.length * 0.62 + 0.6) * size;
      svg("rect", { x, y, width: room, height: 1.2 * size, class: "mark-label" }, this.layer);
      const at = { x: x + room / 2, y: y + 0.92 * size, "font-size": size, class: "mark-text", "text-anchor": "middle" };
      svg("text", at, this.layer).textContent = label;
    }
  }

  // Show where an element is; null shows none.
  box(bounds) {
    this.layer.querySelector(".element")?.remove();
    if (!bounds) return;
    const [x, y, width, height] = bounds;
    svg("rect", { x, y, width, height, class: "element", "stroke-width": 2 * this.unit }, this.layer);
  }
}

export const isBad = (action) => BAD.includes(action?.type);
