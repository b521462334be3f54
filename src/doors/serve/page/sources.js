// Scenes to begin with: families with their arguments, the gallery, the user's folder, a file.

import { Refused, Latest, ask } from "/page/service.js";

const PAUSE = 250;
const COUNTS = { count: "5", size: "4", rows: "4", columns: "4", stones: "7", supports: "3" };
const by = (id) => document.getElementById(id);

export function installSources(app) {
  installFamilies(app);
  installGallery(app);
  by("open").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    await attempt(by("open-wrong"), async () => {
      const response = await ask("/api/scene?format=json", { body: await file.text() });
      app.open(await response.json());
    });
  });
}

// Does something, and says what the server refused.
async function attempt(wrong, action) {
  wrong.textContent = "";
  try {
    await action();
  } catch (error) {
    if (error.name !== "AbortError") wrong.textContent = error instanceof Refused ? error.message : String(error);
  }
}

async function installFamilies(app) {
  const latest = new Latest();
  await attempt(by("family-wrong"), async () => {
    const { families } = await (await ask("/api/families")).json();
    app.families = families;
    by("family").append(...families.map(({ name }) => new Option(name)));
    let timer = null;
    const load = () =>
      attempt(by("family-wrong"), async () => {
        const family = by("family").value;
        const given = Object.fromEntries(new FormData(by("family-form")));
        for (const [name, value] of Object.entries(given)) if (value === "") delete given[name];
        const response = await ask(sceneAddress(family, given), { signal: latest.begin() });
        app.open(await response.json(), { family, given });
      });
    const choose = () => {
      const family = families.find(({ name }) => name === by("family").value);
      by("family-about").textContent = family.about;
      const build = document.createElement("button");
      build.textContent = "Build";
      build.className = "primary";
      by("family-form").replaceChildren(...family.arguments.map(field), build);
    };
    by("family").addEventListener("change", () => {
      choose();
      load();
    });
    by("family-form").addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(load, PAUSE);
    });
    by("family-form").addEventListener("submit", (event) => {
      event.preventDefault();
      load();
    });
    choose();
    app.tell("families");
  });
}

// The address of a scene of a family; `given` are its arguments.
export function sceneAddress(family, given) {
  return `/api/scene/${encodeURIComponent(family)}?${new URLSearchParams({ ...given, format: "json" })}`;
}

function field({ name, about, kind, required, default: preset, choices }) {
  const label = document.createElement("label");
  label.title = about;
  const words = name.replaceAll("-", " ");
  let input;
  if (choices) {
    input = document.createElement("select");
    input.append(...choices.map((choice) => new Option(choice, choice, choice === preset, choice === preset)));
  } else {
    input = document.createElement("input");
    if (kind === "switch") {
      input.type = "checkbox";
      input.value = "true";
      label.className = "check";
    } else {
      input.value = required || preset ? (preset ?? COUNTS[name] ?? "3") : "";
      if (input.value === "") input.placeholder = "as usual";
      input.inputMode = kind === "count" ? "numeric" : "text";
    }
  }
  input.name = name;
  const note = document.createElement("small");
  note.textContent = about;
  if (kind === "switch") label.append(input, ` ${words}`, note);
  else label.append(words, input, note);
  return label;
}

async function installGallery(app) {
  await attempt(by("open-wrong"), async () => {
    const [gallery, folder] = await Promise.all(
      ["gallery", "folder"].map(async (source) => (await ask(`/api/${source}`)).json()),
    );
    const entries = [
      ...folder.map((entry) => ({ ...entry, source: "folder" })),
      ...gallery.map((entry) => ({ ...entry, source: "gallery" })),
    ];
    by("scenes").append(...entries.map((entry) => item(app, entry)));
  });
}

function item(app, { name, title, expect, source }) {
  const made = document.createElement("li");
  const button = document.createElement("button");
  const strong = document.createElement("strong");
  strong.textContent = name;
  const note = document.createElement("small");
  note.textContent = [title ?? (source === "folder" ? "from your folder" : ""), expect].filter(Boolean).join(" · ");
  button.append(strong, note);
  button.addEventListener("click", () =>
    attempt(by("open-wrong"), async () => {
      const response = await ask(`/api/${source}/${encodeURIComponent(name)}?format=json`);
      app.open(await response.json());
    }),
  );
  made.append(button);
  return made;
}
