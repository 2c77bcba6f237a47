// Fields for the parameters of solvers, built from the registry; their values stay from maze to maze.
import { acceptAll, byId, field, readable, refuse, valuesOf } from "./form.js";

export class Parameters {
  /** In an element; the ids of the fields begin with the prefix. */
  constructor(element, prefix, solvers) {
    this.element = element;
    this.prefix = prefix;
    this.fields = new Map(solvers.filter(({ parameters }) => parameters.length).map(({ name, parameters }) => [name,
      new Map(parameters.map((parameter) => [parameter.name, { parameter, ...field(parameter, `${prefix}-${name}-`) }]))]));
  }

  /** Show the fields of these solvers, each under its name where several may be shown. */
  show(names, named = false) {
    const parts = names.filter((name) => this.fields.has(name)).map((name) => {
      const part = document.createElement(named ? "fieldset" : "div");
      if (named) part.append(Object.assign(document.createElement("legend"), { textContent: readable(name) }));
      part.append(...[...this.fields.get(name).values()].map(({ box }) => box));
      return part;
    });
    this.element.replaceChildren(...parts);
  }

  /** The parameters of a solver that differ from the defaults. */
  of(name) {
    acceptAll(this.element);
    return valuesOf(this.fields.get(name) ?? []);
  }

  /** Mark the field of a parameter that was refused. */
  blame(name, about) {
    const input = byId(`field-${this.prefix}-${name}-${about}`);
    if (input) refuse(input);
  }
}
