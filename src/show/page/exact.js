"use strict";

// Exact numbers, for all pages: fractions { n, d } of integers of any size, d > 0, in lowest terms only where that is said.
// Nothing here rounds but `decimal`, which rounds correctly, and `toNumber`, which is for pictures.

export function fraction(n, d = 1n) {
  return d < 0n ? { n: -n, d: -d } : { n, d };
}

export const ZERO = fraction(0n);

/** The fraction that "p" or "p/q" spells. */
export function parseFraction(text) {
  const [n, d] = text.split("/");
  return fraction(BigInt(n), d === undefined ? 1n : BigInt(d));
}

export function add(a, b) {
  return a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function negate(a) {
  return { n: -a.n, d: a.d };
}

export function subtract(a, b) {
  return add(a, negate(b));
}

export function multiply(a, b) {
  return { n: a.n * b.n, d: a.d * b.d };
}

export function divide(a, b) {
  return fraction(a.n * b.d, a.d * b.n);
}

/** The largest integer whose square is at most n ≥ 0, by Newton's method from above. */
export function integerRoot(n) {
  if (n < 2n) {
    return n;
  }
  let root = 1n << BigInt(Math.ceil(bitLength(n) / 2));
  for (;;) {
    const next = (root + n / root) / 2n;
    if (next >= root) {
      return root;
    }
    root = next;
  }
}

/** Two fractions with the square root of a ≥ 0 between them, about 2^-100 of it apart; equal where it is rational. */
export function squareRoot(a) {
  const { n, d } = reduced(a);
  const [above, below] = [integerRoot(n), integerRoot(d)];
  if (above * above === n && below * below === d) {
    const exact = fraction(above, below);
    return { low: exact, high: exact };
  }
  const half = BigInt(Math.max(0, Math.ceil((bitLength(d) - bitLength(n)) / 2) + 100));
  const root = integerRoot((n << (2n * half)) / d);
  return { low: fraction(root, 1n << half), high: fraction(root + 1n, 1n << half) };
}

export function magnitude(n) {
  return n < 0n ? -n : n;
}

export function greatestCommonDivisor(a, b) {
  let [x, y] = [magnitude(a), magnitude(b)];
  while (y !== 0n) {
    [x, y] = [y, x % y];
  }
  return x;
}

/** The same number in lowest terms. */
export function reduced(a) {
  const divisor = greatestCommonDivisor(a.n, a.d);
  return divisor <= 1n ? a : { n: a.n / divisor, d: a.d / divisor };
}

/** "p" or "p/q" in lowest terms. */
export function spelled(a) {
  const { n, d } = reduced(a);
  return d === 1n ? String(n) : `${n}/${d}`;
}

/** How many bits a positive integer has. */
export function bitLength(n) {
  const digits = n.toString(16);
  return 4 * (digits.length - 1) + (32 - Math.clz32(parseInt(digits[0], 16)));
}

/** n / 2^bits as a double, for pictures. */
export function scaledNumber(n, bits) {
  const most = 900;
  return bits <= most ? Number(n) * 2 ** -bits : Number(n >> BigInt(bits - most)) * 2 ** -most;
}

/** A double near the number, for pictures. */
export function toNumber(a) {
  if (a.n === 0n) {
    return 0;
  }
  const shift = 64 + bitLength(a.d) - bitLength(magnitude(a.n));
  const quotient = shift >= 0 ? (a.n << BigInt(shift)) / a.d : a.n / (a.d << BigInt(-shift));
  return Number(quotient) * 2 ** -shift;
}

export function powerOfTen(exponent) {
  return 10n ** BigInt(exponent);
}

/** The e with 10^e ≤ |a| < 10^(e+1), for a other than 0. */
export function decimalExponent(a) {
  const n = magnitude(a.n);
  const isAtLeast = (e) => (e >= 0 ? n >= a.d * powerOfTen(e) : n * powerOfTen(-e) >= a.d);
  let exponent = Math.floor((bitLength(n) - bitLength(a.d)) * Math.log10(2));
  while (!isAtLeast(exponent)) {
    exponent -= 1;
  }
  while (isAtLeast(exponent + 1)) {
    exponent += 1;
  }
  return exponent;
}

/** The digits d1 d2 d3 … of d1.d2d3… 10^exponent, as people write them. */
export function written(figures, exponent) {
  if (exponent < -4 || exponent > 8) {
    const [first, rest] = [figures[0], figures.slice(1)];
    return `${first}${rest === "" ? "" : `.${rest}`}e${exponent}`;
  }
  if (exponent < 0) {
    return `0.${"0".repeat(-exponent - 1)}${figures}`;
  }
  const whole = figures.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = figures.slice(exponent + 1);
  return rest === "" ? whole : `${whole}.${rest}`;
}

/**
 * The decimal of so many significant digits nearest to a number, ties to the even last digit:
 * { text, isExact }. Trailing zeros are left out if nothing was rounded away.
 */
export function decimal(a, digits) {
  if (a.n === 0n) {
    return { text: "0", isExact: true };
  }
  let exponent = decimalExponent(a);
  const shift = digits - 1 - exponent;
  const n = magnitude(a.n) * (shift > 0 ? powerOfTen(shift) : 1n);
  const d = a.d * (shift < 0 ? powerOfTen(-shift) : 1n);
  let quotient = n / d;
  const rest = n - quotient * d;
  if (2n * rest > d || (2n * rest === d && quotient % 2n === 1n)) {
    quotient += 1n;
  }
  let figures = String(quotient);
  if (figures.length > digits) {
    figures = figures.slice(0, digits);
    exponent += 1;
  }
  if (rest === 0n) {
    figures = figures.replace(/0+$/, "");
  }
  return { text: `${a.n < 0n ? "-" : ""}${written(figures, exponent)}`, isExact: rest === 0n };
}

/** The longest decimal of at most so many digits to which every number from low to high is rounded; "0" followed by "?" if there is none. */
export function decimalWithin([low, high], digits) {
  for (let count = digits; count > 0; count -= 1) {
    const [first, last] = [decimal(low, count), decimal(high, count)];
    if (first.text === last.text) {
      return { text: first.text, isExact: first.isExact && last.isExact };
    }
  }
  return { text: "0?", isExact: false };
}
