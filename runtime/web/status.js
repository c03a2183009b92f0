// Shows how far the page is: `data-status` on the document element for styles and tests, a line of text for people once it
// takes a moment, and the same stage to the window above.

const SHOWN_AFTER_MS = 600;
const GONE_AFTER_MS = 400;
const TEXTS = { loading: "Loading Python", starting: "Starting Python", ready: "Python is ready" };

const root = document.documentElement;
const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

let line; // the element, once it takes a moment
let timer;
let bytes = { loaded: 0, total: 0 };

const tellAbove = (stage) => {
  const above = window.parent !== window ? window.parent : window.opener;
  // To any origin: who is above is not known yet, and there is nothing in it but the stage.
  above?.postMessage({ type: "TRANSOM_STAGE", stage }, "*");
};

const show = () => {
  line = document.createElement("aside");
  line.className = "transom-status";
  line.setAttribute("aria-label", "Starting Python");
  const text = document.createElement("span");
  text.setAttribute("role", "status");
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "Python, downloaded");
  line.append(text, document.createElement("small"), bar);
  showBytes();
  document.body.append(line);
  // An element that is announced has to be there before its text is.
  requestAnimationFrame(() => (text.textContent = TEXTS[root.dataset.status] ?? ""));
};

const remove = () => {
  clearTimeout(timer);
  line?.classList.add("transom-status-done");
  setTimeout(() => line?.remove(), GONE_AFTER_MS);
};

export const setStage = (stage) => {
  if (root.dataset.status === stage || root.dataset.status === "failed") return;
  root.dataset.status = stage;
  tellAbove(stage);
  if (stage === "loading") timer = setTimeout(show, SHOWN_AFTER_MS);
  if (line) line.firstChild.textContent = TEXTS[stage] ?? "";
  if (stage === "ready" || stage === "failed") remove();
};

const showBytes = () => {
  const { loaded, total } = bytes;
  const [, text, bar] = line.children;
  if (loaded) [bar.max, bar.value] = [total, loaded];
  text.textContent = 0 < loaded && loaded < total ? `${megabytes(loaded)} of ${megabytes(total)} MB` : "";
};

export const setProgress = (loaded, total) => {
  bytes = { loaded, total };
  if (loaded >= total) setStage("starting");
  if (line) showBytes();
};
