// Long lines at small scales: painted as pixels into a layer larger than the view, which moves with it.

const MARGIN = 0.25; // of the view, on each side

export class Layer {
  constructor() {
    this.key = "";
    this.canvas = null;
  }

  /** Draw the layer at the position of the camera; calls `paint` first where it does not cover the view. */
  draw(context, camera, key, paint) {
    const { viewWidth, viewHeight, scale } = camera;
    const full = `${key}/${scale}/${viewWidth}/${viewHeight}`;
    let [dx, dy] = this.shift(camera);
    if (full !== this.key || Math.abs(dx) > this.left || Math.abs(dy) > this.top) {
      this.begin(camera, full);
      paint(this);
      this.canvas.getContext("2d").putImageData(this.image, 0, 0);
      this.image = this.pixels = null;
      dx = dy = 0;
    }
    context.drawImage(this.canvas, dx - this.left, dy - this.top);
  }

  /** How far the view has moved since the layer was painted, in pixels. */
  shift(camera) {
    return [Math.round((this.x - camera.x) * camera.scale), Math.round((this.y - camera.y) * camera.scale)];
  }

  begin(camera, key) {
    const { viewWidth, viewHeight, x, y, scale } = camera;
    this.left = Math.ceil(viewWidth * MARGIN);
    this.top = Math.ceil(viewHeight * MARGIN);
    this.width = viewWidth + 2 * this.left;
    this.height = viewHeight + 2 * this.top;
    if (this.canvas?.width !== this.width || this.canvas?.height !== this.height) this.canvas = new OffscreenCanvas(this.width, this.height);
    this.image = new ImageData(this.width, this.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    Object.assign(this, { key, x, y });
    const [ox, oy] = camera.pixel(0, 0);
    Object.assign(this, { scale, ox: ox + this.left, oy: oy + this.top });
    this.seen = [-this.ox / scale, -this.oy / scale, (this.width - this.ox) / scale, (this.height - this.oy) / scale];
  }

  /** A line from one point of the maze to another, `thick` whole pixels wide. */
  line([ax, ay], [bx, by], thick, colour) {
    const half = thick / 2;
    const x0 = Math.round(ax * this.scale + this.ox - half), y0 = Math.round(ay * this.scale + this.oy - half);
    const x1 = Math.round(bx * this.scale + this.ox - half), y1 = Math.round(by * this.scale + this.oy - half);
    if (x0 === x1 || y0 === y1)
      return this.block(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1) + thick, Math.max(y0, y1) + thick, colour);
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(x0 + ((x1 - x0) * step) / steps), y = Math.round(y0 + ((y1 - y0) * step) / steps);
      this.block(x, y, x + thick, y + thick, colour);
    }
  }

  block(left, top, right, bottom, colour) {
    const { pixels, width } = this;
    const x0 = Math.max(0, left), x1 = Math.min(width, right), y1 = Math.min(this.height, bottom);
    for (let y = Math.max(0, top); y < y1; y++)
      for (let x = x0, at = y * width + x0; x < x1; x++, at++) pixels[at] = colour;
  }
}
