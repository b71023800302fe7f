// The reward over the steps of an episode, in steps as it was earned, with what was completed.

import { svg } from "./shared/dom.js";

const WIDTH = 1000;
const HEIGHT = 46;
const MARGIN = 7;

export function drawRewards(picture, moments, step) {
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.replaceChildren();
  const last = Math.max(1, moments.length - 1);
  const values = moments.map((m) => m.total ?? Object.values(m.status).filter((s) => s === "completed").length);
  const [low, high] = [Math.min(0, ...values), Math.max(0.001, ...values.map((v) => Math.abs(v)))];
  const most = moments.some((m) => m.total !== null) ? Math.max(1, high) : Math.max(high, Object.keys(moments[0]?.status ?? {}).length);
  const x = (n) => MARGIN + (n / last) * (WIDTH - 2 * MARGIN);
  const y = (value) => HEIGHT - MARGIN - ((value - low) / (most - low)) * (HEIGHT - 2 * MARGIN);
  let line = `M${x(0)},${y(values[0] ?? 0)}`;
  values.forEach((value, n) => {
    if (n) line += `H${x(n)}V${y(value)}`;
  });
  svg("path", { d: `${line}V${y(0)}H${x(0)}Z`, class: "area" }, picture);
  svg("path", { d: line, class: "total" }, picture);
  moments.forEach((m, n) => {
    if (m.completed.length) svg("line", { x1: x(n), x2: x(n), y1: 2, y2: HEIGHT - 2, class: "earned" }, picture);
    if (m.problem) svg("line", { x1: x(n), x2: x(n), y1: HEIGHT - 8, y2: HEIGHT, class: "failed" }, picture);
  });
  svg("line", { x1: x(step), x2: x(step), y1: 0, y2: HEIGHT, class: "now" }, picture);
}
