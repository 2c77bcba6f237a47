// The colours of the theme for the canvas, and colours for the order of states and for tasks.

const NAMES = ["wall", "path", "trail", "start", "goal", "hint", "cell", "faint", "mark", "ink", "board",
  "red", "yellow", "blue", "green", "purple", "orange", "white", "black"];

/** The hue of a task's colour, in degrees. */
export const taskHue = (number) => Math.round((20 + number * 137.5) % 360);

export class Colours {
  constructor() {
    this.read();
  }

  /** Read the colours of the style sheet, which depend on the theme. */
  read() {
    const style = getComputedStyle(document.documentElement);
    this.named = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.named.text = this.named.ink;
    this.named.background = this.named.board;
    this.saturation = style.getPropertyValue("--explored-saturation").trim();
    this.lightness = style.getPropertyValue("--explored-lightness").trim();
    this.orders = Array.from({ length: 256 }, (_, i) => this.hue(210 + (190 * i) / 255));
    this.tasks = Array.from({ length: 360 }, (_, i) => this.hue(taskHue(i)));
    this.wallRgb = rgb(this.named.wall);
    this.packed = { orders: packed(this.orders), tasks: packed(this.tasks) };
  }

  hue(degrees) {
    return `hsl(${Math.round(degrees % 360)} ${this.saturation} ${this.lightness})`;
  }

  /** The colour of a role, or of the colour name it carries, as in `line:blue`; the ground is pale. */
  role(role) {
    if (role.startsWith("on ")) return this.readableOn(this.role(role.slice(3)));
    const colour = this.named[role] ?? this.named[role.split(":").pop()] ?? this.named.ink;
    return /^(ground|pale):/.test(role) ? mixed(colour, this.named.board) : colour;
  }

  /** The colour of letters that stands out more on a plate of this colour. */
  readableOn(plate) {
    const far = (colour) => Math.abs(brightness(colour) - brightness(plate));
    return far(this.named.ink) >= far(this.named.board) ? this.named.ink : this.named.board;
  }

  /** The colour of the step `number` of `count`. */
  order(number, count) {
    return this.orders[Math.min(255, Math.floor((255 * number) / Math.max(1, count - 1)))];
  }

  /** A colour as the 32 bits of a pixel. */
  pack(colour) {
    return packed([colour])[0];
  }

  task(number) {
    return number < 0 ? this.named.cell : this.tasks[number % 360]; // no task walked the start
  }
}

function rgb(hex) {
  const number = parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function brightness(hex) {
  const [red, green, blue] = rgb(hex);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** A little of one colour on the ground of another. */
function mixed(colour, ground) {
  const below = rgb(ground);
  return `rgb(${rgb(colour).map((part, i) => Math.round(0.38 * part + 0.62 * below[i])).join(" ")})`;
}

/** Colours as the 32 bits of a pixel each. */
function packed(list) {
  const context = new OffscreenCanvas(list.length, 1).getContext("2d", { willReadFrequently: true });
  list.forEach((colour, i) => {
    context.fillStyle = colour;
    context.fillRect(i, 0, 1, 1);
  });
  return new Uint32Array(context.getImageData(0, 0, list.length, 1).data.buffer);
}

export const colours = new Colours();
