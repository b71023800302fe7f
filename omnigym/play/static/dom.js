// Small things that several parts of the page need.

export const byId = (id) => document.getElementById(id);

export const plural = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

// "file_manager" as a person writes it.
export const appName = (app) => app.charAt(0).toUpperCase() + app.slice(1).replaceAll("_", " ");

// A new element with a text, at the end of another one.
export function html(name, className, text, parent) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}
