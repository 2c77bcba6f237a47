// Play, pause, step, step back, speed and scrub: the same controls for watching one search and for a race.

const BUTTONS = [["first", "«", "To the start"], ["back", "‹", "Step back"], ["play", "▶", "Play"],
  ["next", "›", "Step"], ["last", "»", "To the end"]];

export class Timeline {
  /** In an element; calls `shown(step, ended)` whenever the step changes. */
  constructor(element, prefix, shown) {
    this.element = element;
    this.shown = shown;
    this.step = this.count = this.least = 0;
    this.playing = 0;
    const buttons = Object.assign(document.createElement("div"), { className: "buttons" });
    for (const [name, sign, words] of BUTTONS) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: sign, id: `${prefix}-${name}`, title: words });
      button.setAttribute("aria-label", words);
      button.addEventListener("click", () => this[name]());
      buttons.append(button);
      this[`${name}Button`] = button;
    }
    this.scrub = this.range(`${prefix}-scrub`, "Step", 0, 1, 0);
    this.speed = this.range(`${prefix}-speed`, "Speed", 0, 16, 8);
    element.append(buttons, this.scrub.label, this.speed.label);
    this.scrub.input.addEventListener("input", () => { this.pause(); this.go(Number(this.scrub.input.value)); });
    this.speed.input.addEventListener("input", () => this.tellSpeed());
    this.tellSpeed();
  }

  range(id, words, min, max, value) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "range", id, min, max, step: 1, value });
    const output = document.createElement("output");
    output.setAttribute("aria-live", "off");
    label.append(words, input, output);
    return { label, input, output };
  }

  get perSecond() {
    return Math.round(2 ** (Number(this.speed.input.value) * 0.85));
  }

  tellSpeed() {
    this.speed.output.textContent = `${this.perSecond} / s`;
  }

  /** Start with a number of steps, at the end or at the start; with `least`, the step before which none is shown, as step 0. */
  load(count, atEnd, least = 0) {
    this.pause();
    Object.assign(this, { count, least });
    Object.assign(this.scrub.input, { min: least, max: count });
    this.element.hidden = false;
    this.go(atEnd ? count : least);
  }

  close() {
    this.pause();
    this.element.hidden = true;
  }

  go(step) {
    this.step = Math.min(Math.max(step, this.least), this.count);
    this.scrub.input.value = this.step;
    this.scrub.output.textContent = `${this.step - this.least} of ${this.count - this.least}`;
    this.backButton.disabled = this.firstButton.disabled = this.step === this.least;
    this.nextButton.disabled = this.lastButton.disabled = this.step === this.count;
    this.shown(this.step, this.step === this.count);
  }

  first() { this.pause(); this.go(this.least); }
  last() { this.pause(); this.go(this.count); }
  next() { this.pause(); this.go(this.step + 1); }
  back() { this.pause(); this.go(this.step - 1); }

  play() {
    if (this.playing) return this.pause();
    if (this.step === this.count) this.go(this.least);
    this.sign("❙❙", "Pause");
    let before = performance.now(), owed = 0;
    const frame = (now) => {
      owed += ((now - before) / 1000) * this.perSecond;
      before = now;
      const whole = Math.floor(owed);
      owed -= whole;
      if (whole) this.go(this.step + whole);
      if (this.step === this.count) return this.pause();
      this.playing = requestAnimationFrame(frame);
    };
    this.playing = requestAnimationFrame(frame);
  }

  pause() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.sign("▶", "Play");
  }

  sign(sign, words) {
    this.playButton.textContent = sign;
    this.playButton.title = words;
    this.playButton.setAttribute("aria-label", words);
  }
}
