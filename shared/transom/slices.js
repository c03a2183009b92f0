// Passes on what comes, in order and in slices: whatever comes, the page has its turn in between.

const SLICE_MS = 8; // of work, before the page has its turn
const FRAME_MS = 16;
const WAITING_MESSAGES = 20_000;
const WAITING_CHARS = 64_000_000;

export class Slices {
  #overload;
  #waiting = []; // what has come and is not passed on yet
  #chars = 0;
  #slice = { since: 0, spent: 0 };
  #turn = null;

  // `overload(text)` gets what there is no room for.
  constructor(overload) {
    this.#overload = overload;
  }

  pass(text, onward) {
    const now = performance.now();
    if (now - this.#slice.since > FRAME_MS) this.#slice = { since: now, spent: 0 };
    if (this.#waiting.length || this.#slice.spent > SLICE_MS) return this.#wait(text, onward);
    try {
      onward(text);
    } finally {
      this.#slice.spent += performance.now() - now;
    }
  }

  #wait(text, onward) {
    const tooMuch = this.#waiting.length >= WAITING_MESSAGES || this.#chars + text.length > WAITING_CHARS;
    if (tooMuch) return this.#overload(text);
    if (!this.#waiting.length) this.#nextTurn();
    this.#waiting.push([text, onward]);
    this.#chars += text.length;
  }

  #nextTurn() {
    if (!this.#turn) {
      this.#turn = new MessageChannel();
      this.#turn.port1.onmessage = () => this.#passWaiting();
    }
    this.#turn.port2.postMessage(null);
  }

  #passWaiting() {
    const end = performance.now() + SLICE_MS;
    let passed = 0;
    try {
      while (passed < this.#waiting.length && performance.now() < end) {
        const [text, onward] = this.#waiting[passed++];
        this.#chars -= text.length;
        onward(text);
      }
    } finally {
      this.#waiting.splice(0, passed);
      if (this.#waiting.length) this.#nextTurn();
    }
  }

  close() {
    this.#waiting = [];
    this.#chars = 0;
    this.#turn?.port1.close();
  }
}
