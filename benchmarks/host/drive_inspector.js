// The official MCP Inspector, by the same steps.

import { again, counted, done, drawn, frames, note, moment, number, rest, shown, timed, write } from "./drive.js";

const query = new URLSearchParams(location.search);
const TEXT = "input[aria-keyshortcuts=Enter]";
const NUMBER = "input[inputmode=decimal]";
const saved = query.get("server");

const withWords = (selector, words, within = document) =>
  [...within.querySelectorAll(selector)].find((node) => node.textContent.trim() === words && node.checkVisibility());
const toggle = (name) => document.querySelector(`input[aria-label='Connect or disconnect "${name}"']`);
const segment = (value) => document.querySelector(`input[type=radio][value="${value}"]`)?.nextElementSibling;
const answer = (words) => withWords("pre", words);
const runButton = () => withWords("button:enabled", "Execute Tool");
const isUp = () => shown(() => toggle(saved)?.parentElement);
const isConnected = (name) => toggle(name)?.dataset.checked === "true" && segment("Tools");

const load = async () => {
  await isUp();
  note("usable_ms", performance.now());
  const menu = () => withWords("button", "Add Servers");
  await timed("first_click_ms", () => menu().click(), () => withWords("[role=menuitem]", "+ Add manually"));
  await rest();
  await again();
};

const open = async (tool, field) => {
  segment("Tools").click();
  (await shown(() => withWords("button", tool))).click();
  return shown(() => withWords("button", "Execute Tool") && document.querySelector(field));
};

const connect = async (name) => {
  const started = performance.now();
  toggle(saved).click();
  await shown(() => segment("Tools"));
  await open("echo", TEXT);
  note(name, performance.now() - started);
};

/** What to write into, which the results take the place of. */
const entry = (selector) => {
  document.querySelector('[aria-label="Close results"]')?.click();
  return shown(() => document.querySelector(selector));
};

const run = async (text) => {
  write(await entry(TEXT), text);
  await moment();
  await timed("run_ms", () => runButton().click(), () => answer(text));
};

const connects = async () => {
  await isUp();
  await rest();
  await connect("connect_ms");
  for (let i = 0; i < number("runs"); i++) await run(`Ada ${i}`);
  await disconnect(saved);
  await rest();
  await connect("connect_again_ms");
  await done();
};

const add = async (name) => {
  withWords("button", "Add Servers").click();
  // Without waiting for the menu to be seen: it now and then stays hidden while the page's layout changes.
  await shown(() => document.querySelector("[role=menuitem]")?.closest("body"));
  document.querySelector("[role=menuitem]").click();
  const dialog = await shown(() => document.querySelector("[role=dialog]"));
  const field = (label) => document.getElementById([...dialog.querySelectorAll("label")].find((one) => one.textContent.startsWith(label)).htmlFor);
  write(field("Server ID"), name);
  write(field("Command"), query.get("command"));
  write(field("Arguments"), JSON.parse(query.get("arguments")).join("\n"));
  (await shown(() => withWords("button:enabled", "Add", dialog))).click();
  await shown(() => toggle(name)?.parentElement);
};

const disconnect = async (name) => {
  segment("Servers").click();
  (await shown(() => toggle(name)?.parentElement)).querySelector("input").click();
  await shown(() => !segment("Tools") && toggle(name)?.parentElement);
};

// It has one session at a time: each ends before the next is opened, which is not counted.
const many = async () => {
  await isUp();
  await rest();
  for (let i = 0; i < number("servers"); i++) {
    const started = performance.now();
    await add(`added-${i}`);
    toggle(`added-${i}`).click();
    await shown(() => isConnected(`added-${i}`));
    note("added_ms", performance.now() - started);
    await disconnect(`added-${i}`);
    await rest(); // what closes fades out
  }
  await done();
};

const count = async (name, messages) => {
  write(await entry(NUMBER), String(messages));
  await rest();
  const watched = frames();
  runButton().click();
  await drawn(() => answer(`counted to ${messages}`));
  counted(name, messages, watched);
};

const messages = async () => {
  await isUp();
  toggle(saved).click();
  await shown(() => segment("Tools"));
  await open("count", NUMBER);
  await rest();
  document.querySelector('[aria-label="Close monitoring sidebar"]').click();
  await count("warming", 20);
  await count("closed", number("messages"));
  const sidebar = () => document.querySelector('[aria-label="Monitoring screen"]');
  await timed("open_ms", () => document.querySelector('[aria-label="Open monitoring sidebar"]').click(), sidebar);
  withWords("button", "Clear").click();
  await count("open", number("shown_messages"));
  await done();
};

const steps = { load, connects, many, messages };
await steps[query.get("bench")]();
