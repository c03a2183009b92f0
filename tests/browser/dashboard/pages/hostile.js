// A copilot that attacks: it speaks the wire by hand, with the port in its own hands. Tests drive it through `evil`.
const dashboard = parent === window ? opener : parent;

const evil = {
  received: [],
  answers: [],
  port: null,
  open: false,
  numbers: 0,
  field: document.querySelector("#field"),
  button: document.querySelector("#button"),
  post: (message, transfer = []) => dashboard.postMessage(message, "*", transfer),
  offer: () => evil.post({ type: "MCP_TRANSPORT_HANDSHAKE", protocolVersion: "1.0", extensions: ["port", "heartbeat"] }),
  send: (message) => evil.port.postMessage(typeof message === "string" ? message : JSON.stringify(message)),
  notify: (method, params = {}) => evil.send({ jsonrpc: "2.0", method, params }),
  answersTo: (id) => evil.answers.filter((answer) => answer.id === id),
  // The answer to a request that nobody has sent before.
  request(method, params = {}) {
    const id = `evil-${(evil.numbers += 1)}`;
    const answer = new Promise((resolve, reject) => {
      evil.waiting.set(id, resolve);
      setTimeout(() => reject(new Error("There was no answer.")), 30_000);
    });
    evil.send({ jsonrpc: "2.0", id, method, params });
    return answer;
  },
  waiting: new Map(),
  take(message) {
    if (message.method !== undefined || message.id === undefined) return;
    evil.answers.push(message);
    evil.waiting.get(message.id)?.(message);
  },
  hear(port) {
    evil.port = port;
    port.onmessage = ({ data }) => typeof data === "string" && evil.take(JSON.parse(data));
  },
  async begin(port) {
    evil.hear(port);
    const clientInfo = { name: "Evil", version: "1" };
    await evil.request("initialize", { protocolVersion: "2025-06-18", capabilities: { elicitation: {} }, clientInfo });
    evil.notify("notifications/initialized");
    evil.open = true;
  },
  // What came of each attempt: the name of its error, or what it returned.
  async outcomes(attempts) {
    const found = {};
    for (const attempt of attempts) {
      try {
        const result = await (0, eval)(attempt);
        found[attempt] = result === undefined || result === null ? "nothing" : String(result);
      } catch (error) {
        found[attempt] = error.name;
      }
    }
    return found;
  },
  // So many requests at once; how many of their answers had which words in them.
  async flood(requests, words) {
    const all = await Promise.all(requests.map(([method, params]) => evil.request(method, params)));
    const texts = all.map((answer) => JSON.stringify(answer));
    const count = (word) => texts.filter((text) => text.includes(word)).length;
    return { all: texts.length, ...Object.fromEntries(words.map((word) => [word, count(word)])) };
  },
};
window.evil = evil;

addEventListener("message", ({ data, origin, source, ports }) => {
  evil.received.push({ data, origin, ports: ports.length });
  if (location.hash === "#tells") evil.post({ heard: data });
  if (data === "keep this") evil.hear(ports[0]);
  if (source !== dashboard || data?.type !== "MCP_TRANSPORT_HANDSHAKE_REPLY" || evil.port) return;
  evil.post({ type: "MCP_TRANSPORT_ACCEPTED", sessionId: data.sessionId, port: data.port });
  evil.reply = data;
  evil.begin(ports[0]);
});

addEventListener("DOMContentLoaded", () => evil.offer());
