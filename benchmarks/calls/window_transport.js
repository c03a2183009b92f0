// The least that the official SDK needs between two windows: its messages, as they are, by `postMessage`.

export class WindowTransport {
  #target;
  #origin;
  #receive;

  constructor(target, origin) {
    this.#target = target;
    this.#origin = origin;
    this.#receive = (event) => {
      if (event.source === target && event.origin === origin && event.data.jsonrpc) this.onmessage?.(event.data);
    };
  }

  async start() {
    addEventListener("message", this.#receive);
  }

  async send(message) {
    this.#target.postMessage(message, this.#origin);
  }

  async close() {
    removeEventListener("message", this.#receive);
    this.onclose?.();
  }
}
