// The demo host, as a person uses it.

import { again, counted, done, drawn, frames, moment, note, number, one, rest, shown, timed, write } from "./drive.js";

const query = new URLSearchParams(location.search);
const root = document.documentElement;
const servers = async () => {
  const { apps } = await (await fetch("/origins.json")).json();
  return Object.keys(apps).filter((name) => name.startsWith("server-")).map((name) => `${apps[name]}/`);
};

const isUp = (state) => shown(() => root.dataset.host === state && root);
const items = () => [...document.querySelectorAll('[data-testid="server-item"]')];
const visible = (testid) => [...document.querySelectorAll(`[data-testid="${testid}"]`)].find((node) => node.checkVisibility());
const last = (status) => items().at(-1)?.dataset.status === status && items().at(-1);

const add = (url) => {
  write(one("address"), url);
  one("add").click();
};

const load = async () => {
  await isUp("ready");
  note("usable_ms", performance.now());
  await timed("first_click_ms", () => one("example-server-0").click(), () => visible("setup"));
  await isUp("warm");
  note("compiled_ms", performance.now());
  await rest();
  localStorage.clear();
  sessionStorage.clear();
  await again();
};

const goOn = async (step) => {
  await rest();
  query.set("step", step);
  location.search = query;
};

// What an earlier case has left in the profile is cleared; the next page is as on a first visit.
const clear = async () => {
  await isUp("warm");
  localStorage.clear();
  sessionStorage.clear();
  await goOn("start");
};

// First the server is set up; then comes a page anew, in which nothing has run yet.
const setUp = async () => {
  await isUp("warm");
  const [url] = await servers();
  add(url);
  await shown(() => last("connected"));
  await goOn("connect");
};

const field = () => visible("arguments-form")?.querySelector("textarea, input");
const canRun = () => !visible("run")?.disabled && field();

const connect = async (name) => {
  const started = performance.now();
  const item = items()[0];
  const stages = new MutationObserver(() => note(`${name}_${item.dataset.status}_ms`, performance.now() - started));
  stages.observe(item, { attributeFilter: ["data-status"] });
  await timed(`${name}_ms`, () => one("server-act", item).click(), canRun);
  await shown(() => last("connected"));
  stages.disconnect();
};

const run = async (text) => {
  write(field(), text);
  await moment();
  await timed("run_ms", () => visible("run").click(), () => visible("result")?.textContent.includes(text) && visible("result"));
};

const connects = async () => {
  await isUp("warm");
  await rest();
  await connect("connect");
  for (let i = 0; i < number("runs"); i++) await run(`Ada ${i}`);
  visible("disconnect").click();
  await shown(() => last("disconnected"));
  await rest();
  await connect("connect_again");
  await done();
};

const many = async () => {
  await isUp("warm");
  const urls = await servers();
  await rest();
  for (const url of urls.slice(0, number("servers"))) {
    const before = items().length;
    const started = performance.now();
    add(url);
    await shown(() => items().length > before && last("connected"));
    note("added_ms", performance.now() - started);
  }
  await done();
};

const count = async (name) => {
  await rest();
  const before = visible("result");
  const watched = frames();
  visible("run").click();
  await drawn(() => visible("result") && visible("result") !== before);
  counted(name, number("messages"), watched);
};

const messages = async () => {
  await isUp("warm");
  const [url] = await servers();
  add(url);
  await shown(() => last("connected"));
  (await shown(() => visible("tool-list")?.querySelector('[data-name="count"]'))).click();
  await shown(() => visible("description").textContent.includes("progress") && canRun());
  write(field(), String(number("messages")));
  await count("warming");
  await count("closed");
  await rest();
  await timed("open_ms", () => one("wire-button").click(), () => visible("wire-rows")?.querySelector("[data-kind]"));
  await count("open");
  await done();
};

const steps = {
  load: { first: load },
  connects: { first: clear, start: setUp, connect: connects },
  many: { first: clear, start: many },
  messages: { first: clear, start: messages },
};
await steps[query.get("bench")][query.get("step") ?? "first"]();
