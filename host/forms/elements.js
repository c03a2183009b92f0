/* Elements for forms: all words go into the page as text. */

export const clone = (value) => structuredClone(value);
export const said = (word) => word ?? "";

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== ""));
  return node;
}

export function button(text, label, press, attributes = {}) {
  const node = make("button", { type: "button", class: "form-small", "aria-label": label, ...attributes }, text);
  node.addEventListener("click", press);
  return node;
}

export function select(entries, label) {
  const options = entries.map(([value, text]) => make("option", { value }, text));
  return make("select", { "aria-label": label }, ...options);
}
