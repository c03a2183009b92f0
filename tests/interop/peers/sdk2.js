// Version 2 of the official SDK, which speaks 2026-07-28 as well: its names for what the peers need.

import { Client } from "@modelcontextprotocol/client";
import { inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

export const connectClient = async (info, { capabilities, handlers, transport, mode }) => {
  const client = new Client(info, { capabilities, versionNegotiation: { mode } });
  for (const [method, handler] of Object.entries(handlers)) client.setRequestHandler(method, handler);
  await client.connect(transport);
  return {
    client,
    version: client.getNegotiatedProtocolVersion(),
    callTool: (params, options) => client.callTool(params, options),
  };
};

// The SDK's one entry that lets the client choose the era takes any transport, despite its name.
export const serve = async (info, register, transport) => {
  const make = () => {
    const server = new McpServer(info);
    register(server);
    return server;
  };
  serveStdio(make, { transport, onerror: console.error });
};

export const requestOf = ({ mcpReq: { signal, _meta, notify } }) => ({ signal, meta: _meta, notify });

// Asks the client while a tool runs; `finish` makes the tool's result of the answer. The tool runs again when it is there.
export const ask = ({ mcpReq }, method, params, finish) => {
  const answer = mcpReq.inputResponses?.answer;
  return answer ? finish(answer) : inputRequired({ inputRequests: { answer: { method, params } } });
};
