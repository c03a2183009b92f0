// The inner frame with the official SDK: the tool of echo.py, with the same two forms of its result.

import { z } from "zod";
import { serve } from "#sdk";
import { WindowTransport } from "./window_transport.js";

const register = (server) =>
  server.registerTool(
    "echo",
    {
      description: "The text itself.",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ result: z.string() }),
    },
    async ({ text }) => ({ content: [{ type: "text", text }], structuredContent: { result: text } }),
  );

const origin = new URLSearchParams(location.search).get("allow");
await serve({ name: "Bench", version: "1.0" }, register, new WindowTransport(parent, origin));
parent.postMessage({ type: "READY" }, origin);
