// The description of the API as a page: every path with its request, its answer, and how to try it.
import { get } from "./api.js";

const make = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });

function table(rows, titles) {
  const whole = document.createElement("table");
  const head = whole.createTHead().insertRow();
  titles.forEach((title) => head.append(make("th", title)));
  const body = whole.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((cell, i) => line.insertCell().append(i === 0 ? make("code", cell) : cell));
  }
  return whole;
}

/** A type in words. */
function typed(schema, all) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map((one) => typed(one, all)).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (schema.type === "array") return `list of ${typed(schema.items, all) || "values"}`;
  const bounds = ["minimum", "maximum", "minLength", "maxLength", "pattern"].filter((name) => name in schema)
    .map((name) => `${name} ${schema[name]}`).join(", ");
  return bounds ? `${schema.type} (${bounds})` : schema.type ?? "any value";
}

function fields(schema, all) {
  const needed = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, one]) => [
    name, typed(one, all), needed.has(name) ? "needed" : one.default !== undefined ? JSON.stringify(one.default) : "", one.description ?? ""]);
}

function operation(path, verb, what, all) {
  const section = document.createElement("section");
  const title = make("h2");
  title.append(make("span", verb.toUpperCase(), "verb"), make("code", path), make("span", what.summary ?? "", "note"));
  section.append(title);
  const asked = (what.parameters ?? []).map(({ name, required, schema, description }) =>
    [name, typed(schema, all), required ? "needed" : JSON.stringify(schema.default ?? ""), description ?? ""]);
  const body = what.requestBody?.content ?? {};
  const schema = body["application/json"]?.schema;
  if (schema?.$ref) asked.push(...fields(all[schema.$ref.split("/").pop()], all));
  else if (body["application/octet-stream"]) asked.push(["the body", "bytes of a file", "needed", ""]);
  if (asked.length) section.append(table(asked, ["name", "type", "default", "meaning"]));
  section.append(table(Object.entries(what.responses).map(([status, one]) =>
    [status, typed(one.content?.["application/json"]?.schema, all) || Object.keys(one.content ?? {}).join(", "), one.description]),
  ["answer", "type", "when"]));
  if (schema) section.append(make("pre", `curl -X ${verb.toUpperCase()} ${location.origin}${path} -H 'Content-Type: application/json' -d '{…}'`));
  return section;
}

const { info, paths, components } = await get("/openapi.json");
const page = document.getElementById("api");
page.replaceChildren(make("p", `${info.description} Version ${info.version}. Making, solving and reading tell their progress as `
  + "server-sent events to whoever sends Accept: text/event-stream; a connection that is closed stops its work."));
for (const [path, verbs] of Object.entries(paths))
  for (const [verb, what] of Object.entries(verbs)) page.append(operation(path, verb, what, components.schemas));
const types = document.createElement("section");
types.append(make("h2", "Types"));
for (const [name, schema] of Object.entries(components.schemas)) {
  types.append(make("h3", name), make("p", schema.description ?? "", "note"));
  if (schema.properties) types.append(table(fields(schema, components.schemas), ["name", "type", "default", "meaning"]));
}
page.append(types);
