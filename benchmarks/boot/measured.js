// Reports a load: as a page of its own to the server, which answers with the next address; in a frame to the window above.

const REST_MS = 3000; // what is left over from booting is collected, and the browser's caches are written

const transferred = () =>
  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
    (sum, { transferSize }) => sum + transferSize,
    0,
  );

const at = (name) => performance.timeOrigin + performance.getEntriesByName(name)[0].startTime;

addEventListener("measured", () =>
  setTimeout(async () => {
    await globalThis.gc?.({ execution: "async" }); // memory is what the page needs, not what has not been collected yet
    const report = { opened: performance.timeOrigin, start: at("start"), result: at("result"), bytes: transferred() };
    if (parent !== window) return parent.postMessage(report, "*");
    location.href = await (await fetch("/report", { method: "POST", body: JSON.stringify(report) })).json();
  }, REST_MS),
);
