// What happens in a step: contacts made and lost, impacts, with friction contacts that begin or cease to slide; in words, and as marks
// on the time line.

/** The kinds of events, each with its mark and lane on the time line; some occur with friction only. */
const KINDS = [
  { kind: "impact", lane: 0, colour: "impact", words: "impact" },
  { kind: "made", lane: 1, colour: "made", words: "contact made" },
  { kind: "lost", lane: 2, colour: "lost", words: "contact lost" },
  { kind: "slips", lane: 3, colour: "velocity", words: "contact begins to slide" },
  { kind: "reverses", lane: 3, colour: "velocity", words: "contact slides back" },
  { kind: "sticks", lane: 4, colour: "force", words: "contact sticks" },
];
const LANES = 3;
const LANES_WITH_FRICTION = 5;

/**
 * The events of each step: { kind, row, earliest, latest, jumps }, or { kind: "impact" } alone
 * where restitution changed velocities: what bounces need not press, and then the film has no row of it.
 */
function eventsOf(film, forces) {
  return film.facts.map((facts, step) => {
    if (facts === null) {
      return [];
    }
    const impacts = new Set(forces.of(step).filter((contact) => contact.isImpact).map((contact) => contact.row));
    const { made, lost, slips, sticks, reverses } = film.changes[step];
    return [
      ...(facts.hasImpact ? [{ kind: "impact" }] : []),
      ...made.map((event) => ({ ...event, kind: impacts.has(event.row) ? "impact" : "made" })),
      ...lost.map((event) => ({ ...event, kind: "lost" })),
      ...slips.map((event) => ({ ...event, kind: "slips" })),
      ...reverses.map((event) => ({ ...event, kind: "reverses" })),
      ...sticks.map((event) => ({ ...event, kind: "sticks" })),
    ];
  });
}

/** Where on the time line the mark of an event is, in steps: in the middle of its bounds; else at the end of its step. */
function timeOf(event, step) {
  return event.row === undefined ? step : step - 1 + (event.earliest + event.latest) / 2;
}

class Events {
  constructor(canvas, film, forces, on) {
    Object.assign(this, { canvas, film });
    this.lists = eventsOf(film, forces);
    this.lanes = film.hasFriction ? LANES_WITH_FRICTION : LANES;
    canvas.classList.toggle("rough", film.hasFriction);
    this.steps = this.lists.flatMap((events, step) => (events.length > 0 ? [step] : []));
    this.still = document.createElement("canvas");
    const seek = (event) => {
      const box = canvas.getBoundingClientRect();
      on.step(stepAt(event.clientX - box.left, box.width, film.steps));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    canvas.addEventListener("pointermove", (event) => event.buttons > 0 && seek(event));
  }

  /** The step with events before or after a step; the step itself if there is none. */
  neighbour(step, direction) {
    const found = direction > 0 ? this.steps.find((other) => other > step) : this.steps.findLast((other) => other < step);
    return found ?? step;
  }

  /** What happens in a step, in words; at most so many of each kind by name. */
  words(step, most) {
    const parts = KINDS.flatMap(({ kind, words }) => {
      const events = this.lists[step].filter((event) => event.kind === kind);
      if (events.length === 0) {
        return [];
      }
      const named = events.slice(0, most).map((event) => `${this.name(event)}${this.when(event, step)}`);
      const rest = events.length > most ? ` and ${events.length - most} more` : "";
      return [`${words}: ${named.join("; ")}${rest}`];
    });
    return parts.join(". ");
  }

  name({ row }) {
    return row === undefined ? "velocities changed by restitution" : contactName(this.film, row);
  }

  /** Between which times, and what jumps. */
  when({ row, earliest, latest, jumps }, step) {
    if (row === undefined) {
      return "";
    }
    const what = jumps ? "velocity jumps" : "acceleration jumps";
    if (latest - earliest === 1) {
      return ` (within the step, ${what})`;
    }
    const seconds = (part) => ((step - 1 + part) * toNumber(this.film.step)).toPrecision(8).replace(/\.?0+$/, "");
    const time = earliest === latest ? `at ${seconds(earliest)} s` : `${seconds(earliest)} to ${seconds(latest)} s`;
    return ` (≈ ${time}, ${what})`;
  }

  draw(time, palette, isRestyled) {
    const { context, width, height, isNew } = sharpened(this.canvas);
    if (isNew || isRestyled) {
      this.drawStill(width, height, palette);
    }
    context.clearRect(0, 0, width, height);
    context.drawImage(this.still, 0, 0, width, height);
    drawCursor(context, pageX(time, width, this.film.steps), height, palette);
  }

  drawStill(width, height, palette) {
    [this.still.width, this.still.height] = [this.canvas.width, this.canvas.height];
    const context = this.still.getContext("2d");
    context.setTransform(this.canvas.width / width, 0, 0, this.canvas.height / height, 0, 0);
    KINDS.forEach(({ kind, lane, colour }) => {
      const y = ((lane + 0.5) * height) / this.lanes;
      this.lists.forEach((events, step) => {
        const times = events.filter((event) => event.kind === kind).map((event) => timeOf(event, step));
        for (const time of new Set(times)) {
          drawMark(context, kind, pageX(time, width, this.film.steps), y, palette[colour]);
        }
      });
    });
  }
}

/** A mark of the time line; kinds differ in shape, not only in colour. */
function drawMark(context, kind, x, y, colour) {
  const size = 3.5;
  [context.fillStyle, context.strokeStyle, context.lineWidth] = [colour, colour, 1.4];
  if (kind === "impact") {
    context.beginPath();
    [[-1, -1, 1, 1], [-1, 1, 1, -1]].forEach(([a, b, c, d]) => {
      context.moveTo(x + a * size, y + b * size);
      context.lineTo(x + c * size, y + d * size);
    });
    context.stroke();
  } else if (kind === "made") {
    trace(context, [[x - size, y + size], [x, y - size], [x + size, y + size]]);
    context.fill();
  } else if (kind === "slips") {
    trace(context, [[x - size, y - size], [x + size, y], [x - size, y + size]]);
    context.fill();
  } else if (kind === "reverses") {
    trace(context, [[x + size, y - size], [x - size, y], [x + size, y + size]]);
    context.stroke();
  } else if (kind === "sticks") {
    context.fillRect(x - 0.8 * size, y - 0.8 * size, 1.6 * size, 1.6 * size);
  } else {
    trace(context, [[x - size, y - size], [x, y + size], [x + size, y - size]]);
    context.stroke();
  }
}

/** What people call the contact of a row. */
function contactName(film, row) {
  const [body, part, vertex, other, otherPart, edge] = film.scene.rows[row];
  const name = (index, inner) => {
    const { name: called, parts } = film.scene.bodies[index];
    return parts.length > 1 ? `${called} (part ${inner})` : called;
  };
  const end = (index, inner, at) => `${(film.scene.bodies[index].radii?.[inner] ?? "0") === "0" ? "vertex" : "arc"} ${at}`;
  const count = film.scene.bodies[other].parts[otherPart].length;
  const met = edge < count ? `edge ${edge}` : end(other, otherPart, edge - count);
  return `${name(body, part)}, ${end(body, part, vertex)}, on ${name(other, otherPart)}, ${met}`;
}
