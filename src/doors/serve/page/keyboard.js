// Everything that the mouse does, with keys.

import { Fraction, ZERO } from "/page/fraction.js";
import { moved } from "/page/scene.js";

const DIRECTIONS = { ArrowLeft: [-1n, 0n], ArrowRight: [1n, 0n], ArrowUp: [0n, 1n], ArrowDown: [0n, -1n] };

const isTyping = (target) => target.matches("input, select, textarea") && target.type !== "checkbox";

export function installKeyboard(app, actions) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && !isTyping(event.target)) {
      const key = event.key.toLowerCase();
      const action =
        key === "z"
          ? event.shiftKey
            ? actions.redo
            : actions.undo
          : key === "y"
            ? actions.redo
            : key === "d"
              ? actions.duplicate
              : null;
      if (action) {
        event.preventDefault();
        action();
      }
      return;
    }
    if (isCommand || event.altKey || isTyping(event.target)) return;
    if (press(app, actions, event)) event.preventDefault();
  });
}

// Whether the key means something.
function press(app, actions, event) {
  const direction = DIRECTIONS[event.key];
  if (
    direction &&
    app.selected &&
    event.target.closest("#picture, body") &&
    !event.target.closest("[role=tablist], [role=radiogroup]")
  ) {
    const times = event.shiftKey ? 10n : 1n;
    const [dx, dy] = direction.map((steps) => (steps === 0n ? ZERO : app.options.grid.times(new Fraction(steps * times))));
    app.change(moved(app.scene, app.selected, dx, dy));
    return true;
  }
  const plain = {
    Delete: actions.remove,
    Backspace: actions.remove,
    PageDown: actions.drop,
    Escape: actions.escape,
    "?": actions.help,
    "+": () => app.changeView((view) => view.zoom(1.25)),
    "=": () => app.changeView((view) => view.zoom(1.25)),
    "-": () => app.changeView((view) => view.zoom(0.8)),
    0: () => app.fit(),
  }[event.key];
  if (!plain) return false;
  plain();
  return true;
}
