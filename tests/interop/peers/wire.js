// The wire between an outer and an inner frame, from both sides. A connection is a transport as the official SDK takes one.

export const VERSION = "1.0";
const REPEAT_MS = 250;

// `plain` is a peer that knows none of Transom's extensions; of the others, `port` and `heartbeat` say which it wants.
const wanted = ({ plain = false, port = true, heartbeat = false }) =>
  plain ? undefined : [port && "port", heartbeat && "heartbeat"].filter(Boolean);

const windowOf = (frame) => (frame instanceof HTMLIFrameElement ? frame.contentWindow : frame);

const outerWindow = () => (parent === window ? opener : parent);

// Calls the handler for a message's type, for messages from one window and from an allowed origin. Returns what ends that.
const listen = (source, allowed, handlers) => {
  const ended = new AbortController();
  const receive = (event) => {
    if (event.source !== source() || !allowed.includes(event.origin)) return;
    handlers[event.data?.type]?.(event.data, event);
  };
  addEventListener("message", receive, { signal: ended.signal });
  return () => ended.abort();
};

// Says it at once, and again until `stop` is called.
export const repeat = (say) => {
  const timer = setInterval(say, REPEAT_MS);
  say();
  return () => clearInterval(timer);
};

// One session, once both handshakes are over. What comes before the SDK starts it is kept.
// It has no `sessionId`: the SDK's client takes that for a session to resume, and leaves `initialize` out.
class FrameTransport {
  #early = [];
  #started = false;
  #closed = false;
  #release;

  // The types of the control messages that came, for tests.
  controls = [];

  constructor({ post, control, release }) {
    this.send = async (message) => {
      if (this.#closed) throw new Error("The connection is closed.");
      post(message);
    };
    this.control = control;
    this.#release = release;
  }

  async start() {
    this.#started = true;
    for (const message of this.#early.splice(0)) this.onmessage?.(message);
  }

  receive(message) {
    if (this.#started) this.onmessage?.(message);
    else this.#early.push(message);
  }

  receiveControl(message) {
    this.controls.push(message.type);
    if (message.type === "TRANSOM_PING") this.control({ type: "TRANSOM_PONG", id: message.id });
    if (message.type === "TRANSOM_GOODBYE") this.end();
  }

  // The other side is gone, or has started anew.
  end(reason) {
    if (this.#closed) return;
    this.#closed = true;
    this.#release();
    if (reason) this.onerror?.(new Error(reason));
    this.onclose?.();
  }

  async close(reason = "closed") {
    if (!this.#closed) this.control({ type: "TRANSOM_GOODBYE", reason });
    this.end();
  }
}

const saysGoodbye = (transport) => {
  addEventListener("pagehide", () => transport.close("unloaded"), { once: true });
  return transport;
};

const overPort = (port, { stop }) => {
  const transport = new FrameTransport({
    post: (message) => port.postMessage(JSON.stringify(message)),
    control: (message) => port.postMessage(message),
    release: () => {
      stop();
      port.close();
    },
  });
  port.onmessage = ({ data }) =>
    typeof data === "string" ? transport.receive(JSON.parse(data)) : transport.receiveControl(data);
  return saysGoodbye(transport);
};

const overWindow = (target, origin, { stop, plain }) =>
  saysGoodbye(
    new FrameTransport({
      post: (payload) => target.postMessage({ type: "MCP_MESSAGE", payload }, origin),
      control: (message) => plain || target.postMessage(message, origin),
      release: stop,
    }),
  );

// What arrives on the window once there is a session. MCP messages do only if there is no port.
const sessionHandlers = (session) => ({
  MCP_MESSAGE: ({ payload }) => session.port || session.transport?.receive(payload),
  MCP_SETUP_REQUIRED: (message) => session.transport?.receiveControl(message),
  TRANSOM_READY: (message) => session.transport?.receiveControl(message),
  TRANSOM_GOODBYE: (message) => session.transport?.receiveControl(message),
  TRANSOM_PING: (message) => session.transport?.receiveControl(message),
  TRANSOM_PONG: (message) => session.transport?.receiveControl(message),
});

// The outer frame's side: call it before the frame is sent to `url`. Resolves when the inner side has accepted.
export const connectOuter = (frame, url, sessionId, options = {}) =>
  new Promise((resolve) => {
    const { origin } = new URL(url);
    const known = wanted(options);
    const ports = new Map();
    const session = {};

    const reply = ({ extensions: offered = [] }) => {
      if (session.transport) return session.transport.end("The inner page started again.");
      const message = { type: "MCP_TRANSPORT_HANDSHAKE_REPLY", sessionId, protocolVersion: VERSION };
      if (known && offered.length) message.extensions = offered.filter((word) => known.includes(word));
      session.extended = Boolean(message.extensions);
      if (!message.extensions?.includes("port")) return windowOf(frame).postMessage(message, origin);
      const { port1, port2 } = new MessageChannel();
      message.port = ports.size + 1;
      ports.set(message.port, port1);
      windowOf(frame).postMessage(message, origin, [port2]);
    };

    const accepted = (message) => {
      if (session.transport || message.sessionId !== sessionId) return;
      session.port = ports.get(message.port);
      for (const port of ports.values()) if (port !== session.port) port.close();
      session.transport = session.port
        ? overPort(session.port, { stop })
        : overWindow(windowOf(frame), origin, { stop, plain: !session.extended });
      if (session.extended) windowOf(frame).postMessage({ type: "TRANSOM_READY", sessionId }, origin);
      resolve(session.transport);
    };

    const stop = listen(() => windowOf(frame), [origin], {
      ...sessionHandlers(session),
      MCP_TRANSPORT_HANDSHAKE: reply,
      MCP_TRANSPORT_ACCEPTED: accepted,
    });
  });

// The inner frame's side. Resolves when it has sent that it accepts; rejects when the outer side says why it refuses.
export const connectInner = (allowed, options = {}) =>
  new Promise((resolve, reject) => {
    const outer = outerWindow();
    const known = wanted(options);
    const session = {};

    const accept = (message, { origin, ports }) => {
      if (session.transport || message.protocolVersion !== VERSION || typeof message.sessionId !== "string") return;
      stopRepeating();
      const answer = { type: "MCP_TRANSPORT_ACCEPTED", sessionId: message.sessionId };
      if (known?.includes("port") && message.extensions?.includes("port")) {
        session.port = ports[0];
        answer.port = message.port;
      }
      outer.postMessage(answer, origin);
      session.transport = session.port
        ? overPort(session.port, { stop })
        : overWindow(outer, origin, { stop, plain: !message.extensions });
      resolve(session.transport);
    };

    const refuse = ({ code, message }) => {
      stopRepeating();
      if (session.transport) return session.transport.end(`${code}: ${message}`);
      stop();
      reject(new Error(`${code}: ${message}`));
    };

    const stop = listen(() => outer, allowed, {
      ...sessionHandlers(session),
      MCP_TRANSPORT_HANDSHAKE_REPLY: accept,
      TRANSOM_FAILURE: refuse,
    });
    const offer = { type: "MCP_TRANSPORT_HANDSHAKE", protocolVersion: VERSION, ...(known && { extensions: known }) };
    const stopRepeating = repeat(() => outer.postMessage(offer, "*"));
  });

// The outer frame's side of a setup: resolves with the inner page's handshake and with what it said at the end.
export const setupOuter = (frame, url, sessionId) =>
  new Promise((resolve) => {
    const { origin } = new URL(url);
    let handshake;
    const stop = listen(() => windowOf(frame), [origin], {
      MCP_SETUP_HANDSHAKE: (message) => {
        handshake = message;
        const reply = { type: "MCP_SETUP_HANDSHAKE_REPLY", protocolVersion: VERSION, sessionId };
        windowOf(frame).postMessage(reply, origin);
      },
      MCP_SETUP_COMPLETE: (complete) => {
        stop();
        resolve({ handshake, complete });
      },
    });
  });

// The inner frame's side of a setup that needs no form: resolves with the reply, whose session id it would store.
export const setupInner = (allowed, { displayName, transportVisibility = { requirement: "hidden" }, ...more }) =>
  new Promise((resolve, reject) => {
    const outer = outerWindow();
    const stop = listen(() => outer, allowed, {
      MCP_SETUP_HANDSHAKE_REPLY: (reply, { origin }) => {
        over();
        const complete = { type: "MCP_SETUP_COMPLETE", status: "success", displayName, transportVisibility };
        outer.postMessage(complete, origin);
        resolve(reply);
      },
      TRANSOM_FAILURE: ({ code, message }) => {
        over();
        reject(new Error(`${code}: ${message}`));
      },
    });
    const handshake = {
      type: "MCP_SETUP_HANDSHAKE",
      minProtocolVersion: VERSION,
      maxProtocolVersion: VERSION,
      requiresVisibleSetup: false,
      ...more,
    };
    const stopRepeating = repeat(() => outer.postMessage(handshake, "*"));
    const over = () => {
      stop();
      stopRepeating();
    };
  });
