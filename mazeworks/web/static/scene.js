// A drawing in shapes, of any kind of puzzle: sorted into squares once, so that drawing a part is quick.

const SQUARE = 16;

export class Scene {
  constructor({ width, height, shapes }) {
    this.shapes = shapes.map((shape) => ({ shape, box: boxOf(shape) }));
    this.columns = Math.ceil(width / SQUARE) + 1;
    this.buckets = new Map();
    this.shapes.forEach(({ box }, number) => {
      for (let y = Math.floor(box[1] / SQUARE); y <= Math.floor(box[3] / SQUARE); y++)
        for (let x = Math.floor(box[0] / SQUARE); x <= Math.floor(box[2] / SQUARE); x++) this.bucket(x, y).push(number);
    });
    this.height = height;
    /** Whether the ground is filled and hides what is drawn below. */
    this.covers = shapes.some(isGround);
  }

  bucket(x, y) {
    const key = y * 100003 + x;
    if (!this.buckets.has(key)) this.buckets.set(key, []);
    return this.buckets.get(key);
  }

  /** The indices of all shapes in a rectangle, in drawing order. */
  within([left, top, right, bottom]) {
    const found = new Set();
    for (let y = Math.floor(top / SQUARE); y <= Math.floor(bottom / SQUARE); y++)
      for (let x = Math.floor(left / SQUARE); x <= Math.floor(right / SQUARE); x++)
        for (const number of this.buckets.get(y * 100003 + x) ?? []) found.add(number);
    return [...found].sort((a, b) => a - b);
  }

  /** Draw the shapes in a rectangle of cells, all or those that `wanted` picks; (ox, oy) is the pixel of the origin. */
  draw(context, scale, ox, oy, part, colours, wanted = () => true) {
    context.save();
    context.translate(ox, oy);
    context.scale(scale, scale);
    context.lineCap = context.lineJoin = "round";
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const number of this.within(part)) if (wanted(this.shapes[number].shape)) drawShape(context, this.shapes[number].shape, colours);
    context.restore();
  }
}

/** Whether a shape is part of the ground, rather than something on it. */
export const isGround = ([what, role]) => what === "area" && !["start", "goal", "wall", "faint", "background"].includes(role);

function boxOf(shape) {
  const [what] = shape;
  if (what === "dot") return [shape[2] - shape[4], shape[3] - shape[4], shape[2] + shape[4], shape[3] + shape[4]];
  if (what === "label") {
    const half = shape[5] * Math.max(1, shape[4].length) * 0.4;
    return [shape[2] - half, shape[3] - shape[5], shape[2] + half, shape[3] + shape[5]];
  }
  const points = shape[shape.length - 1];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    box[0] = Math.min(box[0], points[i]);
    box[1] = Math.min(box[1], points[i + 1]);
    box[2] = Math.max(box[2], points[i]);
    box[3] = Math.max(box[3], points[i + 1]);
  }
  return box;
}

function drawShape(context, shape, colours) {
  const [what, role] = shape;
  const colour = colours.role(role);
  context.fillStyle = context.strokeStyle = colour;
  if (what === "line") {
    context.lineWidth = shape[2] || (role === "wall" ? 0.12 : 0.2);
    context.setLineDash(shape[3] ? [0.12, 0.16] : []);
    trace(context, shape[4], false);
    context.stroke();
  } else if (what === "area") {
    trace(context, shape[2], true);
    context.fill();
  } else if (what === "dot") {
    context.beginPath();
    context.arc(shape[2], shape[3], shape[4], 0, 2 * Math.PI);
    context.lineWidth = 0.08;
    context.setLineDash([]);
    if (shape[5]) context.stroke();
    else context.fill();
  } else if (what === "label") {
    context.save(); // draw letters large and scale them down: browsers have a minimum font size
    context.translate(shape[2], shape[3]);
    context.scale(shape[5] / 40, shape[5] / 40);
    context.font = "40px system-ui, 'Liberation Sans', sans-serif";
    context.fillText(shape[4], 0, 2);
    context.restore();
  }
}

function trace(context, points, closed) {
  context.beginPath();
  context.moveTo(points[0], points[1]);
  for (let i = 2; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  if (closed) context.closePath();
}
