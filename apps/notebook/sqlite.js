// SQLite in a worker: a statement may take long here, and the page goes on meanwhile. Each message is answered with what was
// found, or with a problem. sqlite.py says what it wants.

const CHECK_EVERY_STEPS = 10_000;
const LARGEST_HEAP_BYTES = 2 ** 30;

let sqlite;
let database;
let ends = Infinity;

const steps = {
  load: async ({ library }) => {
    sqlite = await (await import(library)).default();
  },

  create: ({ sql }) => {
    database?.close();
    database = new sqlite.oo1.DB(":memory:");
    database.exec(`PRAGMA hard_heap_limit = ${LARGEST_HEAP_BYTES}; ${sql}`);
  },

  insert: ({ sql, rows }) => void database.exec({ sql, bind: rows }),

  seal: () => {
    const { capi } = sqlite;
    database.exec("PRAGMA query_only = ON");
    capi.sqlite3_limit(database.pointer, capi.SQLITE_LIMIT_ATTACHED, 0);
    capi.sqlite3_progress_handler(database.pointer, CHECK_EVERY_STEPS, () => Number(performance.now() > ends), 0);
  },

  ask: ({ statement, limit, seconds }) => {
    ends = performance.now() + seconds * 1000;
    const prepared = database.prepare(statement);
    try {
      const isReading = Boolean(sqlite.capi.sqlite3_stmt_readonly(prepared.pointer));
      if (!isReading || !prepared.columnCount) return { isReading, columns: [], rows: [], isAll: true };
      const columns = prepared.getColumnNames([]);
      const rows = [];
      while (rows.length <= limit && prepared.step()) rows.push(prepared.get([]));
      return { isReading, columns, rows: rows.slice(0, limit), isAll: rows.length <= limit };
    } finally {
      prepared.finalize();
    }
  },
};

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ found: await steps[data.step](data) });
  } catch (error) {
    postMessage({ problem: error.message });
  }
});
