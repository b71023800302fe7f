// The task's graph: a row a node, and beside the rows the rails that say what must be done before what.

import { html, svg } from "./dom.js";

const LANES_WIDTH = 66; // of all lanes together, unless there are so many that they would touch
const LANE = { widest: 22, narrowest: 12 };
const LEFT = 11;
const RADIUS = 8;
const STATUS = { waiting: "waits for another part", evaluating: "to be done", completed: "done" };

// From one lane to another between two rows.
const bend = (x0, y0, x1, y1) => `C${x0},${(y0 + y1) / 2} ${x1},${(y0 + y1) / 2} ${x1},${y1}`;

export class Graph {
  constructor(list, rails) {
    this.list = list;
    this.rails = rails;
    this.nodes = [];
    this.edges = [];
    this.lane = LANE.widest;
    this.status = {};
    new ResizeObserver(() => this.draw()).observe(list);
  }

  show({ nodes, edges }) {
    this.nodes = nodes;
    this.edges = edges;
    this.status = {};
    const last = Math.max(...nodes.map((n) => n.lane), ...edges.map((e) => e.lane));
    this.lane = Math.max(LANE.narrowest, Math.min(LANE.widest, LANES_WIDTH / Math.max(1, last)));
    this.list.style.marginLeft = `${last * this.lane + 2 * LEFT + 4}px`;
    this.list.replaceChildren();
    for (const node of nodes) {
      const row = html("li", "", "", this.list);
      row.dataset.node = node.id;
      row.dataset.status = "waiting";
      const app = html("div", "app", node.app, row);
      if (node.device) html("span", "on-device", node.device, app);
      html("div", "does", node.instruction, row);
    }
    this.draw();
  }

  light({ status, verdicts, completed }) {
    this.status = status;
    for (const row of this.list.children) {
      const id = row.dataset.node;
      const now = status[id];
      row.dataset.status = now;
      row.title = now === "evaluating" && verdicts[id] ? verdicts[id] : STATUS[now];
      row.classList.toggle("lit", completed.includes(id));
      if (completed.includes(id)) row.scrollIntoView({ block: "nearest" });
    }
    this.draw();
  }

  draw() {
    const rows = [...this.list.children];
    const middle = (row) => rows[row].offsetTop + rows[row].offsetHeight / 2;
    const x = (lane) => LEFT + lane * this.lane;
    this.rails.replaceChildren();
    if (!rows.length) return;
    for (const { start, end, lane } of this.edges) {
      const [from, to, by] = [x(this.nodes[start].lane), x(this.nodes[end].lane), x(lane)];
      const path = end === start + 1
        ? `M${from},${middle(start)}${bend(from, middle(start), to, middle(end))}`
        : `M${from},${middle(start)}${bend(from, middle(start), by, middle(start + 1))}` +
          `L${by},${middle(end - 1)}${bend(by, middle(end - 1), to, middle(end))}`;
      const done = this.status[this.nodes[start].id] === "completed";
      svg("path", { d: path, class: done ? "done" : "" }, this.rails);
    }
    this.nodes.forEach((node, row) => {
      const [cx, cy] = [x(node.lane), middle(row)];
      const group = svg("g", { class: this.status[node.id] ?? "waiting" }, this.rails);
      svg("circle", { cx, cy, r: RADIUS, class: "halo" }, group);
      svg("circle", { cx, cy, r: RADIUS - 1 }, group);
      svg("path", { d: `M${cx - 3.4},${cy + 0.3}l2.4,2.4l4.4,-5`, class: "tick" }, group);
    });
  }
}
