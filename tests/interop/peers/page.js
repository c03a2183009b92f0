// Which side of the wire a page is on, from its address: with `frame=URL` it is the outer frame and makes the inner one, with
// `allow=ORIGIN` it is the inner frame.

import { connectInner, connectOuter, setupInner, setupOuter } from "./wire.js";

const query = new URLSearchParams(location.search);
export const mode = query.get("mode") ?? undefined;

const url = query.get("frame");
const sessionId = query.get("session") ?? "a session";
const options = {
  port: query.get("port") !== "false",
  heartbeat: query.get("heartbeat") === "true",
  plain: query.get("plain") === "true",
};

const addFrame = () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  return frame;
};

// Runs the setup phase if the address asks for it (`setup=true`, on the inner page the hash), then gives a transport.
export const setUp = async (displayName) => {
  if (!url) return location.hash === "#setup" ? setupInner(query.getAll("allow"), { displayName }) : undefined;
  if (query.get("setup") !== "true") return undefined;
  const frame = addFrame();
  const done = setupOuter(frame, url, sessionId);
  frame.src = `${url}#setup`;
  const result = await done;
  frame.remove();
  return result;
};

export const connect = () => {
  if (!url) return connectInner(query.getAll("allow"), options);
  const frame = addFrame();
  const connected = connectOuter(frame, url, sessionId, options);
  frame.src = url;
  return connected;
};
