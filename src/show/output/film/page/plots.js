// Plots over all steps, with a cursor at the step that is shown. A click or a drag goes to a step.

class Plot {
  /** `on.step(step)` is called when the reader asks for a step. */
  constructor(parent, plot, steps, on) {
    Object.assign(this, { plot, steps, on });
    const figure = document.createElement("figure");
    figure.className = "plot";
    figure.dataset.plot = plot.name;
    this.caption = document.createElement("figcaption");
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    figure.append(this.caption, this.canvas);
    parent.append(figure);
    this.still = document.createElement("canvas");
    const numbers = plot.lines.flatMap((line) => line.numbers).filter(Number.isFinite);
    this.range = [Math.min(...minMax(numbers)), Math.max(...minMax(numbers))];
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.seek(event);
    });
    this.canvas.addEventListener("pointermove", (event) => event.buttons > 0 && this.seek(event));
    this.say(plot.lines.map((line) => line.label));
  }

  seek(event) {
    const box = this.canvas.getBoundingClientRect();
    this.on.step(stepAt(event.clientX - box.left, box.width, this.steps));
  }

  /** The caption: what each line is, and its value. */
  say(texts) {
    const title = document.createElement("strong");
    title.textContent = this.plot.title;
    const keys = this.plot.lines.map((line, index) => {
      const key = document.createElement("span");
      key.className = `line ${line.colour}`;
      key.textContent = texts[index];
      return key;
    });
    this.caption.replaceChildren(title, ...keys);
    this.canvas.setAttribute("aria-label", `${this.plot.title} over time: ${texts.join(", ")}`);
  }

  draw(time, step, palette, isRestyled) {
    const { context, width, height, isNew } = sharpened(this.canvas);
    if (isNew || isRestyled || this.still.width !== this.canvas.width) {
      this.drawStill(width, height, palette);
    }
    context.clearRect(0, 0, width, height);
    context.drawImage(this.still, 0, 0, width, height);
    drawCursor(context, pageX(time, width, this.steps), height, palette);
    if (this.told !== step) {
      this.told = step;
      this.say(this.plot.lines.map((line) => `${line.label} ${plotted(line.numbers[step])} ${this.plot.unit}`.trim()));
    }
  }

  drawStill(width, height, palette) {
    [this.still.width, this.still.height] = [this.canvas.width, this.canvas.height];
    const context = this.still.getContext("2d");
    context.setTransform(this.canvas.width / width, 0, 0, this.canvas.height / height, 0, 0);
    const [low, high] = this.range;
    const top = 6;
    const y = (value) => height - top - ((value - low) / (high - low || 1)) * (height - 2 * top);
    context.strokeStyle = palette.fixed;
    context.lineWidth = 1;
    context.strokeRect(0.5, 0.5, width - 1, height - 1);
    for (const line of this.plot.lines) {
      context.strokeStyle = palette[line.colour];
      context.setLineDash(line.dash);
      context.lineWidth = 1.5;
      context.beginPath();
      line.numbers.forEach((value, step) => Number.isFinite(value) && context.lineTo(pageX(step, width, this.steps), y(value)));
      context.stroke();
    }
    context.setLineDash([]);
    context.font = "10px system-ui, sans-serif";
    label(context, plotted(high), 13, palette);
    label(context, plotted(low), height - 5, palette);
  }
}

/** A number at the left edge, readable where a line runs through it. */
function label(context, text, y, palette) {
  context.strokeStyle = palette.paper;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeText(text, 10, y);
  context.fillStyle = palette.muted;
  context.fillText(text, 10, y);
}

/** The least and the largest of any number of numbers; 0 without any. */
function minMax(numbers) {
  let [low, high] = [numbers[0] ?? 0, numbers[0] ?? 0];
  for (const value of numbers) {
    [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return [low, high];
}

function plotted(value) {
  return Number.isFinite(value) ? shortNumber(value) : "–";
}

/** Where a time is on a time line of this width; its ends are half a slider's thumb away from those of the slider's track. */
function pageX(time, width, steps) {
  const margin = 8;
  return margin + (time / Math.max(1, steps)) * (width - 2 * margin);
}

function stepAt(x, width, steps) {
  const margin = 8;
  const step = Math.round(((x - margin) / Math.max(1, width - 2 * margin)) * steps);
  return Math.min(steps, Math.max(0, step));
}

function drawCursor(context, x, height, palette) {
  context.strokeStyle = palette.chosen;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
}
