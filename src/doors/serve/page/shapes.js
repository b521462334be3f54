// Shapes of the picture, in pixels.

const SPACE = "http://www.w3.org/2000/svg";

export const round = (value) => Math.round(value * 100) / 100;

// An element of SVG.
export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// An arrow in pixels from a point along a direction, with a halo.
export function arrow([x, y], [dx, dy], length, kind) {
  const norm = Math.hypot(dx, dy);
  const [ux, uy] = [dx / norm, dy / norm];
  const head = Math.min(9, length * 0.6);
  const at = (along, across) => `${round(x + ux * along - uy * across)} ${round(y + uy * along + ux * across)}`;
  const outline = `M${at(0, 1.1)}L${at(length - head, 1.1)}L${at(length - head, head * 0.45)}L${at(length, 0)}L${at(length - head, -head * 0.45)}L${at(length - head, -1.1)}L${at(0, -1.1)}Z`;
  return [element("path", { d: outline, class: `halo` }), element("path", { d: outline, class: kind })];
}

// An open arrow of lines, for what a scene gives its bodies.
export function openArrow([x, y], [dx, dy], length) {
  const norm = Math.hypot(dx, dy);
  const [ux, uy] = [dx / norm, dy / norm];
  const head = Math.min(7, length * 0.6);
  const at = (along, across) => `${round(x + ux * along - uy * across)} ${round(y + uy * along + ux * across)}`;
  const wing = head * 0.5;
  const outline = `M${at(0, 0)}L${at(length, 0)}M${at(length - head, wing)}L${at(length, 0)}L${at(length - head, -wing)}`;
  return element("path", { d: outline, class: "velocity" });
}

// A bent arrow about a point; `speed` is 1 for the fastest, negative for clockwise.
export function turn([x, y], speed, radius, kind = "turning") {
  const sweep = Math.min(Math.max(Math.abs(speed), 0.2), 1) * 4.4;
  const direction = speed > 0 ? -1 : 1;
  const on = (angle, r = radius) => [round(x + r * Math.cos(angle)), round(y + r * Math.sin(angle))];
  const start = -Math.PI / 2;
  const end = start + direction * sweep;
  const tip = end + direction * 0.35;
  const large = sweep > Math.PI ? 1 : 0;
  const arc = `M${on(start).join(" ")}A${radius} ${radius} 0 ${large} ${direction > 0 ? 1 : 0} ${on(end).join(" ")}`;
  const head = `M${on(end, radius * 1.3).join(" ")}L${on(tip).join(" ")}L${on(end, radius * 0.7).join(" ")}Z`;
  return element(
    "g",
    { class: kind },
    element("path", { d: arc, class: "arc" }),
    element("path", { d: head, class: "head" }),
  );
}
