// Version 1 of the official SDK, which speaks the protocol up to 2025-11-25: its names for what the peers need.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CreateMessageRequestSchema,
  CreateMessageResultSchema,
  ElicitRequestSchema,
  ElicitResultSchema,
} from "@modelcontextprotocol/sdk/types.js";

const REQUESTS = { "elicitation/create": ElicitRequestSchema, "sampling/createMessage": CreateMessageRequestSchema };
const RESULTS = { "elicitation/create": ElicitResultSchema, "sampling/createMessage": CreateMessageResultSchema };

export const connectClient = async (info, { capabilities, handlers, transport }) => {
  const client = new Client(info, { capabilities });
  for (const [method, handler] of Object.entries(handlers)) client.setRequestHandler(REQUESTS[method], handler);
  let version;
  transport.setProtocolVersion = (agreed) => (version = agreed);
  await client.connect(transport);
  return {
    client,
    version,
    callTool: (params, options) => client.callTool(params, undefined, options),
  };
};

export const serve = async (info, register, transport) => {
  const server = new McpServer(info);
  register(server);
  await server.connect(transport);
};

export const requestOf = ({ signal, _meta, sendNotification }) => ({ signal, meta: _meta, notify: sendNotification });

// Asks the client while a tool runs; `finish` makes the tool's result of the answer.
export const ask = async ({ sendRequest }, method, params, finish) =>
  finish(await sendRequest({ method, params }, RESULTS[method]));
