// The view in which a puzzle is made: every choice comes from the registry.
import { byId, field, fill, slider, written } from "./form.js";
import { layoutField, outlineField } from "./settings.js";

const LEAST = 5, MOST = 50;

export class Make {
  constructor(app, { registry, limits }) {
    this.app = app;
    this.registry = registry;
    this.limits = limits;
    this.fields = new Map();
    const able = registry.kinds.filter((kind) => this.makers(kind.name).length);
    fill(byId("kind"), able, able.some((kind) => kind.name === "wall") ? "wall" : undefined);
    byId("kind").addEventListener("change", () => this.kindChosen());
    byId("maker").addEventListener("change", () => this.makerChosen(this.changed));
    byId("panel-make").addEventListener("submit", (event) => { event.preventDefault(); this.make(); });
    byId("make-another").addEventListener("click", () => { byId("seed").value = ""; this.make(); });
    this.kindChosen();
  }

  makers(kind) {
    return this.registry.generators.filter((maker) => maker.kind === kind);
  }

  kindChosen() {
    const kind = this.registry.kinds.find(({ name }) => name === byId("kind").value);
    byId("kind-note").textContent = kind.sentence;
    fill(byId("maker"), this.makers(kind.name), kind.generator);
    this.makerChosen();
  }

  /** What was set otherwise than the maker's defaults: the size, and parameters by name. */
  get changed() {
    const parameters = new Map();
    for (const [name, { parameter, read }] of this.fields)
      if (read() !== written(parameter, parameter.default)) parameters.set(name, read());
    return { size: this.size?.map(({ read }) => read()), parameters };
  }

  /** Each kind begins with the defaults of its maker; from maker to maker of a kind what was set stays. */
  makerChosen({ size, parameters } = {}) {
    const maker = this.registry.generators.find(({ name }) => name === byId("maker").value);
    byId("maker-note").textContent = maker.searches ? `${maker.sentence} That takes some seconds.` : maker.sentence;
    const typed = Math.max(MOST, Math.floor(this.limits.cells / LEAST));
    this.size = maker.size && ["width", "height"].map((name, i) => slider(name[0].toUpperCase() + name.slice(1),
      { name, least: LEAST, most: MOST, typed, value: size?.[i] || maker.size[i] }));
    byId("sizes").replaceChildren(...(this.size ?? []).map(({ box }) => box));
    this.fields.clear();
    for (const parameter of maker.parameters) this.fields.set(parameter.name, { parameter, ...this.field(parameter) });
    for (const [name, { write }] of this.fields) if (parameters?.has(name)) write(parameters.get(name));
    byId("parameters").replaceChildren(...[...this.fields.values()].map(({ box }) => box));
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
    const parameters = {};
    for (const [name, { parameter, read }] of this.fields) {
      const text = read();
      if (text !== "" && text !== written(parameter, parameter.default)) parameters[name] = text;
    }
    const seed = byId("seed").value.trim();
    if (!/^\d{0,19}$/.test(seed)) throw new Error(`the seed is a whole number of at most 19 digits, not ${JSON.stringify(seed)}`);
    const ask = { kind: byId("kind").value, maker: byId("maker").value, seed, parameters };
    if (this.size) [ask.width, ask.height] = this.size.map(({ read }) => whole(read()));
    return ask;
  }

  async make() {
    let ask;
    try {
      ask = this.request();
    } catch (error) {
      this.app.problem(error.message);
      return;
    }
    await this.app.openWork("/api/mazes", ask, "Making");
  }

  /** Fill the form with what an id says, so that it can be changed from there. */
  opened(view) {
    const match = /^(\w+):(.*)#(\d+)$/.exec(view.id ?? view.claimed ?? "");
    if (!match || !this.registry.kinds.some(({ name }) => name === match[1])) return;
    const parts = match[2].split(",").filter(Boolean);
    const named = new Map(parts.filter((part) => part.includes("=")).map((part) => part.split(/=(.*)/s).slice(0, 2)));
    const size = parts.find((part) => !part.includes("="))?.split("x");
    byId("kind").value = match[1];
    this.kindChosen();
    if (named.has("with")) {
      byId("maker").value = named.get("with");
      this.makerChosen();
    }
    if (size) this.resize(size);
    for (const [name, { write }] of this.fields) if (named.has(name)) write(named.get(name));
    byId("seed").value = match[3];
  }
}

function whole(text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`a size is a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
