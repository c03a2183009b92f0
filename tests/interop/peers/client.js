// A page that is an MCP client, as outer or as inner frame: `window.peer` is what a test drives.

import { connectClient } from "#sdk";
import { connect, mode, setUp } from "./page.js";

const peer = { progress: [], asked: [], closed: false, errors: [] };
window.peer = peer;

const answering = (method, result) => ({
  [method]: async ({ params }) => {
    peer.asked.push({ method, params });
    return result;
  },
});

const handlers = {
  ...answering("elicitation/create", { action: "accept", content: { age: 36 } }),
  ...answering("sampling/createMessage", {
    role: "assistant",
    model: "none",
    content: { type: "text", text: "A model's answer" },
  }),
};

const start = async () => {
  peer.setup = await setUp("A client");
  const transport = await connect();
  const info = { name: "A client", version: "1.0" };
  const capabilities = { elicitation: {}, sampling: {} };
  const connected = await connectClient(info, { capabilities, handlers, transport, mode });
  connected.client.onclose = () => (peer.closed = true);
  connected.client.onerror = (error) => peer.errors.push(String(error));
  return { ...connected, transport };
};

const connected = start();
let call = new AbortController();

peer.version = async () => (await connected).version;
peer.controls = async () => (await connected).transport.controls;
peer.tools = async () => (await (await connected).client.listTools()).tools.map(({ name }) => name);

// The tool's whole result.
peer.call = async (name, args = {}) => {
  const { callTool } = await connected;
  call = new AbortController();
  const onprogress = (progress) => peer.progress.push(progress);
  return callTool({ name, arguments: args }, { signal: call.signal, onprogress });
};

// Cancels the latest call.
peer.cancel = () => call.abort("Not wanted any more");

peer.close = async () => (await connected).client.close();
