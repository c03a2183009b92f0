// What PyScript's `interpreter` points at: Pyodide, restored from the memory snapshot. It starts when this module is imported,
// so that PyScript's own start runs beside it. When restoring fails for any reason, Python boots the plain way.

import { BootError, compile, done, read } from "./files.js";
import { parse, restore } from "./image.js";
import { files, lockInfo, natives, optional, packages as bundled } from "./manifest.js";
import { arrange, prepare } from "./module.js";
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

export { version };

// What the page does with Python before PyScript has it.
export const beforeUse = [];

// Where Python's output goes, until PyScript says where it wants it.
const output = { stdout: console.log, stderr: console.error };

const WASM = "pyodide/pyodide.asm.wasm";
const STDLIB = "pyodide/python_stdlib.zip";
const at = (name) => new URL(name, import.meta.url).href;
const site = read("site.zip", "low"); // needed last
const libraries = natives.map(({ path, file }) => ({ path, code: compile(file) }));
for (const promise of [site, ...libraries.map(({ code }) => code)]) promise.catch(() => {}); // reported where it is used

// Pyodide hangs when its wasm file can't be had or compiled: this turns that into an error.
const watchInstantiation = (reject) => {
  const original = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    WebAssembly.instantiateStreaming = original;
    try {
      const response = await source;
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const result = await original.call(WebAssembly, response, imports);
      done(WASM);
      return result;
    } catch (error) {
      reject(new BootError("file", WASM, error));
      throw error;
    }
  };
};

// Pyodide, with our packages and native libraries in place. `afterCreate(module)` runs before Python does.
const start = (extra, afterCreate = () => {}) =>
  new Promise((resolve, reject) => {
    const onError = (error) => reject(BootError.from(error, STDLIB));
    const createPyodideModule = async (settings) => {
      const { default: create } = await import("./pyodide/pyodide.asm.mjs");
      arrange(settings, { site, natives: libraries, stdlibSize: files[STDLIB], onError });
      const module = await create(settings);
      await afterCreate(module);
      return module;
    };
    watchInstantiation(reject);
    load({
      indexURL: at("pyodide/"),
      lockFileContents: { info: lockInfo, packages: {} },
      stdout: (text) => output.stdout(text),
      stderr: (text) => output.stderr(text),
      createPyodideModule,
      ...extra,
    }).then(resolve, (error) => reject(BootError.from(error, "pyodide/pyodide.asm.mjs")));
  });

const bootFromSnapshot = async () => {
  const snapshot = read("snapshot.bin");
  snapshot.catch(() => {});
  const pyodide = await start(
    { _loadSnapshot: new Uint8Array() }, // says that there is one; ours is written by `restoreSnapshot`
    async (module) => {
      const { buffer } = await snapshot;
      const image = parse(buffer);
      const used = module.HEAPU8.length;
      module.API.restoreSnapshot = () => {
        if (used < image.length) module.growMemory(image.length);
        restore(image, module.HEAPU8, used);
        buffer.transfer?.(0); // gives 37 MB back at once, not when garbage is collected
        return image.state;
      };
    },
  );
  const runtime = pyodide.pyimport("transom_runtime");
  runtime.renew();
  return { pyodide, runtime };
};

const bootPlain = async () => {
  const pyodide = await start();
  return { pyodide, runtime: prepare(pyodide, natives) };
};

const boot = async () => {
  try {
    return await bootFromSnapshot();
  } catch (error) {
    console.warn(`Transom: Python starts without its memory snapshot, more slowly. ${error.message}`);
    return bootPlain();
  }
};

const canonical = (name) => name.toLowerCase().replace(/[-_.]+/g, "-");

// A package of this build that few pages want: a zip with bytecode, to import from.
const addPackage = async (pyodide, name) => {
  const response = await fetch(at(`packages/${name}.zip`)).catch((error) => ({ status: error.message }));
  if (!response.ok) throw new BootError("package", name, new Error(`The server answered ${response.status}.`));
  pyodide.FS.writeFile(`/lib/${name}.zip`, new Uint8Array(await response.arrayBuffer()));
  const sys = pyodide.pyimport("sys");
  sys.path.append(`/lib/${name}.zip`);
  sys.destroy();
};

// Installs what a page wants besides: packages of this build by name, wheels by URL. `step` is called before each.
export const install = async (pyodide, urls, step) => {
  for (const url of urls.filter((name) => !bundled.includes(canonical(name)))) {
    step();
    if (optional.includes(canonical(url))) {
      await addPackage(pyodide, canonical(url));
      continue;
    }
    const problems = []; // what `loadPackage` says of a package that it could not load; it throws only for some
    try {
      await pyodide.loadPackage(url, { messageCallback: () => {}, errorCallback: (text) => problems.push(text) });
    } catch (error) {
      problems.push(error.message);
    }
    if (problems.length) throw new BootError("package", url, new Error(problems.join("\n")));
  }
};

// Python with everything imported, and `transom_runtime`.
export const booted = boot();
booted.catch(() => {}); // reported to whoever awaits it

export const loadPyodide = async ({ stdout, stderr }) => {
  const python = await booted;
  for (const callback of beforeUse) await callback(python);
  Object.assign(output, { stdout, stderr });
  return python.pyodide;
};
