// Peers that do what the reference's pages do, where another implementation would not expect it. No SDK.
// `odd=early` (either frame), `odd=late` (outer frame), `odd=strict` (inner frame).

import { connect } from "./page.js";
import { repeat, VERSION } from "./wire.js";

const query = new URLSearchParams(location.search);
const peer = { received: [] };
window.peer = peer;

// A client that never sends `initialize`: it starts with `tools/list`, id 0, no parameters.
const early = async () => {
  const transport = await connect();
  const waiting = new Map();
  let nextId = 0;
  transport.onmessage = (message) => {
    peer.received.push(message);
    waiting.get(message.id)?.(message);
  };
  peer.request = (method, params) => {
    const message = { jsonrpc: "2.0", id: nextId++, method, ...(params && { params }) };
    return new Promise((resolve) => {
      waiting.set(message.id, resolve);
      transport.send(message);
    });
  };
  await transport.start();
  peer.tools = await peer.request("tools/list");
  return peer.request("tools/call", { name: "greet", arguments: { name: "Ada" } });
};

// A host that listens only once the frame has loaded, answers every handshake until it is accepted, and answers to anyone.
const late = async () => {
  const frame = document.createElement("iframe");
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.src = query.get("frame");
  document.body.append(frame);
  await loaded;
  const sessionId = query.get("session") ?? "a session";
  peer.replies = 0;
  return new Promise((resolve) =>
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data.type === "MCP_TRANSPORT_HANDSHAKE" && !peer.accepted) {
        peer.replies += 1;
        const reply = { type: "MCP_TRANSPORT_HANDSHAKE_REPLY", sessionId, protocolVersion: VERSION };
        source.postMessage(reply, "*");
      } else if (data.type === "MCP_TRANSPORT_ACCEPTED" && data.sessionId === sessionId) {
        peer.accepted = true;
        const payload = { jsonrpc: "2.0", id: 0, method: "tools/list" };
        source.postMessage({ type: "MCP_MESSAGE", payload }, "*");
      } else if (data.type === "MCP_MESSAGE") {
        peer.received.push(data.payload);
        resolve(data.payload);
      }
    }),
  );
};

// An inner page that takes any version but "1.0" as a mismatch. It answers `tools/list`, with nothing in it.
const strict = () =>
  new Promise((resolve, reject) => {
    addEventListener("message", ({ source, origin, data }) => {
      if (source !== parent) return;
      if (data.type === "MCP_TRANSPORT_HANDSHAKE_REPLY" && !peer.sessionId) {
        stopRepeating();
        if (data.protocolVersion !== VERSION) return reject(new Error(`Version mismatch: ${data.protocolVersion}`));
        peer.sessionId = data.sessionId;
        parent.postMessage({ type: "MCP_TRANSPORT_ACCEPTED", sessionId: data.sessionId }, origin);
        resolve(data);
      } else if (data.type === "MCP_MESSAGE") {
        peer.received.push(data.payload);
        const { id, method } = data.payload;
        if (method !== "tools/list") return;
        const payload = { jsonrpc: "2.0", id, result: { tools: [] } };
        parent.postMessage({ type: "MCP_MESSAGE", payload }, origin);
      }
    });
    const handshake = { type: "MCP_TRANSPORT_HANDSHAKE", protocolVersion: VERSION };
    const stopRepeating = repeat(() => parent.postMessage(handshake, "*"));
  });

peer.done = { early, late, strict }[query.get("odd")]();
