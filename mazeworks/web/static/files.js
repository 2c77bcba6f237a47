// The view that opens files, dropped or chosen, and saves them in every format.
import { blob, withQuery } from "./api.js";
import { byId } from "./form.js";

export class Files {
  constructor(app, limits) {
    this.app = app;
    this.most = limits.upload;
    byId("file").addEventListener("change", () => {
      const [file] = byId("file").files;
      if (file) this.open(file);
      byId("file").value = "";
    });
    byId("open-id").addEventListener("submit", (event) => {
      event.preventDefault();
      const id = byId("id-field").value.trim();
      if (id) app.openWork("/api/mazes", { id }, "Making");
    });
    byId("with-solution").addEventListener("change", () => this.links());
    this.listen();
  }

  listen() {
    const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
    document.addEventListener("dragover", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      document.body.classList.remove("dropping");
      const [file] = event.dataTransfer?.files ?? [];
      if (!file || event.target.closest?.("input[type=file]")) return; // the field handles the file itself
      event.preventDefault();
      this.open(file);
    });
  }

  async open(file) {
    if (file.size > this.most) {
      this.app.problem(`${file.name} has ${file.size} bytes, and at most ${this.most} are taken`);
      return;
    }
    const view = await this.app.openWork(withQuery("/api/files", { name: file.name.slice(-200) }), file, "Reading");
    if (!view?.game) return;
    this.app.go("play");
    this.app.stage.board?.focus(); // the keys play there; the field that had the focus is hidden now
    this.app.panels.play.tellResumed(file.name);
  }

  opened() {
    this.links();
  }

  enter() {
    this.app.stage.alone();
    this.links();
  }

  /** A link for each format of the open maze; the links stay until another maze is opened. */
  links() {
    const { view, maze } = this.app;
    if (!view) return;
    if (this.listed !== view) {
      byId("downloads").replaceChildren(...view.downloads.map((entry) => this.entry(entry)));
      this.listed = view;
    }
    const solver = byId("with-solution").checked ? "auto" : "";
    for (const note of byId("downloads").querySelectorAll(".without")) note.hidden = !solver;
    for (const link of byId("downloads").querySelectorAll("a")) {
      link.href = withQuery("/api/download", { maze: view.maze, format: link.dataset.format, variant: maze.variant, solver });
    }
  }

  entry({ name, extension, sentence, shows_solution: shows, opens }) {
    const link = Object.assign(document.createElement("a"), { download: `maze${extension}` });
    link.dataset.format = name;
    link.append(Object.assign(document.createElement("b"), { textContent: extension }),
      Object.assign(document.createElement("span"), { textContent: sentence }));
    if (opens === false) link.append(Object.assign(document.createElement("em"), { className: "closed", textContent: "cannot be opened again" }));
    if (!shows) link.append(Object.assign(document.createElement("em"), { className: "without", textContent: "without the solution", hidden: true }));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.save(link.href, link.download);
    });
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  /** Let the server write a file, which may take a while, be cancelled or fail; then download it. */
  async save(path, name) {
    const file = await this.app.busy(`Writing ${name}`, ({ signal }) => blob(path, signal));
    if (!file) return;
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    this.app.say(`${name} is written.`);
  }
}
