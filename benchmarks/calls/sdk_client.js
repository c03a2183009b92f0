// The official SDK's client over a transport, measured from `from()`, a time, on.

import { connectClient } from "#sdk";
import { measure } from "./measure.js";

export const measureClient = async (transport, from) => {
  const { client, version, callTool } = await connectClient(
    { name: "Bench", version: "1.0" },
    { capabilities: {}, handlers: {}, transport, mode: "auto" },
  );
  await client.listTools();
  const connect_ms = performance.now() - from();
  const echo = async (text) => (await callTool({ name: "echo", arguments: { text } })).content[0].text;
  return { protocol: version, connect_ms, ...(await measure(echo)) };
};
