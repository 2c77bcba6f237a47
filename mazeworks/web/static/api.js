// Requests to the server: plain ones, and long work that reports its progress and can be cancelled.

export class Problem extends Error {
  /** `about` is the part of the request at fault, if it is one. */
  constructor(status, sentence, about = "") {
    super(sentence);
    this.status = status;
    this.about = about;
  }
}

/** Pass on an answer, and announce its notes: how the server understood the request, or what it left out. */
function noted(data) {
  if (data.notes?.length) document.dispatchEvent(new CustomEvent("notes", { detail: data.notes }));
  return data;
}

async function answer(response) {
  if (response.ok) {
    const notes = response.headers.get("x-notes");
    if (notes) noted({ notes: JSON.parse(decodeURIComponent(notes)) });
    return response;
  }
  let fault = {};
  try { fault = await response.json(); } catch { /* not JSON: use the status */ }
  throw new Problem(response.status, fault.error ?? `the server answered ${response.status}`, fault.about);
}

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw new Problem(0, "cancelled");
    throw new Problem(0, "the server cannot be reached; is it still running?");
  }
  return answer(response);
}

const asJson = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export async function get(path, parameters = {}) {
  return noted(await (await ask(withQuery(path, parameters))).json());
}

export async function bytes(path, parameters) {
  return new Uint8Array(await (await ask(withQuery(path, parameters))).arrayBuffer());
}

export async function blob(path, signal) {
  const response = await ask(path, { signal });
  try {
    return await response.blob();
  } catch (error) {
    throw new Problem(0, error.name === "AbortError" ? "cancelled" : "the server stopped before the work was done");
  }
}

export async function post(path, body) {
  return noted(await (await ask(path, asJson(body))).json());
}

export function withQuery(path, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value != null));
  return query.size ? `${path}?${query}` : path;
}

/** Do long work: `body` is an object or a File; calls `report` with the progress; `signal` cancels it. */
export async function work(path, body, { report = () => {}, signal } = {}) {
  const options = body instanceof Blob
    ? { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body } : asJson(body);
  options.headers.Accept = "text/event-stream";
  const response = await ask(path, { ...options, signal });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return noted(await response.json());
  try {
    for await (const [name, data] of events(response.body)) {
      if (name === "progress") report(data);
      if (name === "problem") throw new Problem(data.status, data.error, data.about);
      if (name === "result") return noted(data);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error.name === "AbortError") throw new Problem(0, "cancelled");
  }
  throw new Problem(0, "the server stopped before the work was done");
}

/** Server-sent events, one after the other. */
async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parts.push(value);
    if (!value.includes("\n\n")) continue; // join the pieces of a large result once, not for each piece
    const blocks = parts.join("").split("\n\n");
    parts = [blocks.pop()];
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const start = block.indexOf("data: ");
      if (name && start >= 0) yield [name, JSON.parse(block.slice(start + 6))];
    }
  }
}
