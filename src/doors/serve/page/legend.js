// The legend: what arrows mean, and how long they are. It says only what the picture shows.

import { decimal } from "/page/fraction.js";
import { arrow, element, openArrow } from "/page/shapes.js";

const WIDTH = 64;
const HEIGHT = 14;
const by = (id) => document.getElementById(id);

// The largest of 1, 2, 5, 10, … that is at most so large.
function roundMagnitude(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [5, 2, 1].find((candidate) => candidate * power <= most) ?? 1;
  return factor * power;
}

// An arrow of a round magnitude, and its magnitude.
function showScale(id, scale, name, unit, draw) {
  by(id).hidden = scale === null;
  if (scale === null) return;
  const { most, longest } = scale;
  const magnitude = roundMagnitude((most * Math.min(WIDTH, longest)) / longest);
  const length = (magnitude / most) * longest;
  fill(id, length, draw(length), `${name}${decimal(magnitude)} ${unit}`);
}

function fill(id, length, drawn, text) {
  const [picture, label] = by(id).children;
  const width = Math.max(length + 2, 10);
  picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  picture.style.width = `${width}px`;
  picture.replaceChildren(...drawn);
  label.textContent = text;
}

export function showLegend(scales, view) {
  const middle = [1, HEIGHT / 2];
  showScale("scale-force", scales.force, "force on the upper body, ", "N", (length) => arrow(middle, [1, 0], length, "force"));
  showScale("scale-motion", scales.motion, "acceleration, ", "m/s²", (length) => arrow(middle, [1, 0], length, "acceleration"));
  showScale("scale-velocity", scales.velocity, "velocity, ", "m/s", (length) => [openArrow(middle, [1, 0], length)]);
  showScale("scale-load", scales.load, "load, ", "N", (length) => arrow(middle, [1, 0], length, "load"));
  by("key-several").hidden = !scales.hasSeveral;
  by("key-weak").hidden = scales.weakest === null;
  if (scales.weakest !== null) by("key-weak").querySelector("span").textContent = `below ${decimal(Number(scales.weakest.toPrecision(2)))} N, drawn longer`;
  const metres = roundMagnitude(WIDTH / view.scale);
  const length = metres * view.scale;
  const bar = element("path", { d: `M1 3V11M1 7H${length + 1}M${length + 1} 3V11`, class: "bar" });
  fill("scale-length", length, [bar], `${decimal(metres)} m`);
}
