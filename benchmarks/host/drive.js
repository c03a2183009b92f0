// What drives a page that is measured, from inside, as a debugger would slow it down; and tells the benchmark the times.

const REST_MS = 1500; // what is left over from before is done, and the browser's caches are written
const MOMENT_MS = 300;
const FORGET_MS = 60_000;

const query = new URLSearchParams(location.search);
const target = document.querySelector("script[data-report]").dataset.report;
const figures = {};

/** Another time of something that was done, once or several times. */
export const note = (name, value) => (figures[name] ??= []).push(value);

const send = (report) =>
  fetch(target, { method: "POST", mode: "no-cors", body: JSON.stringify({ run: query.get("run"), ...report }) });

export const done = () => send({ figures });

let failed = false;

const fail = (error) => {
  if (failed) return; // also of a report that nobody takes any more
  failed = true;
  send({ error: String(error?.stack ?? error) });
};

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const rest = () => wait(REST_MS);

/** As a person needs from writing to the button. */
export const moment = () => wait(MOMENT_MS);

export const number = (name) => Number(query.get(name));

/** The same page anew, until it was there as often as its address says. */
export const again = async () => {
  send({ figures });
  await rest();
  const load = number("load") + 1;
  if (load < number("loads")) {
    query.set("load", load);
    location.search = query;
  }
};

/** Go on when `find` finds something that is laid out. */
export const shown = (find, words = String(find)) =>
  new Promise((resolve, reject) => {
    const look = () => {
      const node = find();
      if (!node || !node.checkVisibility()) return;
      node.getBoundingClientRect();
      clearTimeout(limit);
      observer.disconnect();
      resolve(node);
    };
    const observer = new MutationObserver(look);
    const limit = setTimeout(() => {
      observer.disconnect();
      reject(new Error(`This was not to be seen within ${FORGET_MS / 1000} s: ${words}`));
    }, FORGET_MS);
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    look();
  });

/** How long something takes until something is shown. */
export const timed = async (name, act, find) => {
  const started = performance.now();
  act();
  const node = await shown(find);
  note(name, performance.now() - started);
  return node;
};

export const one = (testid, within = document) => within.querySelector(`[data-testid="${testid}"]`);

/** Write into a field as a person does, also where React looks after it. */
export const write = (field, text) => {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  set.call(field, text);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

/** Follows the page's frames; the function stops that, and says for how long there was none at most. */
export const frames = () => {
  const started = performance.now();
  let last = started;
  let longest = 0;
  let next;
  const drawn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    next = requestAnimationFrame(drawn);
  };
  next = requestAnimationFrame(drawn);
  return {
    stop: () => {
      drawn();
      cancelAnimationFrame(next);
      return { elapsed: last - started, longest };
    },
  };
};

/** Go on when `find` finds something, looked for in each frame: observers would be called for each message. */
export const drawn = (find) =>
  new Promise((resolve, reject) => {
    const limit = performance.now() + FORGET_MS;
    const look = () => {
      const node = find();
      if (node) resolve(node);
      else if (performance.now() > limit) reject(new Error(`This was not to be seen: ${find}`));
      else requestAnimationFrame(look);
    };
    look();
  });

/** What a number of messages came to. */
export const counted = (name, messages, frames) => {
  const { elapsed, longest } = frames.stop();
  note(`${name}_message_ms`, elapsed / messages);
  note(`${name}_gap_ms`, longest);
};

addEventListener("error", ({ error, message }) => fail(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => fail(reason));
