// Runs in Node, from the folder of a build that has everything but this: compiles the packages' bytecode, bundles them, and
// takes the memory snapshot. `node snapshot.mjs FOLDER PLAN` where PLAN is a JSON file that build.py wrote.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Node would print the line that threw, which in Pyodide is a megabyte long.
const fail = (error) => {
  console.error(String(error?.stack ?? error).slice(0, 4000));
  process.exit(1);
};
process.on("uncaughtException", fail);

const [folder, planFile] = process.argv.slice(2);
const { natives, lockInfo, trees } = JSON.parse(readFileSync(planFile, "utf8"));
const load = (name) => import(pathToFileURL(join(folder, name)).href);

const { pack } = await load("image.js");
const { arrange, prepare } = await load("module.js");
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { default: create } = await load("pyodide/pyodide.asm.mjs");

const stage = (text) => process.stdout.write(`${text}\n`);

// The zips of the trees, each {tree, file, place}: the first is what every page has.
const bundle = async () => {
  const pyodide = await loadPyodide({ indexURL: join(folder, "pyodide/"), lockFileContents: { info: lockInfo, packages: {} } });
  pyodide.runPython(readFileSync(new URL("bundle.py", import.meta.url), "utf8"));
  pyodide.FS.mkdirTree("/tree");
  for (const { tree, file, place } of trees) {
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: tree }, "/tree");
    writeFileSync(join(folder, file), pyodide.globals.get("bundle")("/tree", place).toJs());
    pyodide.FS.unmount("/tree");
  }
};

const snapshot = async (site) => {
  const createPyodideModule = (settings) => {
    const libraries = natives.map(({ path, file }) => ({ path, code: WebAssembly.compile(readFileSync(join(folder, file))) }));
    const stdlibSize = statSync(join(folder, "pyodide", "python_stdlib.zip")).size;
    arrange(settings, { site, natives: libraries, stdlibSize, onError: fail });
    return create(settings);
  };
  const pyodide = await loadPyodide({
    indexURL: join(folder, "pyodide/"),
    lockFileContents: { info: lockInfo, packages: {} },
    _makeSnapshot: true,
    createPyodideModule,
  });
  const runtime = prepare(pyodide, natives);
  runtime.rehearse();
  runtime.freeze();
  runtime.destroy();
  return pack(pyodide.makeMemorySnapshot());
};

stage("Compiling the Python packages");
await bundle();
stage("Taking the memory snapshot");
writeFileSync(join(folder, "snapshot.bin"), await snapshot(readFileSync(join(folder, trees[0].file))));
