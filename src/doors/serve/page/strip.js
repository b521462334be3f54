// What a scene does at the positions of the slider: the strip below it, and the list of exactly critical positions.

import { shown } from "/page/fraction.js";
import { element } from "/page/shapes.js";

const WIDTH = 1000;
const HEIGHT = 14;
const HEIGHTS = { stands: 12, "can stand": 12, falls: 6, blocked: 2, unknown: 1 };

// A position in at most about as many characters as fit.
export const shortened = (value) => shown(value.toString(), 24);

// Draws one cell for each stop, high where the scene stands, and a mark where it is exactly critical.
export function drawStrip(strip, { stops, standing, critical }) {
  const width = WIDTH / Math.max(stops.length, 1);
  const cells = stops.map((stop, place) => {
    const does = standing.get(stop.toString()) ?? "unknown";
    const [x, y, height] = [place * width, HEIGHT - HEIGHTS[does], HEIGHTS[does]];
    return element("rect", { x, y, width: Math.max(width * 0.94, 0.5), height, class: does.replace(" ", "-") });
  });
  const places = stops.flatMap((stop, place) => (critical.some((border) => border.at.equals(stop)) ? [place] : []));
  const marks = places.map((place) =>
    element("rect", { x: (place + 0.5) * width - 3, y: 0, width: 6, height: HEIGHT, class: "critical" }),
  );
  strip.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  strip.setAttribute("preserveAspectRatio", "none");
  strip.replaceChildren(...cells, ...marks);
}

// A critical position with buttons that go there, and just beyond.
export function item({ at, beyond, then, isNear }, go) {
  const made = document.createElement("li");
  const text = document.createElement("span");
  text.textContent = isNear
    ? `Critical between ${shortened(at)} and ${shortened(beyond)}`
    : `Exactly critical at ${shortened(at)}`;
  made.dataset.at = at.toString();
  const step = isNear ? "Beyond" : "10⁻³⁰ beyond";
  const past = then === "falls" ? step : `${step} (overlaps)`;
  made.append(
    text,
    button("Go there", () => go(at)),
    button(past, () => go(beyond)),
  );
  return made;
}

function button(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  return made;
}
