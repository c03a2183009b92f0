// A worker that says what time it is, every few milliseconds: how late a page hears it, so long would a click wait there.

const EVERY_MS = 10;

setInterval(() => postMessage(performance.timeOrigin + performance.now()), EVERY_MS);
