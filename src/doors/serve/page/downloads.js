// Files to take away: the scene, the proof, the run, the film.

import { Refused, ask } from "/page/service.js";

const by = (id) => document.getElementById(id);

export function installDownloads(app, last) {
  const scene = () => JSON.stringify(app.scene);
  const name = (ending) => `${app.scene.name.replace(/[^\p{L}\p{N}._-]/gu, "-").replace(/^[.-]+/, "") || "scene"}${ending}`;
  const attempt = (action) => async () => {
    by("get-wrong").textContent = "";
    try {
      await action();
    } catch (error) {
      by("get-wrong").textContent = error instanceof Refused ? error.message : String(error);
    }
  };
  const fetched = async (address, body) => (await ask(address, { body })).blob();
  by("get-scene").addEventListener(
    "click",
    attempt(async () => save(await fetched("/api/scene?format=toml", scene()), name(".toml"))),
  );
  by("get-proof").addEventListener(
    "click",
    attempt(async () => save(await fetched("/api/proof", scene()), name(".proof.json"))),
  );
  by("get-run").addEventListener(
    "click",
    attempt(() => save(new Blob([last.run], { type: "application/x-ndjson" }), name(".run.ndjson"))),
  );
  by("get-film").addEventListener(
    "click",
    attempt(async () => save(await fetched(last.film), name(".film.html"))),
  );
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
