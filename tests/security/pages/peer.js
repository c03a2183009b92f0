// A page in a frame that speaks the wire by hand, honestly or not. Its address says how it begins; tests drive the rest
// through `peer`. In the address: `offer` (the extensions), `hold` (never accepts), `silent` (says nothing of itself),
// `mute` (answers no request), `markup` (describes its tools with HTML), `mark` (has the hidden frame that is a page's sign of life).
const query = new URLSearchParams(location.search);
const outer = parent === window ? opener : parent;

const MARKUP = "<img src=x onerror='window.polluted = true'><script>window.polluted = true<\/script>";
const description = query.has("markup") ? MARKUP : "A tool";
const TOOLS = ["greet", "wait"].map((name) => ({ name, description, inputSchema: { type: "object" } }));
const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "Peer", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": ({ name, arguments: given }) =>
    name === "greet" ? { content: [{ type: "text", text: `Hello, ${given.name}!` }] } : null,
};

const peer = {
  received: [],
  requests: [],
  port: null,
  sessionId: null,
  mute: query.has("mute"),
  post: (message, transfer = []) => outer.postMessage(message, "*", transfer),
  offer() {
    const extensions = query.get("offer")?.split(" ");
    peer.post({ type: "MCP_TRANSPORT_HANDSHAKE", protocolVersion: "1.0", ...(extensions && { extensions }) });
  },
  accept(reply, port) {
    peer.sessionId = reply.sessionId;
    if (port) {
      peer.port = port;
      port.onmessage = ({ data }) => peer.take(typeof data === "string" ? JSON.parse(data) : data);
    }
    const { sessionId, port: number } = reply;
    peer.post({ type: "MCP_TRANSPORT_ACCEPTED", sessionId, ...(number !== undefined && { port: number }) });
  },
  sendText: (text) => (peer.port ? peer.port.postMessage(text) : peer.sendPayload(JSON.parse(text))),
  sendPayload: (payload) => peer.post({ type: "MCP_MESSAGE", payload }),
  send: (message) => peer.sendText(JSON.stringify(message)),
  take(message) {
    peer.received.push(message);
    if (peer.mute || message.id === undefined || message.method === undefined) return;
    peer.requests.push(message);
    const method = METHODS[message.method];
    if (!method) return peer.send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "No such method" } });
    const result = method(message.params ?? {});
    if (result) peer.send({ jsonrpc: "2.0", id: message.id, result });
  },
};
window.peer = peer;

addEventListener("message", ({ data, source, ports }) => {
  if (source !== outer) return;
  if (data?.type === "MCP_MESSAGE") return peer.take(data.payload);
  peer.received.push(data);
  if (data?.type === "MCP_TRANSPORT_HANDSHAKE_REPLY" && !query.has("hold") && !peer.sessionId) peer.accept(data, ports[0]);
});

if (query.has("mark")) {
  const mark = document.createElement("iframe");
  mark.hidden = true;
  document.documentElement.append(mark);
}
if (!query.has("silent")) peer.offer();
