// In each page that is measured: how long a message waits there, as a click or a key would. The page above sends one every few
// milliseconds, and keeps the longest time until its answer.

const EVERY_MS = 10;

let longest = 0;

globalThis.longestWait = () => {
  const found = longest;
  longest = 0;
  return found;
};

if (parent === window) {
  setInterval(() => {
    document.querySelector("iframe")?.contentWindow.postMessage({ ping: performance.now() }, "*");
  }, EVERY_MS);
  addEventListener("message", ({ data }) => {
    if (data?.pong) longest = Math.max(longest, performance.now() - data.pong);
  });
} else {
  addEventListener("message", ({ data, source }) => data?.ping && source.postMessage({ pong: data.ping }, "*"));
  // When the page says that something was cancelled.
  new MutationObserver((records) => {
    if (records.some(({ target }) => /^Cancelled/.test(target.textContent))) parent.postMessage({ bench: "cancelled" }, "*");
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
