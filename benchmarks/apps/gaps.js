// In each page that is measured: the longest time that it was busy, since it was last asked; told to the page above it, on request.

let longest = 0;
let last = performance.now();

const { port1, port2 } = new MessageChannel();

const tick = () => {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
};

// A page's turn, by a message to itself, as the browser slows down the timers of pages that nobody looks at.
port1.onmessage = () => {
  tick();
  setTimeout(() => port2.postMessage(null), 1);
};
port2.postMessage(null);

globalThis.longestGap = () => {
  tick();
  const gap = longest;
  longest = 0;
  return gap;
};

addEventListener("message", ({ data, source }) => {
  if (data === "bench: gap") source.postMessage({ bench: "gap", ms: globalThis.longestGap() }, "*");
});

// When the page says that something was cancelled.
new MutationObserver((records) => {
  for (const { target } of records) {
    if (/^Cancelled/.test(target.textContent)) parent.postMessage({ bench: "cancelled" }, "*");
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
