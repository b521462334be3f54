// What concerns the whole scene: gravity and friction; and the restitution of runs, which is a setting of the run: without one, a run has that
// of the scene.

import { numberIn } from "/page/build.js";
import { Fraction, ONE } from "/page/fraction.js";
import { withSurroundings } from "/page/scene.js";

const by = (id) => document.getElementById(id);
const isNotNegative = (value) => value.sign() >= 0;
const isShare = (value) => value.sign() >= 0 && value.compare(ONE) <= 0;

// The number in a field, an empty text if there is none, null if it is wrong.
function shareOrNothing(field) {
  if (field.value.trim() !== "") return numberIn(field, isShare);
  field.setAttribute("aria-invalid", "false");
  return "";
}

export function installWhole(app) {
  const [x, y, friction] = ["gravity-x", "gravity-y", "friction"].map(by);
  const [restitution, ofRun] = ["restitution", "run-restitution"].map(by);

  const show = () => {
    if (by("scene-form").contains(document.activeElement)) return;
    [x.value, y.value] = app.scene.gravity ?? ["0", "-1"];
    friction.value = app.scene.friction ?? "0";
  };
  by("scene-form").addEventListener("change", () => {
    const gravity = [numberIn(x), numberIn(y)];
    const rubs = numberIn(friction, isNotNegative);
    const bounces = shareOrNothing(restitution);
    const isWrong = gravity.includes(null) || rubs === null || bounces === null;
    by("scene-wrong").textContent = isWrong ? "Expected numbers; friction not negative, restitution from 0 to 1" : "";
    if (isWrong) return;
    ofRun.value = bounces.toString();
    const isOther = gravity.some((value, axis) => !value.equals(Fraction.of((app.scene.gravity ?? ["0", "-1"])[axis])));
    if (isOther || !rubs.equals(Fraction.of(app.scene.friction ?? "0"))) app.change(withSurroundings(app.scene, gravity, rubs));
  });
  by("scene-form").addEventListener("submit", (event) => event.preventDefault());
  ofRun.addEventListener("change", () => {
    restitution.value = ofRun.value;
  });
  restitution.value = ofRun.value;
  app.addEventListener("scene", show);
  show();
}
