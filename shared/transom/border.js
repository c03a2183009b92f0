// The border in front of Python: one window on the other side, and what comes from it. Foreign and forged messages end here,
// before they cost a call. It has no opinion on the protocol beyond the shape of its messages.

import { Slices } from "./slices.js";

const ENVELOPE = /^(?:MCP|TRANSOM)_[A-Z_]{1,40}$/;
const LAST_WORDS = new Set(["TRANSOM_GOODBYE", "MCP_SETUP_REQUIRED"]);
const CONTROL_CHARS = 65_536;
const DEPTH = 200;
const ID_CHARS = 256;
const WATCH_MS = 200;
const REPORTS_PER_SECOND = 20;
const CONTROLS_PER_SECOND = 200;
const OVERLOADED = -32000;
const PORTS = 256;
const HERE = "here";

const ID = String.raw`("[^"\\\u0000-\u001f\ud800-\udfff]{0,${ID_CHARS}}"|-?(?:0|[1-9]\d{0,14}))`;
const ID_FIRST = new RegExp(String.raw`^\{(?:"jsonrpc":"2\.0",)?"id":${ID},`);
const ID_LAST = new RegExp(String.raw`,"id":${ID}(?:,"jsonrpc":"2\.0")?\}$`);
const IS_REQUEST = /^\{(?:"jsonrpc":"2\.0",|"id":[^,]{1,300},){0,2}"method":/;

// The id of a text that is too long to be parsed, as JSON, if it is where serialisers put it.
const idOfText = (text) => (ID_FIRST.exec(text.slice(0, 512)) ?? ID_LAST.exec(text.slice(-512)))?.[1] ?? null;

const idOfObject = (payload) => {
  const id = payload?.id;
  const usable = typeof id === "string" ? id.length <= ID_CHARS && id.isWellFormed() : Number.isSafeInteger(id);
  return usable ? JSON.stringify(id) : null;
};

const isPlain = (value) => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

// Why a cloned value is not JSON, or null. Structured clone carries much that is none: maps, dates, NaN, cycles. A key whose
// value is undefined counts as missing: clients send such keys.
export const notJson = (value, limit) => {
  const stack = [[value, 0]];
  let size = 0;
  while (stack.length) {
    const [item, depth] = stack.pop();
    if (depth > DEPTH) return "not-json";
    size += 2;
    if (typeof item === "string") size += item.length;
    else if (typeof item === "number") {
      if (!Number.isFinite(item) || Object.is(item, -0)) return "not-json";
    } else if (Array.isArray(item)) {
      if (item.length > limit || Object.keys(item).length !== item.length) return "not-json"; // holes, and extra properties
      for (const entry of item) stack.push([entry, depth + 1]);
    } else if (item !== null && typeof item === "object") {
      if (!isPlain(item)) return "not-json";
      for (const key of Object.keys(item)) {
        if (item[key] === undefined) continue;
        size += key.length + 3;
        stack.push([item[key], depth + 1]);
      }
    } else if (typeof item !== "boolean" && item !== null) return "not-json";
    if (size > limit) return "too-large";
  }
  return null;
};

// At most so many in a second: a flood is counted, not passed on.
const limiter = (perSecond) => {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    return ++count <= perSecond;
  };
};

// `onMessage(text)` hears the MCP messages of the open session, `onEvent(kind, text, origin)` everything else:
// "control" with a message as JSON, "rejected" with what is known of an MCP message that was not let in, "dropped" with a reason,
// "foreign", and the signs of life: "loaded", "closed", "empty".
export class Border {
  #peer;
  #limit;
  #onMessage;
  #onEvent;
  #origin = null; // the only one that is let in, once the session is open
  #mode = "closed"; // how MCP messages come: closed, window or port
  #ports = new Map(); // by number and where they come from: this page, or the other page's origin
  #port = null;
  #stops = [];
  #heardForeign = false;
  #slices = new Slices((text) => this.#overload(text));
  #mayReport = limiter(REPORTS_PER_SECOND);
  #mayControl = limiter(CONTROLS_PER_SECOND);
  counts = {};

  constructor(peer, limit, onMessage, onEvent) {
    this.#peer = peer;
    this.#limit = limit;
    this.#onMessage = onMessage;
    this.#onEvent = onEvent;
    this.#listen(window, "message", (event) => this.#receive(event));
    this.#watch();
  }

  #listen(target, type, listener) {
    target.addEventListener(type, listener);
    this.#stops.push(() => target.removeEventListener(type, listener));
  }

  #drop(reason, origin = "", type = "") {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    if (this.#mayReport()) this.#onEvent("dropped", JSON.stringify({ reason, type: String(type).slice(0, 64) }), origin);
  }

  #receive(event) {
    const { data, origin } = event;
    const type = data !== null && typeof data === "object" && typeof data.type === "string" ? data.type : "";
    const ours = ENVELOPE.test(type);
    if (event.source !== this.#peer || this.#peer === null) {
      if (ours) this.counts.source = (this.counts.source ?? 0) + 1; // another frame's, most likely: not worth a report
      return;
    }
    if (!event.isTrusted) return this.#drop("untrusted", origin, type);
    if (!ours) return this.#hearForeign(origin);
    if (type === "MCP_MESSAGE" && (this.#origin === null || origin === this.#origin)) {
      return this.#mode === "window" ? this.#receivePayload(data.payload, origin) : this.#drop(this.#early(), origin, type);
    }
    if (!this.#mayControl()) return this.#drop("overload", origin, type);
    // Of a message from a stranger, its kind is enough.
    const stray = this.#origin !== null && origin !== this.#origin;
    if (!stray && event.ports.length) this.#keepPort(data.port, event.ports[0], origin);
    const control = () => this.#control(type === "MCP_MESSAGE" ? { type, payload: {} } : data, origin);
    if (this.#mode === "window" && LAST_WORDS.has(type)) return this.#slices.pass("", control); // after what came before
    control();
  }

  // Noise. That there is some is worth knowing, when nothing else comes.
  #hearForeign(origin) {
    if (this.#heardForeign) return;
    this.#heardForeign = true;
    this.#onEvent("foreign", "", origin);
  }

  #early() {
    return this.#mode === "port" ? "unexpected" : "early";
  }

  #control(data, origin) {
    const reason = notJson(data, CONTROL_CHARS);
    if (reason) return this.#drop(reason === "too-large" ? reason : "malformed", origin, data.type);
    this.#onEvent("control", JSON.stringify(data), origin);
  }

  #receivePayload(payload, origin) {
    const reason = notJson(payload, this.#limit);
    if (!reason && payload !== null && typeof payload === "object") {
      return this.#slices.pass(JSON.stringify(payload), this.#onMessage);
    }
    this.#reject(reason ?? "malformed", idOfObject(payload), payload != null && payload.method !== undefined, origin);
  }

  #reject(reason, id, isRequest, origin) {
    this.#drop(reason, origin, "MCP_MESSAGE");
    if (id !== null) this.#onEvent("rejected", `{"id":${id},"is_request":${isRequest},"reason":"${reason}"}`, origin);
  }

  #receiveOnPort(event) {
    const { data } = event;
    if (!event.isTrusted) return this.#drop("untrusted");
    if (typeof data === "string") {
      if (data.length <= this.#limit) return this.#slices.pass(data, this.#onMessage);
      return this.#reject("too-large", idOfText(data), IS_REQUEST.test(data.slice(0, 512)), "");
    }
    const type = data !== null && typeof data === "object" ? data.type : "";
    if (!this.#mayControl() && type !== "TRANSOM_PONG") return this.#drop("overload", "", type);
    // Answered here: it says that this side reads.
    if (type === "TRANSOM_PING") return this.#port?.postMessage({ type: "TRANSOM_PONG", id: data.id });
    if (type === "TRANSOM_PONG") return this.#control(data, this.#origin);
    if (type === "TRANSOM_GOODBYE") return this.#slices.pass("", () => this.#control(data, this.#origin)); // after what came before
    this.#drop("malformed", "", type);
  }

  #keepPort(number, port, origin) {
    const name = `${number} ${origin}`;
    if (Number.isSafeInteger(number) && !this.#ports.has(name) && this.#ports.size < PORTS) this.#ports.set(name, port);
    else port.close();
  }

  // Answered here: Python has more than it can do.
  #overload(text) {
    this.#drop("overload", this.#origin, "MCP_MESSAGE");
    const id = idOfText(text);
    if (id === null) return;
    if (!IS_REQUEST.test(text.slice(0, 512))) {
      this.#onEvent("rejected", `{"id":${id},"is_request":false,"reason":"overload"}`, this.#origin);
      return;
    }
    this.send(`{"jsonrpc":"2.0","id":${id},"error":{"code":${OVERLOADED},"message":"Too many messages at once."}}`);
  }

  // A control message for the window's page, if it is from `origin`. With a number, a new port of that number goes along.
  post(text, origin, number) {
    const message = JSON.parse(text);
    if (number === undefined || number === null) return this.#peer.postMessage(message, origin);
    const { port1, port2 } = new MessageChannel();
    this.#ports.set(`${number} ${HERE}`, port1);
    this.#peer.postMessage(message, origin, [port2]);
  }

  // From now on MCP messages come and go over the port of that number, or over the window. False if there is no such port.
  open(origin, number) {
    this.#origin = origin;
    if (number === undefined || number === null) {
      this.#mode = "window";
      return true;
    }
    const name = [`${number} ${HERE}`, `${number} ${origin}`].find((known) => this.#ports.has(known));
    if (!name) return false;
    this.#mode = "port";
    this.#port = this.#ports.get(name);
    this.#ports.delete(name);
    this.#closeSpares();
    this.#listen(this.#port, "message", (event) => this.#receiveOnPort(event));
    this.#port.start();
    return true;
  }

  pin(origin) {
    this.#origin = origin;
  }

  send(text) {
    if (this.#mode === "port") this.#port.postMessage(text);
    else this.#peer.postMessage({ type: "MCP_MESSAGE", payload: JSON.parse(text) }, this.#address());
  }

  // A control message for the open session, by the way its messages go.
  sendControl(text) {
    if (this.#mode === "port") this.#port.postMessage(JSON.parse(text));
    else if (this.#origin !== null) this.#peer.postMessage(JSON.parse(text), this.#address());
  }

  #address() {
    return this.#origin === "null" ? "*" : this.#origin;
  }

  // Signs of life. The other page's hidden frame (see `mark`) vanishes with its process, and of that there is no event.
  #watch() {
    let hadFrames = false;
    let empty = 0;
    const look = () => {
      if (this.#peer === null || this.#peer.closed) return this.#onEvent("closed", "", "");
      if (this.#peer.length) [hadFrames, empty] = [true, 0];
      else if (hadFrames && ++empty === 2) this.#onEvent("empty", "", "");
    };
    const timer = setInterval(look, WATCH_MS);
    this.#stops.push(() => clearInterval(timer));
  }

  watchFrame(frame) {
    this.#listen(frame, "load", () => this.#onEvent("loaded", "", ""));
  }

  // When this page is left for good, `goodbye` is the last that it says.
  sayOnLeaving(goodbye) {
    this.#listen(window, "pagehide", ({ persisted }) => persisted || this.sendControl(goodbye));
  }

  #closeSpares() {
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  close() {
    for (const stop of this.#stops.splice(0)) stop();
    this.#slices.close();
    this.#closeSpares();
    this.#port?.close();
    this.#port = null;
    this.#mode = "closed";
    const listeners = [this.#onMessage, this.#onEvent];
    [this.#onMessage, this.#onEvent] = [() => {}, () => {}];
    queueMicrotask(() => listeners.forEach((listener) => listener.destroy?.())); // one of them may be what closes
  }
}

// A hidden frame, for the other side to see whether this page's process lives: it has no other sign of that.
export const mark = () => {
  if (document.querySelector("iframe[data-transom]")) return;
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Sign of life";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.dataset.transom = "";
  document.documentElement.append(frame);
};

// The window that has opened this one, or null.
export const above = () => (window.parent !== window ? window.parent : window.opener);
