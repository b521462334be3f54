// Runs: the scene advanced in time by the server, step by step while the page listens; then a film of it.

import { Latest, Refused, ask, lines } from "/page/service.js";

const by = (id) => document.getElementById(id);

export function installRun(app) {
  const latest = new Latest();
  // What was run last: the scene, the lines of the run, the address of its film.
  const last = { scene: null, run: null, film: null };

  const forget = () => {
    Object.assign(last, { scene: null, run: null, film: null });
    for (const id of ["get-run", "get-film"]) by(id).disabled = true;
    by("run-show").hidden = true;
  };

  // The film plays at once, except where motion is to be reduced.
  const show = () => {
    by("film-frame").src = `${last.film}#autoplay`;
    by("film").showModal();
  };

  const run = async () => {
    const signal = latest.begin();
    forget();
    const steps = Number(by("run-steps").value) || 0;
    const settings = new URLSearchParams({
      steps: by("run-steps").value,
      dt: by("run-dt").value,
    });
    // Without it, bodies bounce as the scene says.
    const restitution = by("run-restitution").value.trim();
    if (restitution !== "") settings.set("restitution", restitution);
    const { scene } = app;
    const [progress, told] = [by("run-progress"), by("run-told")];
    Object.assign(progress, { max: Math.max(steps, 1), value: 0, hidden: false });
    [by("run-go").hidden, by("run-stop").hidden] = [true, false];
    told.className = "note";
    told.textContent = "Running…";
    const found = [];
    let error = null;
    try {
      const response = await ask(`/api/simulate?${settings}`, { body: JSON.stringify(scene), signal });
      for await (const line of lines(response)) {
        error = line.startsWith('{"error"') ? JSON.parse(line).error : null;
        if (error) break;
        found.push(line);
        progress.value = found.length - 1;
        told.textContent = `Step ${found.length - 1} of ${steps}, each accepted by the checker`;
      }
      if (error) throw new Refused(`The run ends early, after ${found.length - 1} of ${steps} steps: ${error}`);
      told.textContent = `${found.length - 1} steps, each accepted by the checker`;
    } catch (error) {
      told.className = "wrong";
      told.textContent = signal.aborted
        ? `Stopped after ${Math.max(found.length - 1, 0)} of ${steps} steps`
        : error instanceof Refused
          ? error.message
          : String(error);
    }
    progress.hidden = true;
    [by("run-go").hidden, by("run-stop").hidden] = [false, true];
    if (found.length < 2) return;
    Object.assign(last, { scene, run: found.join("\n") + "\n" });
    by("get-run").disabled = false;
    await film(last);
  };

  const film = async (ran) => {
    try {
      const response = await ask("/api/film", { body: JSON.stringify(ran.scene) + "\n" + ran.run });
      ran.film = (await response.json()).film;
      by("get-film").disabled = false;
      by("run-show").hidden = false;
      show();
    } catch (error) {
      by("run-told").className = "wrong";
      by("run-told").textContent = error instanceof Refused ? error.message : String(error);
    }
  };

  by("run").addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  by("run-stop").addEventListener("click", () => latest.cancel());
  by("run-show").addEventListener("click", show);
  by("film-close").addEventListener("click", () => by("film").close());
  by("film").addEventListener("close", () => {
    by("film-frame").src = "about:blank";
  });
  return last;
}
