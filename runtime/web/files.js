// Reads the runtime's own files: with progress over all of them, and with errors that name the file.

import { files } from "./manifest.js";

// A failure that ends in a card on the page. `kind` chooses the words; `subject` is the file, package or address that it is about.
export class BootError extends Error {
  constructor(kind, subject, cause) {
    super(`${subject}: ${cause?.message ?? cause}`, { cause });
    this.name = "BootError";
    this.kind = kind;
    this.subject = subject;
  }

  static from(error, subject) {
    return error instanceof BootError ? error : new BootError("file", subject, error);
  }
}

const received = new Map();
const counted = ["snapshot.bin", "site.zip", "pyodide/pyodide.asm.wasm"];
const total = counted.reduce((sum, name) => sum + files[name], 0);

// Called with the bytes so far and in all, while files come in. Replaced by whoever shows progress.
export const progress = { changed: (_loaded, _total) => {} };

const count = (name, bytes) => {
  received.set(name, bytes);
  progress.changed([...received.values()].reduce((sum, size) => sum + size, 0), total);
};

export const done = (name) => count(name, files[name]);

// The file's bytes. Its length is known, so it is read into place, piece by piece.
export const read = async (name, priority = "auto") => {
  try {
    const response = await fetch(new URL(name, import.meta.url), { priority });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const bytes = new Uint8Array(files[name]);
    let at = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > bytes.length) throw new Error(`It is longer than ${bytes.length} bytes.`);
      bytes.set(value, at);
      count(name, (at += value.length));
    }
    if (at < bytes.length) throw new Error(`It ended after ${at} of ${bytes.length} bytes.`);
    return bytes;
  } catch (error) {
    throw new BootError("file", name, error);
  }
};

// A wasm file as code. Compiled as it streams in, so that the browser can keep the compiled code.
export const compile = async (name) => {
  try {
    return await WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url)));
  } catch (error) {
    throw new BootError("file", name, error);
  }
};
