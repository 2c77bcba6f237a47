// The view that makes puzzles: every choice comes from the registry.
import { acceptAll, byId, field, fill, refuse, slider, valuesOf, written } from "./form.js";
import { layoutField, outlineField } from "./settings.js";
import { Steps } from "./steps.js";

const LEAST = 5, MOST = 50;

export class Make {
  constructor(app, { registry, limits }) {
    this.app = app;
    this.registry = registry;
    this.limits = limits;
    this.fields = new Map();
    this.asked = null; // the request of the form, until it is done
    this.steps = new Steps(byId("then"), registry.transforms);
    const able = registry.kinds.filter((kind) => this.generators(kind.name).length);
    fill(byId("kind"), able, able.some((kind) => kind.name === "wall") ? "wall" : undefined);
    byId("kind").addEventListener("change", () => this.kindChosen());
    byId("generator").addEventListener("change", () => this.generatorChosen(this.changed));
    byId("panel-make").addEventListener("submit", (event) => { event.preventDefault(); this.make(); });
    byId("make-another").addEventListener("click", () => { byId("seed").value = ""; this.make(); });
    this.kindChosen();
  }

  generators(kind) {
    return this.registry.generators.filter((generator) => generator.kind === kind);
  }

  kindChosen() {
    const kind = this.registry.kinds.find(({ name }) => name === byId("kind").value);
    byId("kind-note").textContent = kind.sentence;
    fill(byId("generator"), this.generators(kind.name), kind.generator);
    this.steps.offer(kind.name);
    this.generatorChosen();
  }

  /** The values that differ from the generator's defaults: the size, and parameters by name. */
  get changed() {
    const parameters = new Map();
    for (const [name, { parameter, read }] of this.fields)
      if (read() !== written(parameter, parameter.default)) parameters.set(name, read());
    return { size: this.size?.map(({ read }) => read()), parameters };
  }

  /** A kind starts with the defaults of its generator; another generator of the kind keeps the values that were set. */
  generatorChosen({ size, parameters } = {}) {
    const generator = this.registry.generators.find(({ name }) => name === byId("generator").value);
    byId("generator-note").textContent = generator.searches ? `${generator.sentence} That takes some seconds.` : generator.sentence;
    const { most, typed } = this.largest(generator);
    this.size = generator.size && ["width", "height"].map((name, i) => slider(name[0].toUpperCase() + name.slice(1),
      { name, least: LEAST, most, typed, value: size?.[i] || generator.size[i] }));
    byId("size-note").textContent = this.size && typed < this.limits.cells / LEAST ? largestWords(generator) : "";
    byId("sizes").replaceChildren(...(this.size ?? []).map(({ box }) => box));
    this.fields.clear();
    for (const parameter of generator.parameters) this.fields.set(parameter.name, { parameter, ...this.field(parameter) });
    for (const [name, { write }] of this.fields) if (parameters?.has(name)) write(parameters.get(name));
    byId("parameters").replaceChildren(...[...this.fields.values()].map(({ box }) => box));
  }

  /** The longest side: on the slider, so that all its sizes can be made, and typed. */
  largest({ most_side: side, most_cells: cells }) {
    const most = Math.min(MOST, side ?? MOST, Math.floor(Math.sqrt(cells ?? MOST * MOST)));
    return { most, typed: Math.max(most, Math.min(side ?? Infinity, Math.floor((cells ?? this.limits.cells) / LEAST))) };
  }

  field(parameter) {
    if (parameter.kind === "layout") return layoutField(parameter, this.registry.layouts);
    if (parameter.kind === "outline") return outlineField(parameter, this.app, this.limits.upload, (...size) => this.resize(size));
    return field(parameter);
  }

  resize(size) {
    this.size?.forEach(({ write }, i) => write(String(size[i] ?? size[0])));
  }

  request() {
    const seed = byId("seed").value.trim();
    if (!/^\d{0,19}$/.test(seed)) throw new Wrong("seed", `the seed is a whole number of at most 19 digits, not ${JSON.stringify(seed)}`);
    const ask = { kind: byId("kind").value, generator: byId("generator").value, seed, parameters: valuesOf(this.fields), then: this.steps.read() };
    if (this.size) [ask.width, ask.height] = this.size.map(({ read }, i) => whole(["width", "height"][i], read()));
    return ask;
  }

  async make() {
    acceptAll(byId("panel-make"));
    let ask;
    try {
      ask = this.request();
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      this.app.problem(error.message);
      this.blame(error.about);
      return;
    }
    this.asked = ask;
    try {
      await this.app.openWork("/api/mazes", ask, "Making", true, (about) => this.blame(about));
    } finally {
      if (this.asked === ask) this.asked = null;
    }
  }

  /** Mark the fields that were refused. */
  blame(about) {
    const ids = about === "size" ? ["field-width", "field-height"] : [about, `field-${about}`, `field-${about}-setting`, `field-${about}-other`];
    const inputs = about === "then" ? byId("then").querySelectorAll("select") : ids.map(byId);
    for (const input of inputs) if (input?.matches("#panel-make input, #panel-make select") && input.checkVisibility()) refuse(input);
  }

  /** Fill the form from an id, so that it can be changed; not after a request of the form itself. */
  opened(view) {
    const match = /^(\w+):(.*)#(\d+)$/.exec(view.id ?? view.claimed ?? "");
    if (!match || !this.registry.kinds.some(({ name }) => name === match[1])) return;
    if (this.asked) { // the form may have changed by now
      if (byId("seed").value.trim() === this.asked.seed) byId("seed").value = match[3];
      return;
    }
    const parts = match[2].split(",").filter(Boolean);
    const named = new Map(parts.filter((part) => part.includes("=")).map((part) => part.split(/=(.*)/s).slice(0, 2)));
    const size = parts.find((part) => !part.includes("="))?.split("x");
    byId("kind").value = match[1];
    this.kindChosen();
    if (named.has("with")) {
      byId("generator").value = named.get("with");
      this.generatorChosen();
    }
    if (size) this.resize(size);
    for (const [name, { write }] of this.fields) if (named.has(name)) write(named.get(name));
    this.steps.write(named.get("then") ?? "");
    byId("seed").value = match[3];
  }
}

/** An invalid value in the form, and its field. */
class Wrong extends Error {
  constructor(about, sentence) {
    super(sentence);
    this.about = about;
  }
}

function whole(name, text) {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new Wrong(name, `the ${name} is a whole number, at least 1, not ${JSON.stringify(text)}`);
  return Number(text);
}

function largestWords({ most_side: side, most_cells: cells }) {
  return side ? `Up to ${side} by ${side}.` : `Up to ${cells} places, such as ${Math.floor(Math.sqrt(cells))} by ${Math.floor(Math.sqrt(cells))}.`;
}
