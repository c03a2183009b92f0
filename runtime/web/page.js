// The one script that a page includes: it starts Python and PyScript, and shows what is going on.

import { beforeUse, booted, install } from "./boot.js";
import * as border from "./border.js";
import { showCard } from "./card.js";
import { configure, scripts } from "./config.js";
import { exercise } from "./exercise.js";
import { BootError, progress } from "./files.js";
import { setProgress, setStage } from "./status.js";
import { provideStorage } from "./storage.js";

const STALLED_MS = 60_000;

const fail = (error) => {
  console.error(error);
  if (document.documentElement.dataset.status === "failed") return; // the first failure is the cause of the others
  setStage("failed");
  showCard(error.kind === "file" && !navigator.onLine ? new BootError("offline", error.subject, error.cause) : error);
};

// Ends a start that has stopped: no bytes and no step for a long time. Stops when the page's script begins.
const watch = () => {
  let timer;
  let over = false;
  const restart = () => {
    clearTimeout(timer);
    if (over) return;
    timer = setTimeout(() => fail(new BootError("stalled", "Python", new Error("Nothing came for a minute."))), STALLED_MS);
  };
  progress.changed = (loaded, total) => {
    restart();
    setProgress(loaded, total);
  };
  restart();
  const stop = () => {
    over = true;
    clearTimeout(timer);
  };
  return { restart, stop };
};

// A content security policy that forbids WebAssembly makes Pyodide wait for ever.
const probeWasm = () => {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    throw new BootError("wasm", "WebAssembly", error);
  }
};

const nameOf = (script) => script.getAttribute("src")?.replace(/^\.\//, "").split(/[?#]/)[0] || "script in the page";

// `server.py, line 12`: the deepest frame that is the page's own.
const placeOf = (error) => {
  const frames = [...String(error.message).matchAll(/File "([^"]+)", line (\d+)/g)];
  const own = frames.filter(([, file]) => !file.startsWith("/lib/") && !file.startsWith("<"));
  return own.length ? `${own.at(-1)[1].replace("/home/pyodide/", "")}, line ${own.at(-1)[2]}` : "";
};

// The frames of what runs the script, which tell its author nothing.
const OUR_FRAMES = /^ {2}File "\/lib\/(?:python\d+\.zip\/_pyodide\/|site\.zip\/transom_runtime)[^\n]*\n(?: {4}[^\n]*\n)*/gm;

// An error of Transom itself says what to do; there is nothing to correct in the script.
const TRANSOM_ERROR = /\n[\s|]*transom\.[\w.]+: ([^\n]+)[\s+-]*$/;

const pythonError = (error) => {
  const message = error.message.replace(OUR_FRAMES, "");
  const own = TRANSOM_ERROR.exec(message);
  return own ? new BootError("session", own[1], { message }) : new BootError("python", placeOf(error), { message });
};

// Ends PyScript's own preparation, which runs before each script through the same function.
const PREPARED = "# Transom: prepared";

// Runs the page's scripts through `transom_runtime`: under their own file names, so that errors name file and line, and with
// word when a script has come to its first await, or its end.
const runScripts = (python, { hooks, stdlib }, watching) => {
  const { pyodide, runtime } = python;
  const waiting = new Set(scripts());
  const next = [];
  const started = (script) => {
    waiting.delete(script);
    if (waiting.size) return;
    setStage("ready");
    exercise(python).catch(console.warn); // a page is as good without
  };
  const run = pyodide.runPythonAsync;
  pyodide.runPythonAsync = async (code, options) => {
    if (code.includes(PREPARED)) return run(code.startsWith(stdlib) ? `import pyscript\n${code.slice(stdlib.length)}` : code);
    const script = next.shift();
    if (!script) return run(code, options);
    watching.stop();
    try {
      return await runtime.run_script(code, nameOf(script), () => started(script));
    } catch (error) {
      fail(pythonError(error));
      throw error;
    }
  };
  hooks.main.codeBeforeRunAsync.add(PREPARED);
  hooks.main.onBeforeRunAsync.add((_, script) => void next.push(script));
  hooks.main.onReady.add(({ io }, script) => {
    const { stderr } = io;
    io.stderr = (error, ...rest) => {
      if (error?.name === "FetchError") fail(new BootError("script", nameOf(script), error));
      return stderr(error, ...rest);
    };
  });
};

// What goes wrong in a running page, in an event handler, say: the page goes on.
const showLaterErrors = () => {
  const later = (error) => {
    const failed = document.documentElement.dataset.status === "failed";
    if (error?.name === "PythonError" || error?.constructor?.name === "PythonError") {
      if (!failed) showCard(pythonError(error), { dismissable: true });
    }
  };
  addEventListener("error", ({ error }) => later(error));
  addEventListener("unhandledrejection", ({ reason }) => later(reason));
};

const addStyles = () => {
  const href = new URL("../page.css", import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.prepend(link); // before the page's own, which may differ
};

const unpack = (pyodide, url, bytes, folder) => {
  try {
    pyodide.unpackArchive(bytes, "zip", { extractDir: folder });
  } catch (error) {
    const failure = new BootError("script", url, new Error(`It is no zip archive. ${error.message.trim().split("\n").at(-1)}`));
    fail(failure); // PyScript would only log it
    throw failure;
  }
};

// The page's own modules and data, where its script finds them.
const write = (pyodide, files) => {
  for (const { url, path, bytes } of files) {
    const target = new URL(path, "file:///home/pyodide/").pathname;
    const folder = target.slice(0, target.lastIndexOf("/"));
    pyodide.FS.mkdirTree(folder);
    if (target.endsWith("/*")) unpack(pyodide, url, bytes, folder);
    else pyodide.FS.writeFile(target, bytes);
  }
};

// `from transom_libraries import load`: the page libraries of this build, by their file names.
const address = (name) => new URL(`lib/${name}`, import.meta.url).href;
const libraries = { address, load: (name) => import(address(name)) };

const main = async () => {
  setStage("loading");
  addStyles();
  showLaterErrors();
  const watching = watch();
  probeWasm();
  const [{ packages, modules }] = await Promise.all([configure(), provideStorage()]);
  const core = import("./pyscript/core.js").catch((error) => {
    throw new BootError("file", "pyscript/core.js", error);
  });
  const installed = booted.then(({ pyodide }) => install(pyodide, packages, watching.restart));
  beforeUse.push(async (python) => {
    await installed;
    write(python.pyodide, await modules);
    python.pyodide.registerJsModule("transom_border", border);
    python.pyodide.registerJsModule("transom_libraries", libraries);
    runScripts(python, await core, watching);
  });
  await Promise.all([core, installed, modules]);
  if (scripts().length) return watching.restart();
  watching.stop();
  setStage("ready");
};

main().catch(fail);
