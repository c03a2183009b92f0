// The floor: a page with the same client and nothing to see. Its script, host.py, drives itself.

globalThis.bench = import("./drive.js");
