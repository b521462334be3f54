// What was before, and what was undone.

const MOST = 200;

export class History {
  constructor() {
    this.past = [];
    this.future = [];
  }

  // A change away from `before`. Changes that were undone are gone.
  record(before) {
    this.past.push(before);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
  }

  undo(now) {
    return this.step(this.past, this.future, now);
  }

  redo(now) {
    return this.step(this.future, this.past, now);
  }

  step(from, to, now) {
    if (from.length === 0) return null;
    to.push(now);
    return from.pop();
  }
}
