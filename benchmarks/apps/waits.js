// In each page that is measured: how long a message waits there, as a click or a key would. The page above sends one every few
// milliseconds, and keeps the longest time until its answer, from when the page is ready on: bench boot measures how it gets there.

const EVERY_MS = 10;

let longest = 0;
let longestHere = 0;
let since = Infinity;

// In the page below, and in this one, since they were asked for.
globalThis.longestWaits = () => {
  const found = [longest, longestHere];
  longest = longestHere = 0;
  return found;
};

if (parent === window) {
  new Worker("./beat.js").addEventListener("message", ({ data }) => {
    longestHere = Math.max(longestHere, performance.timeOrigin + performance.now() - data);
  });
  setInterval(() => {
    document.querySelector("iframe")?.contentWindow.postMessage({ ping: performance.now() }, "*");
  }, EVERY_MS);
  addEventListener("message", ({ data }) => {
    if (data?.bench === "loading") since = Infinity;
    if (data?.bench === "ready") since = performance.now();
    if (data?.pong > since) longest = Math.max(longest, performance.now() - data.pong);
  });
} else {
  addEventListener("message", ({ data, source }) => data?.ping && source.postMessage({ pong: data.ping }, "*"));
  new MutationObserver(() => {
    if (document.documentElement.dataset.status === "ready") parent.postMessage({ bench: "ready" }, "*");
  }).observe(document.documentElement, { attributeFilter: ["data-status"] });
  parent.postMessage({ bench: "loading" }, "*");
  // When the page says that something was cancelled, done, or loaded.
  new MutationObserver((records) => {
    for (const { target } of records) {
      const [said] = /^(Cancelled|Done|Loaded)/.exec(target.textContent) ?? [];
      if (said) parent.postMessage({ bench: said.toLowerCase() }, "*");
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
