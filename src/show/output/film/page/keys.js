// Keys. They work wherever the focus is, unless it is where the same key means something else.

/** What each key does in every film, given the one that plays. */
const COMMON_KEYS = {
  " ": (player) => player.toggle(),
  ArrowLeft: (player, event) => player.go(player.step - (event.shiftKey ? 10 : 1)),
  ArrowRight: (player, event) => player.go(player.step + (event.shiftKey ? 10 : 1)),
  Home: (player) => player.go(0),
  End: (player) => player.go(player.film.steps),
  "<": (player) => player.changeSpeed(-1),
  ">": (player) => player.changeSpeed(1),
  l: (player) => player.switchShown("loop"),
  n: (player) => player.switchShown("show-names"),
  b: (player, event) => player.nextSubject("body", event.shiftKey ? -1 : 1),
  Escape: (player) => player.choose(null),
  "+": (player) => player.look((camera) => camera.zoom(1.25)),
  "=": (player) => player.look((camera) => camera.zoom(1.25)),
  "-": (player) => player.look((camera) => camera.zoom(0.8)),
  0: (player) => player.look((camera) => camera.fit()),
  a: (player) => player.look((camera) => camera.pan(60, 0)),
  d: (player) => player.look((camera) => camera.pan(-60, 0)),
  w: (player) => player.look((camera) => camera.pan(0, 60)),
  s: (player) => player.look((camera) => camera.pan(0, -60)),
  "?": () => byId("help").showModal(),
};

/** Whether the element with the focus has its own use for a key. */
function isTaken(element, key) {
  const kind = element?.tagName ?? "";
  if (kind === "SELECT" || kind === "TEXTAREA") {
    return true;
  }
  if (kind === "BUTTON" || (kind === "INPUT" && element.type === "checkbox")) {
    return key === " " || key === "Enter";
  }
  // The slider takes steps by itself.
  return kind === "INPUT" && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
}

/** Does what `keys` say. */
function listenToKeys(player, keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open || isTaken(event.target, event.key)) {
      return;
    }
    const isLetter = event.key.length === 1 && event.key !== " ";
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action !== undefined && (byId("keys").checked || !isLetter)) {
      event.preventDefault();
      action(player, event);
    }
  });
}
