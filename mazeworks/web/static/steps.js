// Transforms applied to a maze one after the other, each with its parameters, as in braid:0.5+perturb:4.
import { field, fill, title, written } from "./form.js";

export class Steps {
  /** In an element; `transforms` are those of the registry. */
  constructor(element, transforms) {
    this.element = element;
    this.transforms = transforms;
    this.steps = [];
    this.list = Object.assign(document.createElement("ol"), { className: "steps" });
    this.add = Object.assign(document.createElement("button"), { type: "button", id: "add-step", textContent: "Add a change" });
    this.add.addEventListener("click", () => {
      const { select } = this.push(this.transforms[0].name);
      select.focus();
    });
    const heading = Object.assign(document.createElement("p"), { className: "label", textContent: "Then" });
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", "Changes after making");
    element.append(heading, this.list, this.add);
  }

  /** Show the steps for the kind that transforms can change; other kinds have none. */
  offer(kind) {
    this.element.hidden = !this.transforms.some((transform) => transform.kind === kind);
    if (this.element.hidden) this.write("");
  }

  push(name, values = []) {
    const number = this.steps.length + 1;
    const item = document.createElement("li");
    const label = Object.assign(document.createElement("label"), { className: "field grow", textContent: `Change ${number}` });
    const select = document.createElement("select");
    const remove = Object.assign(document.createElement("button"), { type: "button", textContent: "Remove" });
    const fields = document.createElement("div");
    const row = Object.assign(document.createElement("div"), { className: "row" });
    fill(select, this.transforms, name);
    label.append(select);
    row.append(label, remove);
    item.append(row, fields);
    const step = { item, select, fields: [] };
    const show = (values = []) => this.showFields(step, fields, number, values);
    select.addEventListener("change", () => show());
    remove.addEventListener("click", () => this.remove(step));
    remove.setAttribute("aria-label", `Remove change ${number}`);
    this.steps.push(step);
    this.list.append(item);
    show(values);
    return step;
  }

  showFields(step, box, number, values) {
    const transform = this.transforms.find(({ name }) => name === step.select.value);
    const note = Object.assign(document.createElement("p"), { className: "note", textContent: transform.sentence });
    step.fields = transform.parameters.map((parameter, i) => {
      const made = field(parameter, `step-${number}-`);
      if (values[i] !== undefined) made.write(values[i]);
      return { parameter, ...made };
    });
    box.replaceChildren(note, ...step.fields.map((made) => made.box));
  }

  remove(step) {
    const kept = this.texts.filter((_, i) => this.steps[i] !== step);
    this.write(kept.join("+"));
    this.add.focus();
  }

  /** Each step as in an id, without trailing default values. */
  get texts() {
    return this.steps.map(({ select, fields }) => {
      const values = fields.map(({ parameter, read }) => [read() || written(parameter, parameter.default), written(parameter, parameter.default)]);
      while (values.length && values[values.length - 1][0] === values[values.length - 1][1]) values.pop();
      return [select.value, ...values.map(([text]) => text)].join(":");
    });
  }

  read() {
    return this.texts.join("+");
  }

  write(text) {
    this.steps = [];
    this.list.replaceChildren();
    for (const step of text ? text.split("+") : []) {
      const [name, ...values] = step.split(":");
      this.push(name, values);
    }
  }
}
