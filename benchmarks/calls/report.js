// In every page that is measured: when the page in the frame came up, and how the figures, or a failure, get to the server.

const run = new URLSearchParams(location.search).get("run");
let over = false;

globalThis.report = (figures) => {
  if (over) return;
  over = true;
  fetch("/report", { method: "POST", body: JSON.stringify({ run, ...figures }) });
};

globalThis.fail = (error) => {
  const text = String(error?.stack ?? error);
  if (parent === window) report({ error: text });
  else parent.postMessage({ type: "FAILED", error: `In the frame: ${text}` }, "*");
};

// The inner page's first message that asks for a connection says that it is up.
addEventListener("message", ({ data }) => {
  if (data?.type === "MCP_TRANSPORT_HANDSHAKE" || data?.type === "READY") globalThis.innerIsUp ??= performance.now();
  if (data?.type === "FAILED") fail(data.error);
});
addEventListener("error", ({ error, message }) => fail(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => fail(reason));
new MutationObserver(() => {
  if (document.documentElement.dataset.status === "failed")
    fail(document.querySelector(".transom-card pre")?.textContent ?? "Python could not start.");
}).observe(document, { attributes: true, childList: true, subtree: true });
