// A page that is an MCP server, as inner or as outer frame. `window.peer` says what became of it.

import { z } from "zod";
import { ask, requestOf, serve } from "#sdk";
import { connect, setUp } from "./page.js";

const peer = { calls: [], cancelled: [], closed: false };
window.peer = peer;

const text = (value) => ({ content: [{ type: "text", text: String(value) }] });

const progressTo = async (context, progress, total) => {
  const { meta, notify } = requestOf(context);
  if (meta?.progressToken === undefined) return;
  const params = { progressToken: meta.progressToken, progress, total };
  await notify({ method: "notifications/progress", params });
};

const untilAborted = (signal) =>
  signal.aborted ? undefined : new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));

const TOOLS = {
  greet: [{ name: z.string() }, ({ name }) => text(`Hello, ${name}!`)],

  echo: [{ text: z.string() }, ({ text: given }) => text(given)],

  count: [
    { to: z.number().int() },
    async ({ to }, context) => {
      for (let number = 1; number <= to; number++) await progressTo(context, number, to);
      return text(`Counted to ${to}`);
    },
  ],

  // Says that it has begun, and goes on until it is cancelled.
  wait: [
    {},
    async (_, context) => {
      await progressTo(context, 0);
      await untilAborted(requestOf(context).signal);
      peer.cancelled.push("wait");
      return text("Cancelled");
    },
  ],

  ask_age: [
    {},
    (_, context) => {
      const requestedSchema = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] };
      const params = { mode: "form", message: "How old are you?", requestedSchema };
      return ask(context, "elicitation/create", params, ({ action, content }) => text(`${action}: ${content?.age}`));
    },
  ],

  ask_model: [
    {},
    (_, context) => {
      const messages = [{ role: "user", content: { type: "text", text: "What do you say?" } }];
      const params = { messages, maxTokens: 10 };
      return ask(context, "sampling/createMessage", params, ({ content }) => text(content.text));
    },
  ],
};

const register = (server) => {
  for (const [name, [shape, run]] of Object.entries(TOOLS))
    server.registerTool(name, { description: name, inputSchema: z.object(shape) }, async (args, context) => {
      peer.calls.push(name);
      return run(args, context);
    });
};

const start = async () => {
  peer.setup = await setUp("A server");
  if (location.hash === "#setup") return;
  const transport = await connect();
  peer.controls = () => transport.controls;
  await serve({ name: "A server", version: "1.0" }, register, transport);
  const { onclose } = transport;
  transport.onclose = () => {
    peer.closed = true;
    onclose?.();
  };
};

peer.started = start();
