// After a first visit: lets Python run for a second of idle time, in slices and while nobody uses it, so that Chromium compiles its hot paths with
// its best compiler and keeps the compiled code. Later visits come to their first result a fifth sooner.

const KEY = "transom-exercised";
const QUIET_MS = 1000;
const MOMENT_MS = 40;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const idle = () => wait(MOMENT_MS).then(() => new Promise((resolve) => requestIdleCallback(() => resolve())));

// Once for each build of the runtime and version of the browser, and only where that can be remembered.
export const exercise = async ({ runtime }) => {
  const chromium = navigator.userAgentData?.brands.find(({ brand }) => brand === "Chromium");
  if (!chromium || document.documentElement.dataset.storage !== "persistent") return;
  const done = `${chromium.version} ${import.meta.url}`;
  if (localStorage.getItem(KEY) === done) return;
  await wait(QUIET_MS);
  await runtime.exercise(idle);
  localStorage.setItem(KEY, done);
};
