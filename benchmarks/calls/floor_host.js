// No MCP at all: how long a text takes to the frame and back, over the window or over a port (`channel` in the address).

import { frame, load, origin } from "./frame.js";
import { measure } from "./measure.js";

const waiting = []; // answers come in the order of what was sent

const overWindow = () => {
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && typeof data === "string") waiting.shift()(data);
  });
  return (text) => frame.contentWindow.postMessage(text, origin);
};

const overPort = () => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => waiting.shift()(data);
  frame.contentWindow.postMessage({ type: "PORT" }, origin, [port2]);
  return (text) => port1.postMessage(text);
};

const ready = new Promise((resolve) =>
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === "READY") resolve();
  }),
);
load();
await ready;
const send = new URLSearchParams(location.search).get("channel") === "port" ? overPort() : overWindow();
const echo = (text) =>
  new Promise((resolve) => {
    waiting.push(resolve);
    send(text);
  });
report(await measure(echo));
