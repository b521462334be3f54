// The data of a page: integers in bytes, deflated, in base64. docs/films.md has the format.

/** The element with this id. */
function byId(id) {
  return document.getElementById(id);
}

/** The bytes that an element of the page holds. */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads numbers from bytes, one after the other. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  natural() {
    let [value, place] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.at];
      this.at += 1;
      value += (byte & 0x7f) * place;
      if (byte < 0x80) {
        return value;
      }
      place *= 128;
    }
  }

  small() {
    const value = this.natural();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  /** So many floats of 32 bits. */
  floats(count) {
    const floats = Float32Array.from({ length: count }, (_, index) => this.view.getFloat32(this.at + 4 * index, true));
    this.at += 4 * count;
    return floats;
  }

  integer() {
    const head = this.natural();
    const length = Math.floor(head / 2);
    const magnitude = this.magnitude(length);
    return head % 2 === 1 ? -magnitude : magnitude;
  }

  /** The natural number in the next bytes, the lowest first. */
  magnitude(length) {
    let value = 0n;
    let end = this.at + length;
    for (; end - 8 >= this.at; end -= 8) {
      value = (value << 64n) | this.view.getBigUint64(end - 8, true);
    }
    for (; end > this.at; end -= 1) {
      value = (value << 8n) | BigInt(this.bytes[end - 1]);
    }
    this.at += length;
    return value;
  }

  fraction() {
    const n = this.integer();
    return fraction(n, this.integer());
  }

  isAtEnd() {
    return this.at === this.bytes.length;
  }
}

function times(count, make) {
  return Array.from({ length: count }, (_, index) => make(index));
}
