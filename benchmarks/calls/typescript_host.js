// The outer frame with the official SDK and nothing of Transom.

import { frame, load, origin } from "./frame.js";
import { measureClient } from "./sdk_client.js";
import { WindowTransport } from "./window_transport.js";

const ready = new Promise((resolve) =>
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === "READY") resolve();
  }),
);
load();
await ready;
report(await measureClient(new WindowTransport(frame.contentWindow, origin), () => innerIsUp));
