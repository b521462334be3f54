// Requests to the server that this page came from.

const RETRIES = 3;

// What the server says is wrong, in one line.
export class Refused extends Error {}

const wait = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function refusal(response) {
  const text = await response.text();
  try {
    return new Refused(JSON.parse(text).error ?? text);
  } catch {
    return new Refused(text.trim() || `the server says ${response.status}`);
  }
}

// Asks, and asks again where the server is busy with others. Returns a response that is all right.
export async function ask(address, { body, signal } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    let response;
    try {
      response = await fetch(address, { method: body === undefined ? "GET" : "POST", body, signal, cache: "no-store" });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Refused("the server does not answer; is `zwang serve` still running?");
    }
    if (response.ok) return response;
    const told = await refusal(response);
    const isBusy = response.status === 503 && told.message.startsWith("too many requests");
    if (!isBusy || attempt >= RETRIES) throw told;
    await wait(Number(response.headers.get("retry-after") ?? 1), signal);
  }
}

// The lines of a response while they arrive.
export async function* lines(response) {
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const found = rest.split("\n");
    rest = found.pop();
    yield* found;
    if (done) return;
  }
}

// Tells the latest of several requests from earlier ones, which are cancelled when a new one begins.
export class Latest {
  begin() {
    this.controller?.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  cancel() {
    this.controller?.abort();
  }
}
