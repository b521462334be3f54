// Exact fractions as the page handles them: read from fields and from the server, compared, put on a grid. They are computed with by the
// functions that all pages share. Whatever the page sends to the server passes through here, never through a floating-point number;
// `toNumber` is for the picture only.

import { add, divide, fraction, multiply, negate, reduced, spelled, subtract, toNumber } from "/page/exact.js";

export class Fraction {
  constructor(numerator, denominator = 1n) {
    if (denominator === 0n) throw new RangeError("a fraction with denominator 0");
    Object.assign(this, reduced(fraction(numerator, denominator)));
  }

  // Reads "p", "p/q", or a decimal with or without an exponent, like the scene reader; null for anything else.
  static parse(text) {
    const trimmed = String(text).trim().replace(/^−/, "-");
    if (trimmed.length > 400) return null;
    const fraction = /^([+-]?\d+)\/(\d+)$/.exec(trimmed);
    if (fraction)
      return /^0+$/.test(fraction[2]) ? null : new Fraction(BigInt(fraction[1].replace("+", "")), BigInt(fraction[2]));
    const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(trimmed);
    if (!decimal || decimal[2] + (decimal[3] ?? "") === "") return null;
    const [, sign, whole, part = "", exponent = "0"] = decimal;
    const digits = BigInt(whole + part) * (sign === "-" ? -1n : 1n);
    const shift = Number(exponent) - part.length;
    return shift < 0 ? new Fraction(digits, 10n ** BigInt(-shift)) : new Fraction(digits * 10n ** BigInt(shift));
  }

  // Like `parse`, for numbers that come from the server or from this program.
  static of(text) {
    const value = Fraction.parse(text);
    if (value === null) throw new RangeError(`found ${text}; expected a number`);
    return value;
  }

  static from({ n, d }) {
    return new Fraction(n, d);
  }

  plus(other) {
    return Fraction.from(add(this, other));
  }

  minus(other) {
    return Fraction.from(subtract(this, other));
  }

  times(other) {
    return Fraction.from(multiply(this, other));
  }

  over(other) {
    return Fraction.from(divide(this, other));
  }

  negated() {
    return Fraction.from(negate(this));
  }

  // -1, 0 or 1.
  compare(other) {
    return this.minus(other).sign();
  }

  equals(other) {
    return this.compare(other) === 0;
  }

  sign() {
    return this.n < 0n ? -1 : this.n > 0n ? 1 : 0;
  }

  isZero() {
    return this.n === 0n;
  }

  isWhole() {
    return this.d === 1n;
  }

  // The largest integer that is not larger, as a BigInt.
  floor() {
    const quotient = this.n / this.d;
    return this.n < 0n && quotient * this.d !== this.n ? quotient - 1n : quotient;
  }

  // The nearest multiple of a positive step.
  nearestMultiple(step) {
    const half = new Fraction(1n, 2n);
    return step.times(new Fraction(this.over(step).plus(half).floor()));
  }

  toString() {
    return spelled(this);
  }

  // A double that is close, for drawing.
  toNumber() {
    return toNumber(this);
  }
}

export const ZERO = new Fraction(0n);
export const ONE = new Fraction(1n);
export const HALF = new Fraction(1n, 2n);

// A decimal near a floating-point number of the picture, as an exact fraction: what a pointer means before it is put on the grid.
export function nearby(value) {
  return new Fraction(BigInt(Math.round(value * 1e9)), 1000000000n);
}

// A fraction for people, as a decimal: after ≈ if it is rounded, with the fraction beside it if that has at most so many characters.
export function shown(text, most = 14) {
  const value = Fraction.of(text);
  const short = decimalOf(value);
  if (short !== null) return short;
  const whole = value.toString().replace("-", "−");
  const rounded = "≈ " + decimal(value.toNumber());
  return whole.length <= most ? `${rounded} (${whole})` : rounded;
}

// The same without a fraction, for vectors.
export const brief = (text) => shown(text, 0);

// A fraction as a decimal of at most six places and twelve characters; null for others.
function decimalOf(value) {
  const places = [0, 1, 2, 3, 4, 5, 6].find((places) => 10n ** BigInt(places) % value.d === 0n);
  if (places === undefined) return null;
  const digits = value.times(new Fraction(10n ** BigInt(places))).n;
  const magnitude = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
  const point = magnitude.length - places;
  const text = (digits < 0n ? "−" : "") + magnitude.slice(0, point) + (places ? "." + magnitude.slice(point) : "");
  return text.length <= 12 ? text : null;
}

// A floating-point number in few digits.
export function decimal(value) {
  const magnitude = Math.abs(value);
  const text =
    magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e5) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace(/-/g, "−");
}
