// Fields for parameters that are more than a text: a layout with its own parameter, an outline from a file.
import { withQuery, work } from "./api.js";
import { byId, fill, readable, title, withNote } from "./form.js";

/** A layout, and beside it the parameter of the chosen one, written `floors:5`. */
export function layoutField({ name, default: usual, help, choices }, layouts) {
  const box = document.createElement("div");
  const label = Object.assign(document.createElement("label"), { className: "field" });
  const select = Object.assign(document.createElement("select"), { id: `field-${name}` });
  const setting = Object.assign(document.createElement("label"), { className: "field" });
  const number = Object.assign(document.createElement("input"), { id: `field-${name}-setting`, inputMode: "decimal", autocomplete: "off", maxLength: 20 });
  const words = document.createElement("span");
  const note = Object.assign(document.createElement("p"), { className: "note" });
  const of = (choice) => layouts.find((layout) => layout.name === choice);
  const show = () => {
    const { sentence, parameter } = of(select.value) ?? {};
    note.textContent = sentence ?? help;
    setting.hidden = !parameter;
    words.textContent = parameter ? title(parameter.name) : "";
    number.value = parameter ? parameter.default : "";
  };
  fill(select, choices.map((choice) => ({ name: choice })), usual);
  select.addEventListener("change", show);
  label.append(title(name), select);
  setting.append(words, number);
  box.append(label, note, setting);
  show();
  const read = () => {
    const text = number.value.trim(), parameter = of(select.value)?.parameter;
    return parameter && text && text !== String(parameter.default) ? `${select.value}:${text}` : select.value;
  };
  const write = (text) => {
    const [choice, own] = text.split(/:(.*)/s);
    select.value = choice;
    show();
    if (own) number.value = own;
  };
  return { box, read, write };
}

/** An outline: a text or an image that the server packs; calls `sized` with the size that suits it. */
export function outlineField({ name, help }, app, most, sized) {
  const box = document.createElement("div");
  const label = Object.assign(document.createElement("label"), { className: "field" });
  const input = Object.assign(document.createElement("input"), { type: "file", id: `field-${name}`, accept: ".txt,text/plain,image/*" });
  const state = Object.assign(document.createElement("p"), { className: "row outline", hidden: true });
  const words = document.createElement("span");
  const remove = Object.assign(document.createElement("button"), { type: "button", id: `remove-${name}`, textContent: `Remove ${readable(name)}` });
  let word = "";
  const write = (text, from = "") => {
    word = text;
    input.value = "";
    state.hidden = !word;
    words.textContent = word ? `Set: ${/^~(\d+)x(\d+)/.exec(word)?.slice(1).join(" by ") ?? "some"} marks${from}.` : "";
  };
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    if (file.size > most) return void app.problem(`${file.name} has ${file.size} bytes, and at most ${most} are taken`);
    const read = await app.busy("Reading", (listen) => work(withQuery("/api/outlines", { name: file.name.slice(-200), layout: byId("field-layout").value }), file, listen));
    write(read?.mask ?? "", ` from ${file.name}`);
    if (!read) return;
    sized(read.width, read.height);
    app.say(`The outline has ${words.textContent.replace(/^Set: /, "")} Make makes a maze in it.`);
  });
  remove.addEventListener("click", () => {
    write("");
    byId(input.id)?.focus();
  });
  label.append(title(name), input);
  state.append(words, remove);
  box.append(label, state);
  return withNote({ box, read: () => word, write }, help);
}
