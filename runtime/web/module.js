// How the wasm module is laid out, the same when the snapshot is made (in Node) and when it is restored (in a page): a
// snapshot is memory with addresses and table indexes in it, so everything that has one must come in the same place.

// Engines start with function tables of different lengths; what is loaded later goes behind this one.
const TABLE_LENGTH = 16384;

const SITE_ZIP = "/lib/site.zip";
const STDLIB = "pyodide/python_stdlib.zip";

// Emscripten's own way to load a library before the program starts; it takes compiled code as well as bytes.
const preload = (module, path, code) =>
  new Promise((resolve, reject) => {
    const slash = path.lastIndexOf("/");
    const [folder, name] = [path.slice(0, slash), path.slice(slash + 1)];
    module.FS.createPreloadedFile(folder, name, code, true, false, resolve, reject, true);
  });

// A function that waits until our own part of the preparation is the only one left.
const watchOthers = (settings) => {
  let left = 0;
  let changed = () => {};
  settings.monitorRunDependencies = (count) => {
    left = count;
    changed();
  };
  return async () => {
    while (left > 1) await new Promise((resolve) => (changed = resolve));
  };
};

// Pyodide goes on without its standard library when that could not be fetched: the trouble would come later, elsewhere.
const checkStdlib = (module, size) => {
  const [major, minor] = module.API.pyVersionTuple;
  const { object: node } = module.FS.analyzePath(`/lib/python${major}${minor}.zip`);
  if (node?.usedBytes !== size) throw new Error(`${STDLIB} has ${node?.usedBytes ?? "no"} bytes, not ${size}.`);
};

// Adds the zip of packages and the native libraries ({path, code: a promise of a WebAssembly.Module}) to Emscripten's
// settings. Loaded before the runtime starts, a library's memory is taken from the heap's base, and so has the same
// address every time.
export const arrange = (settings, { site, natives, stdlibSize, onError }) => {
  const othersDone = watchOthers(settings);
  settings.preRun.push(async (module) => {
    module.addRunDependency("transom");
    try {
      module.FS.mkdirTree("/lib");
      module.FS.writeFile(SITE_ZIP, await site, { canOwn: true });
      module.wasmTable.grow(TABLE_LENGTH - module.wasmTable.length);
      for (const { path, code } of natives) {
        await preload(module, path, await code);
        await module.loadDynamicLibrary(path, { loadAsync: true, global: false, nodelete: true });
      }
      await othersDone();
      checkStdlib(module, stdlibSize);
      module.removeRunDependency("transom");
    } catch (error) {
      onError(error); // the dependency stays: nothing starts without its packages
    }
  });
};

// Runs in both, once Python is up: in Node before the snapshot is taken, in a page when it boots without one.
export const prepare = (pyodide, natives) => {
  pyodide.runPython(`import sys; sys.path.append("${SITE_ZIP}")`);
  const paths = Object.fromEntries(natives.map(({ module, path }) => [module, path]));
  const runtime = pyodide.pyimport("transom_runtime");
  runtime.prepare(JSON.stringify(paths));
  return runtime;
};
