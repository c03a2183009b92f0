// A page that has a Python server in a frame, and speaks the wire by hand. Tests drive it through `host`.
const REPLY = { type: "MCP_TRANSPORT_HANDSHAKE_REPLY", protocolVersion: "1.0" };

const host = {
  received: [],
  answers: new Map(),
  extensions: ["heartbeat", "port"],
  auto: true,
  get window() {
    return document.querySelector("iframe").contentWindow;
  },
  // Answer the next handshake, with these extensions (null: none of ours).
  begin(extensions, auto = true) {
    host.port?.close();
    Object.assign(host, { received: [], answers: new Map(), extensions, auto, port: null, open: false, offers: 0 });
    host.sessionId = `session-${crypto.randomUUID()}`;
  },
  post: (message, transfer = []) => host.window.postMessage(message, "*", transfer),
  reply(more = {}) {
    const reply = { ...REPLY, sessionId: host.sessionId, ...(host.extensions && { extensions: host.extensions }), ...more };
    if (!host.extensions?.includes("port")) return host.post(reply);
    const { port1, port2 } = new MessageChannel();
    host.port = port1;
    port1.onmessage = ({ data }) => host.take(typeof data === "string" ? JSON.parse(data) : data);
    host.post({ ...reply, port: 1 }, [port2]);
  },
  take(message) {
    host.received.push(message);
    if (message.id !== undefined && message.method === undefined && !message.type) host.answers.set(message.id, message);
  },
  sendText: (text) => (host.port ? host.port.postMessage(text) : host.sendPayload(JSON.parse(text))),
  sendPayload: (payload) => host.post({ type: "MCP_MESSAGE", payload }),
  send: (message) => host.sendText(JSON.stringify(message)),
  control: (message) => (host.port ? host.port.postMessage(message) : host.post(message)),
  call: (id, name, given = {}) =>
    host.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } }),
};
window.host = host;
host.begin(["heartbeat", "port"], false);

addEventListener("message", ({ data, source }) => {
  if (source !== host.window) return;
  if (data?.type === "MCP_MESSAGE") return host.take(data.payload);
  if (data?.type === "TRANSOM_STAGE") return;
  host.received.push(data);
  if (data?.type === "MCP_TRANSPORT_HANDSHAKE") {
    host.offers += 1;
    if (host.auto && host.offers === 1) host.reply();
  }
  if (data?.type === "MCP_TRANSPORT_ACCEPTED" && data.sessionId === host.sessionId && host.auto) {
    host.open = true;
    if (host.extensions) host.post({ type: "TRANSOM_READY", sessionId: host.sessionId });
  }
});
