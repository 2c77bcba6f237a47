// Fields for parameters, built from what the registry says of each.

export const byId = (id) => document.getElementById(id);

/** Fill a select with entries of the registry. */
export function fill(select, entries, chosen) {
  select.replaceChildren(...entries.map(({ name, label, disabled }) => {
    const option = new Option(label ?? readable(name), name, false, name === chosen);
    option.disabled = Boolean(disabled);
    return option;
  }));
}

/** A name as a person writes it: `breadth_first` is breadth first. */
export const readable = (name) => name.replaceAll("_", " ");

/** A number of things: 1 move, 2 moves. */
export const many = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** A sentence with the full stop it needs, and no other. */
export const sentence = (words) => (/[.?!…]$/.test(words) ? words : `${words}.`);

/** A slider with a number beside it, for which larger numbers may be typed. */
export function slider(label, { name, least, most, typed = most, step = 1, value }) {
  const box = document.createElement("div");
  box.className = "slide";
  const title = Object.assign(document.createElement("span"), { textContent: label, id: `label-${name}` });
  const range = Object.assign(document.createElement("input"), { type: "range", min: least, max: most, step, value });
  const number = Object.assign(document.createElement("input"), { type: "text", inputMode: "decimal", id: `field-${name}`, value, autocomplete: "off" });
  range.setAttribute("aria-labelledby", title.id);
  number.setAttribute("aria-labelledby", title.id);
  range.addEventListener("input", () => { number.value = range.value; });
  number.addEventListener("input", () => { range.value = number.value; });
  if (typed > most) title.title = `up to ${typed} when typed`;
  box.append(title, range, number);
  return { box, read: () => number.value.trim(), write: (text) => { number.value = range.value = text; } };
}

/** The field for one parameter of a maker; `read` gives its text, as it stands in an id. */
export function field(parameter) {
  const { name, kind, help, choices, least, most } = parameter;
  const value = written(parameter, parameter.default);
  if (kind === "number" && least !== undefined && most !== undefined)
    return withNote(slider(title(name), { name, least, most, step: (most - least) / 100, value }), help);
  if (kind === "flag") return flag(name, value, help);
  const box = document.createElement("label");
  box.className = "field";
  const input = kind === "choice" ? document.createElement("select") : document.createElement("input");
  if (kind === "choice") fill(input, choices.map((choice) => ({ name: choice })), value);
  else Object.assign(input, { value, autocomplete: "off", maxLength: 200, inputMode: kind === "whole" ? "numeric" : "text" });
  input.id = `field-${name}`;
  box.append(title(name), input);
  return withNote({ box, read: () => input.value.trim(), write: (text) => { input.value = text; } }, help);
}

function flag(name, value, help) {
  const box = document.createElement("label");
  box.className = "check";
  const input = Object.assign(document.createElement("input"), { type: "checkbox", id: `field-${name}`, checked: value === "yes" });
  box.append(input, title(name));
  return withNote({ box, read: () => (input.checked ? "yes" : "no"), write: (text) => { input.checked = text === "yes"; } }, help);
}

export function withNote(made, help) {
  const all = document.createElement("div");
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: help });
  all.append(made.box, note);
  return { ...made, box: all };
}

export const title = (name) => readable(name[0].toUpperCase() + name.slice(1));

/** A value as it stands in an id. */
export function written({ kind }, value) {
  if (value === null || value === undefined) return "";
  if (kind === "span" && Array.isArray(value)) return value[0] === value[1] ? String(value[0]) : `${value[0]}..${value[1]}`;
  if (kind === "flag") return value ? "yes" : "no";
  return String(value);
}
