// Mouse, pen and fingers on a canvas: drag to pan, wheel or pinch to zoom, tap to choose, swipe to move.

const TAP = 9; // pixels that a finger may move in a tap

/** Attach to a canvas; `on` has pan, zoom, tap, and swipe, which returns whether a swipe moves. */
export function attach(canvas, on) {
  const fingers = new Map();
  let moved = 0, pinch = null, from = null, swiping = false;
  const ratio = () => window.devicePixelRatio || 1;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * ratio(), (event.clientY - box.top) * ratio()];
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) {
      moved = 0;
      from = place(event);
      swiping = event.pointerType === "touch" && on.swipes();
    } else swiping = false;
    pinch = null;
  });

  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    fingers.set(event.pointerId, now);
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (fingers.size === 2) twoFingers(before, now);
    else if (!swiping && moved > TAP) on.pan(now[0] - before[0], now[1] - before[1]);
  });

  function twoFingers(before, now) {
    const [a, b] = [...fingers.values()];
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (pinch) {
      on.pan(middle[0] - pinch.middle[0], middle[1] - pinch.middle[1]);
      if (pinch.apart > 0) on.zoom(apart / pinch.apart, ...middle);
    }
    pinch = { middle, apart };
  }

  function end(event) {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    fingers.delete(event.pointerId);
    pinch = null;
    if (fingers.size || event.type === "pointercancel") return;
    const dx = last[0] - from[0], dy = last[1] - from[1];
    if (moved <= TAP * ratio()) on.tap(...last);
    else if (swiping && Math.hypot(dx, dy) > 24 * ratio()) on.swipe(dx, dy);
  }
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const steps = Math.sign(event.deltaY) * Math.min(3, Math.max(0.4, Math.abs(event.deltaY) / 100));
    on.zoom(2 ** (-steps / 4), ...place(event));
  }, { passive: false });
}
