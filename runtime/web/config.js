// The page's PyScript configuration with ours added: where the interpreter is, and no plugins but those that it asks for.

import { BootError } from "./files.js";

const INTERPRETER = new URL("./boot.js", import.meta.url).href;
const PLUGINS = ["codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal"];

// The scripts that run on the main thread, whose failure is the page's.
export const scripts = () => [...document.querySelectorAll('script[type="py"]:not([worker]), py-script:not([worker])')];

const parse = (text, subject) => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BootError("config", subject, error);
  }
};

// What the author wrote: `<py-config>`, or a `config` attribute; JSON in place, or the address of a JSON file.
const authored = async (elements) => {
  const element = document.querySelector("py-config");
  const text = element
    ? element.getAttribute("src") || element.textContent
    : elements.map((script) => script.getAttribute("config")).find(Boolean);
  if (!text?.trim()) return { config: {}, base: location.href };
  if (text.trim().startsWith("{")) return { config: parse(text, "The configuration"), base: location.href };
  const url = new URL(text.trim(), location.href).href;
  let response;
  try {
    response = await fetch(url);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  } catch (error) {
    throw new BootError("config", text.trim(), error);
  }
  return { config: parse(await response.text(), text.trim()), base: url };
};

// `files` are relative to where the configuration is; ours is in the page, so they are made absolute. A key in braces is a
// name for an address that other keys begin with.
const absoluteFiles = (files, base) => {
  const absolute = (path) => new URL(path, base).href;
  const one = ([key, value]) => {
    if (!key.startsWith("{")) return [absolute(key), value || fileName(key)];
    return [key, key.endsWith("}") ? absolute(value) : value];
  };
  return Object.fromEntries(Object.entries(files).map(one));
};

// Files and zip archives are fetched while Python starts. PyScript would do it afterwards, and write the server's answer for a
// file that is not there into that file. It keeps what it alone understands: names in braces, and other archives.
const split = (files) => {
  const isTheirs = ([key, value]) => key.startsWith("{") || (value.includes("*") && !/\.zip$/.test(new URL(key).pathname));
  return Object.entries(files).some(isTheirs) ? { theirs: files, ours: {} } : { ours: files };
};

const fetchFile = async ([url, path]) => {
  const response = await fetch(url).catch((error) => ({ status: error.message }));
  if (!response.ok) throw new BootError("script", url, new Error(`The server answered ${response.status}.`));
  return { url, path, bytes: new Uint8Array(await response.arrayBuffer()) };
};

const fileName = (path) => `./${path.split("/").at(-1)}`;

// PyScript loads its plugins for MicroPython as well, unless a configuration for that says otherwise.
const withoutMicroPython = () => {
  if (document.querySelector('script[type="mpy"], mpy-script, mpy-config')) return;
  const config = document.createElement("mpy-config");
  config.hidden = true;
  config.textContent = JSON.stringify({ plugins: PLUGINS.map((name) => `!${name}`) });
  document.head.append(config);
};

// Gives PyScript the configuration, as the attribute that it reads. Returns what the page wants besides: wheels, and files
// with their bytes; a path that ends in `/*` is where an archive is unpacked.
export const configure = async () => {
  const elements = scripts();
  const { config, base } = await authored(elements);
  const { packages = [], files, plugins = [], ...rest } = config;
  const { ours: fetched, theirs } = split(files ? absoluteFiles(files, base) : {});
  const ours = {
    ...rest,
    ...(theirs && { files: theirs }),
    interpreter: INTERPRETER,
    plugins: [...plugins, ...PLUGINS.filter((name) => !plugins.includes(name)).map((name) => `!${name}`)],
  };
  document.querySelector("py-config")?.remove();
  withoutMicroPython();
  for (const script of elements) script.setAttribute("config", JSON.stringify(ours));
  const modules = Promise.all(Object.entries(fetched).map(fetchFile));
  modules.catch(() => {}); // reported where they are used
  return { packages: packages.map((name) => (/^[\w-]+$/.test(name) ? name : new URL(name, base).href)), modules };
};
