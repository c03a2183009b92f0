// A stand-in for storage where the browser denies it: third-party frames, private windows, a sandbox without
// `allow-same-origin`. PyScript opens IndexedDB before anything else, and would end there without a word.

const DENIED_AFTER_MS = 10_000; // a slow disk is no denial

const isDenied = async () => {
  try {
    localStorage.length;
    const late = new Promise((_, reject) => setTimeout(reject, DENIED_AFTER_MS));
    await Promise.race([indexedDB.databases(), late]);
    return false;
  } catch {
    return true;
  }
};

// `Storage`, in memory.
const memoryStorage = () => {
  const items = new Map();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
  };
};

// Whether what the page stores outlives it. On the document element as well, as `data-storage`.
export const provideStorage = async () => {
  const denied = await isDenied();
  document.documentElement.dataset.storage = denied ? "memory" : "persistent";
  if (!denied) return;
  await import("./fake-indexeddb/auto/index.mjs");
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { value: memoryStorage(), configurable: true });
};
