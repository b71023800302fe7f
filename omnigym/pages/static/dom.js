// Small things that several parts of the page need.

export const byId = (id) => document.getElementById(id);

export const plural = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

// A new element with a text, at the end of another one.
export function html(name, className, text, parent) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}

// The same in an SVG, with attributes.
export function svg(name, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}
