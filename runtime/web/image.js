// The file form of a memory snapshot: which pages are in it, what Pyodide must know to restore it, then the pages.
// Pages that are zero are left out. Made in Node, read in the browser.

const MAGIC = 0x314d5254; // "TRM1", little-endian
const PAGE = 4096;
const HEADER_WORDS = 6;

// What `pyodide.makeMemorySnapshot()` returns: magic, offset of the memory, length of the JSON, 0, build id; then the
// JSON at 48.
const PYODIDE_JSON = 48;

const align = (length) => Math.ceil(length / PAGE) * PAGE;

// Runs of pages that hold something, as [first page, number of pages, ...].
const runsOf = (memory) => {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const perPage = PAGE / 8;
  const runs = [];
  for (let page = 0; page < memory.length / PAGE; page++) {
    const start = page * perPage;
    if (words.subarray(start, start + perPage).every((word) => word === 0n)) continue;
    if (runs.length && runs.at(-2) + runs.at(-1) === page) runs[runs.length - 1]++;
    else runs.push(page, 1);
  }
  return runs;
};

export const pack = (snapshot) => {
  const head = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 4);
  const state = snapshot.subarray(PYODIDE_JSON, PYODIDE_JSON + head[2]);
  const memory = snapshot.slice(head[1]);
  const runs = runsOf(memory);
  const pages = runs.reduce((sum, value, i) => sum + (i % 2 ? value : 0), 0);
  const start = align(4 * (HEADER_WORDS + runs.length) + state.length);
  const out = new Uint8Array(start + pages * PAGE);
  const words = new Uint32Array(out.buffer);
  words.set([MAGIC, memory.length, start, runs.length, state.length, out.length, ...runs]);
  out.set(state, 4 * (HEADER_WORDS + runs.length));
  let at = start;
  for (let i = 0; i < runs.length; i += 2) {
    out.set(memory.subarray(runs[i] * PAGE, (runs[i] + runs[i + 1]) * PAGE), at);
    at += runs[i + 1] * PAGE;
  }
  return out;
};

// Checks the file as a whole, before anything is written.
export const parse = (buffer) => {
  const words = new Uint32Array(buffer, 0, Math.floor(Math.min(buffer.byteLength, 1 << 20) / 4));
  if (words[0] !== MAGIC) throw new Error("The memory snapshot is not one of Transom's.");
  const [, length, start, runCount, stateLength, total] = words;
  if (total !== buffer.byteLength)
    throw new Error(`The memory snapshot has ${buffer.byteLength} bytes, not ${total}.`);
  const runs = words.slice(HEADER_WORDS, HEADER_WORDS + runCount);
  const state = new Uint8Array(buffer, 4 * (HEADER_WORDS + runCount), stateLength);
  return { length, runs, state: JSON.parse(new TextDecoder().decode(state)), pages: new Uint8Array(buffer, start) };
};

// Zeroes what the engine's own start wrote, without touching pages that are zero already: those cost no memory.
const clear = (heap, from, to) => {
  const words = new Int32Array(heap.buffer, from * PAGE, ((to - from) * PAGE) / 4);
  const perPage = PAGE / 4;
  for (let start = 0; start < words.length; start += perPage) {
    for (let i = start; i < start + perPage; i += 4) {
      if ((words[i] | words[i + 1] | words[i + 2] | words[i + 3]) === 0) continue;
      words.fill(0, i, start + perPage);
      break;
    }
  }
};

// Writes the image over a fresh module's memory. `used` is how far that memory may have been written to.
export const restore = ({ runs, pages }, heap, used) => {
  const last = Math.ceil(used / PAGE);
  let at = 0;
  let zeroFrom = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const [first, count] = [runs[i], runs[i + 1]];
    clear(heap, zeroFrom, Math.max(zeroFrom, Math.min(first, last)));
    heap.set(pages.subarray(at, at + count * PAGE), first * PAGE);
    at += count * PAGE;
    zeroFrom = first + count;
  }
  clear(heap, zeroFrom, Math.max(zeroFrom, last));
};
