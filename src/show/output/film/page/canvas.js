// Canvases as sharp as the screen, their colours, and numbers on them.

/** Colours of the style sheet by name. */
function paletteOf(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["paper", "ink", "muted", "line", "chosen", "fixed", "force", "velocity", "impact", "made", "lost", "corner", "potential",
    "rests", "shifts-slow", "shifts-fast", "turns-slow", "turns-fast"];
  return Object.fromEntries(names.map((name) => [name, colour(name)]));
}

/** Gives a canvas as many pixels as it has on the screen; returns its context, its size in CSS pixels, and whether the size is new. */
function sharpened(canvas) {
  const [ratio, width, height] = [window.devicePixelRatio || 1, canvas.clientWidth, canvas.clientHeight];
  const size = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  const isNew = canvas.width !== size[0] || canvas.height !== size[1];
  if (isNew) {
    [canvas.width, canvas.height] = size;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height, isNew };
}

/** A number for a label of a picture. */
function shortNumber(value) {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(3)));
}
