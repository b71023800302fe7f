// Questions to the person: which task, which text.

import { byId, html, plural } from "./shared/dom.js";

const MOST = 200;

export class Dialogs {
  constructor() {
    this.tasks = null;
    byId("filter").oninput = () => this.filter();
    byId("filter").onkeydown = (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault(); // or a search field first empties itself, and the dialog stays
      byId("chooser").close("cancel");
    };
    byId("asker-text").onkeydown = (event) => {
      if (event.key === "Enter" && event.ctrlKey) byId("asker").close("ok");
    };
  }

  // The id of a task, or null.
  async choose() {
    const dialog = byId("chooser");
    dialog.returnValue = "";
    byId("filter").value = "";
    dialog.showModal();
    byId("filter").focus();
    this.tasks ??= await (await fetch("tasks")).json();
    this.filter();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    return dialog.returnValue.startsWith("task:") ? dialog.returnValue.slice("task:".length) : null;
  }

  filter() {
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (task) => {
      const text = `${task.id} ${task.instruction} ${task.apps.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = (this.tasks ?? []).filter(fits);
    byId("found").textContent =
      plural(found.length, "task") + (found.length > MOST ? `, the first ${MOST} of them here` : "");
    byId("list").replaceChildren(...found.slice(0, MOST).map((task) => this.row(task)));
    byId("list").scrollTop = 0;
  }

  row(task) {
    const row = document.createElement("li");
    const button = html("button", "", "", row);
    button.value = `task:${task.id}`;
    html("span", "does", task.instruction, button);
    html("span", "id", task.id, button);
    return row;
  }

  // A text, or "" if nothing was given.
  async ask(question) {
    const dialog = byId("asker");
    byId("asker-heading").textContent = question;
    byId("asker-text").value = "";
    dialog.returnValue = "";
    dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    return dialog.returnValue === "ok" ? byId("asker-text").value : "";
  }
}
