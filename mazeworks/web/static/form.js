// Fields for parameters, built from the registry.

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

/** A sentence with exactly one full stop. */
export const sentence = (words) => (/[.?!…]$/.test(words) ? words : `${words}.`);

/** A slider with a number field beside it, which takes larger numbers too. */
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

/** The field for one parameter of a generator, a solver or a transform; `read` gives its text, as in an id. */
export function field(parameter, prefix = "") {
  const { kind, help, choices, least, most } = parameter, name = prefix + parameter.name;
  const value = written(parameter, parameter.default);
  if (kind === "number" && least !== undefined && most !== undefined)
    return withNote(slider(title(parameter.name), { name, least, most, step: (most - least) / 100, value }), help);
  if (kind === "flag") return flag(parameter.name, name, value, help);
  if (kind === "text" && choices) return usual(parameter, name, value);
  const box = document.createElement("label");
  box.className = "field";
  const input = kind === "choice" ? document.createElement("select") : document.createElement("input");
  if (kind === "choice") fill(input, choices.map((choice) => ({ name: choice })), value);
  else Object.assign(input, { value, autocomplete: "off", maxLength: 200, inputMode: kind === "whole" ? "numeric" : "text" });
  input.id = `field-${name}`;
  box.append(title(parameter.name), input);
  return withNote({ box, read: () => input.value.trim(), write: (text) => { input.value = text; } }, help);
}

/** A text that is usually one of a few: a list to choose from, and a field for any other. */
function usual({ name: words, help, choices }, name, value) {
  const box = document.createElement("div");
  const label = Object.assign(document.createElement("label"), { className: "field" });
  const select = Object.assign(document.createElement("select"), { id: `field-${name}` });
  const input = Object.assign(document.createElement("input"), { id: `field-${name}-other`, autocomplete: "off", maxLength: 200 });
  input.setAttribute("aria-label", `${title(words)}, written`);
  const other = Object.assign(document.createElement("div"), { className: "field" });
  other.append(input);
  fill(select, [...choices.map((choice) => ({ name: choice })), { name: "", label: "other …" }], value);
  const show = () => { other.hidden = select.value !== ""; };
  select.addEventListener("change", () => { show(); if (!other.hidden) input.focus(); });
  label.append(title(words), select);
  box.append(label, other);
  const write = (text) => {
    select.value = choices.includes(text) ? text : "";
    input.value = select.value ? "" : text;
    show();
  };
  write(value);
  return withNote({ box, read: () => select.value || input.value.trim(), write }, help);
}

/** Mark a field as refused until it changes, visibly and for screen readers; #problem holds the sentence. */
export function refuse(input) {
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-errormessage", "problem");
  for (const change of ["input", "change"]) input.addEventListener(change, () => accept(input), { once: true });
}

function accept(input) {
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-errormessage");
}

/** Remove all marks of refused fields. */
export function acceptAll(element) {
  element.querySelectorAll("[aria-invalid]").forEach(accept);
}

/** The values of parameter fields that differ from the defaults, by name. */
export function valuesOf(fields) {
  const parameters = {};
  for (const [name, { parameter, read }] of fields) {
    const text = read();
    if (text !== "" && text !== written(parameter, parameter.default)) parameters[name] = text;
  }
  return parameters;
}

function flag(words, name, value, help) {
  const box = document.createElement("label");
  box.className = "check";
  const input = Object.assign(document.createElement("input"), { type: "checkbox", id: `field-${name}`, checked: value === "yes" });
  box.append(input, title(words));
  return withNote({ box, read: () => (input.checked ? "yes" : "no"), write: (text) => { input.checked = text === "yes"; } }, help);
}

export function withNote(made, help) {
  const all = document.createElement("div");
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: help });
  all.append(made.box, note);
  return { ...made, box: all };
}

export const title = (name) => readable(name[0].toUpperCase() + name.slice(1));

/** A value as in an id. */
export function written({ kind }, value) {
  if (value === null || value === undefined) return "";
  if (kind === "span" && Array.isArray(value)) return value[0] === value[1] ? String(value[0]) : `${value[0]}..${value[1]}`;
  if (kind === "flag") return value ? "yes" : "no";
  return String(value);
}
