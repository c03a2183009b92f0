// Sends back every text, over the window or over the port that it was given.

const origin = new URLSearchParams(location.search).get("allow");

addEventListener("message", ({ source, origin: from, data, ports: [port] }) => {
  if (source !== parent || from !== origin) return;
  if (port) port.onmessage = ({ data: text }) => port.postMessage(text);
  else parent.postMessage(data, origin);
});
parent.postMessage({ type: "READY" }, origin);
