// Learning curves: a picture a column, over the work that was done, with what was reached at the end.

import { html, svg } from "./shared/dom.js";

const BOARD = { width: 560, height: 220, left: 46, right: 14, top: 12, bottom: 26 };
const TICKS = 4;

const short = (value) =>
  Math.abs(value) >= 1e6 ? `${+(value / 1e6).toPrecision(3)}M` : Math.abs(value) >= 1e3 ? `${+(value / 1e3).toPrecision(3)}k` : `${+value.toPrecision(3)}`;

// curves: of each run those of its files; names: of the runs.
export function drawCharts(parent, curves, names) {
  parent.replaceChildren();
  const columns = new Map(); // column -> lines of all files
  curves.forEach((files, run) => {
    for (const file of files) {
      if (file.problem) html("p", "problem", file.problem, parent);
      for (const [column, values] of Object.entries(file.lines ?? {})) {
        const points = values.map((value, n) => [file.at[n], value]).filter(([at, value]) => at !== null && value !== null);
        const name = [names.length > 1 && names[run], files.length > 1 && file.name].filter(Boolean).join(" ");
        columns.set(column, [...(columns.get(column) ?? []), { name, points, run, over: file.over }]);
      }
    }
  });
  const grid = html("div", "chart-grid", "", parent);
  for (const [column, lines] of columns) chart(grid, column, lines);
  if (!columns.size) html("p", "about", "There is no learning curve here.", grid);
}

function chart(parent, column, lines) {
  const figure = html("figure", "chart", "", parent);
  const caption = html("figcaption", "", "", figure);
  html("strong", "", column.replaceAll("_", " "), caption);
  for (const { name, points, run } of lines) {
    html("span", `key key-${run % 2}`, `${name} ${short(points.at(-1)[1])}`.trim(), caption);
  }
  html("span", "about", `over ${lines[0].over}`, caption);
  const points = lines.flatMap((l) => l.points);
  const rate = points.every(([, v]) => v >= 0 && v <= 1);
  const [low, high] = rate ? [0, 1] : [Math.min(...points.map((p) => p[1])), Math.max(...points.map((p) => p[1]))];
  const [first, last] = [Math.min(...points.map((p) => p[0])), Math.max(...points.map((p) => p[0]))];
  const { width, height, left, right, top, bottom } = BOARD;
  const x = (at) => left + ((at - first) / (last - first || 1)) * (width - left - right);
  const y = (value) => height - bottom - ((value - low) / (high - low || 1)) * (height - top - bottom);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, figure);
  svg("title", {}, picture).textContent = `${column} over ${lines[0].over}`;
  for (let n = 0; n <= TICKS; n++) {
    const value = low + (n / TICKS) * (high - low);
    svg("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "grid" }, picture);
    svg("text", { x: left - 7, y: y(value) + 4, "text-anchor": "end" }, picture).textContent = short(value);
    const at = first + (n / TICKS) * (last - first);
    const anchor = n === 0 ? "start" : n === TICKS ? "end" : "middle";
    svg("text", { x: x(at), y: height - 8, "text-anchor": anchor }, picture).textContent = short(at);
  }
  for (const { points: own, run } of lines) {
    const d = own.map(([at, value], n) => `${n ? "L" : "M"}${x(at).toFixed(1)},${y(value).toFixed(1)}`).join("");
    svg("path", { d, class: `curve-line curve-${run % 2}` }, picture);
  }
}
