// Draws walls from their bytes: as crisp bars where cells are large, as pixels where they are small.

/** How thick a wall is, in pixels. */
export const thickness = (scale) => Math.max(1, Math.round(scale * 0.12));

/** Draw the walls in a rectangle of cells; (ox, oy) is the pixel of its origin. */
export function drawWalls(context, maze, scale, ox, oy, [left, top, right, bottom], colour) {
  const { walls, width, height } = maze;
  const x0 = Math.max(0, Math.floor(left)), x1 = Math.min(width, Math.ceil(right));
  const y0 = Math.max(0, Math.floor(top)), y1 = Math.min(height, Math.ceil(bottom));
  if (x0 >= x1 || y0 >= y1) return;
  const thick = thickness(scale), half = thick / 2;
  const at = (number, offset) => Math.round(number * scale + offset - half);
  context.fillStyle = colour;
  context.beginPath();
  for (let y = y0; y <= y1; y++) { // bars across: the north walls of row y, or the south walls of the last
    const row = (y < height ? y : y - 1) * width, flag = y < height ? 1 : 2, py = at(y, oy);
    for (let x = x0; x < x1; x++) {
      if (!(walls[row + x] & flag)) continue;
      const from = x;
      while (x + 1 < x1 && walls[row + x + 1] & flag) x++;
      context.rect(at(from, ox), py, at(x + 1, ox) - at(from, ox) + thick, thick);
    }
  }
  for (let x = x0; x <= x1; x++) { // bars down: the west walls of column x, or the east walls of the last
    const column = x < width ? x : x - 1, flag = x < width ? 8 : 4, px = at(x, ox);
    for (let y = y0; y < y1; y++) {
      if (!(walls[y * width + column] & flag)) continue;
      const from = y;
      while (y + 1 < y1 && walls[(y + 1) * width + column] & flag) y++;
      context.rect(px, at(from, oy), thick, at(y + 1, oy) - at(from, oy) + thick);
    }
  }
  for (let y = y0; y < y1; y++) { // cells closed all around are solid
    for (let x = x0; x < x1; x++) {
      if (walls[y * width + x] !== 15) continue;
      const from = x;
      while (x + 1 < x1 && walls[y * width + x + 1] === 15) x++;
      context.rect(at(from, ox), at(y, oy), at(x + 1, ox) - at(from, ox) + thick, at(y + 1, oy) - at(y, oy) + thick);
    }
  }
  context.fill();
}

/** The same as pixels, for cells of a few pixels or less: a square of `size` pixels from (ox, oy) on. */
export function wallPixels(maze, scale, ox, oy, wide, high, [red, green, blue]) {
  const { walls, width, height } = maze;
  const image = new ImageData(wide, high);
  const pixels = new Uint32Array(image.data.buffer);
  const ink = (alpha) => ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  const shades = Uint32Array.from({ length: 16 }, (_, flags) => ink(40 + 50 * (((flags & 1) ? 1 : 0) + ((flags & 8) ? 1 : 0))));
  shades[15] = ink(255);
  const full = ink(scale >= 2 ? 235 : 190);
  const columns = new Int32Array(wide), first = new Uint8Array(wide);
  for (let px = 0; px < wide; px++) {
    const x = Math.floor((ox + px) / scale);
    columns[px] = x < width && x >= 0 ? x : -1;
    first[px] = Math.floor((ox + px - 1) / scale) !== x ? 1 : 0;
  }
  for (let py = 0; py < high; py++) {
    const y = Math.floor((oy + py) / scale);
    if (y < 0 || y >= height) continue;
    const begins = Math.floor((oy + py - 1) / scale) !== y, row = y * width;
    for (let px = 0, target = py * wide; px < wide; px++, target++) {
      if (columns[px] < 0) continue;
      const flags = walls[row + columns[px]];
      if (scale < 1.5) pixels[target] = shades[flags];
      else if (flags === 15 || (begins && (flags & 1 || first[px])) || (first[px] && flags & 8)) pixels[target] = full;
    }
  }
  return image;
}
