// A failure as a card on the page: what happened, what to do, and the details to open and copy.

const fileOf = (subject) => subject.split(/[?#]/)[0].split("/").at(-1);

// For each kind of failure: title and advice. Words for people; the details have the rest.
const WORDS = {
  file: ({ subject }) => [
    "Python could not be loaded",
    `The file ${fileOf(subject)} is missing or damaged. Reload the page; if that does not help, start its server again: that repairs it.`,
  ],
  offline: () => ["You are offline", "This page needs the network once, to load Python. Connect, and reload the page."],
  wasm: () => [
    "This page may not run WebAssembly",
    "Python needs it. Whoever serves the page has to add 'wasm-unsafe-eval' to script-src in its Content-Security-Policy.",
  ],
  config: ({ subject }) => [
    "The page's configuration could not be read",
    `${subject} has to be JSON that can be loaded: correct it, and reload the page.`,
  ],
  package: ({ subject }) => [
    "A package could not be installed",
    `Put the wheel of ${fileOf(subject)} beside the page, and its address into "packages" of the configuration: nothing is fetched from a registry.`,
  ],
  script: ({ subject }) => [
    "A file of the page could not be loaded",
    opaque()
      ? `${subject} can't be read from a sandbox without allow-same-origin. Write the script into the page, or allow the origin.`
      : `${subject} is not there, or can't be reached. Check its name in the page, then reload.`,
  ],
  python: ({ subject, cause }) => [
    "The page's Python stopped with an error",
    `${lastLine(cause)}${subject ? ` (${subject})` : ""}. Correct it, and reload the page.`,
  ],
  session: ({ subject }) => ["There is no connection", subject],
  stalled: () => [
    "Loading Python has stopped",
    "Nothing has come for a minute. Check the connection, and whether the server still runs, then reload the page.",
  ],
  unknown: () => ["Python could not be started", "Reload the page. If it happens again, send the details to whoever made the page."],
};

const opaque = () => window.origin === "null";
// The lines of an exception group have bars in front, and a rule at the end.
const lastLine = (error) => {
  const lines = String(error?.message ?? error).split("\n").map((line) => line.replace(/^[\s|+-]+/, ""));
  return (lines.findLast((line) => line) ?? "").replace(/\.$/, "");
};

const element = (name, text, attributes = {}) => {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const copyButton = (pre) => {
  const button = element("button", "Copy the details", { type: "button" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(pre); // a frame may not write to the clipboard
      button.textContent = "Selected: copy with your keyboard";
    }
  });
  return button;
};

const detailsOf = ({ cause, message }) => {
  const text = [cause?.message ?? message, `Page: ${location.href}`, `Browser: ${navigator.userAgent}`].join("\n\n");
  const details = document.createElement("details");
  const pre = element("pre", text, { tabindex: "0", "aria-label": "Details of the failure" });
  details.append(element("summary", "Details"), pre, copyButton(pre));
  return details;
};

// `error` has a `kind`, a `subject` and a `cause`. A card over a page that works goes away when the person says so.
export const showCard = (error, { dismissable = false } = {}) => {
  const [title, advice] = (WORDS[error.kind] ?? WORDS.unknown)(error);
  const card = element("section", "", { class: "transom-card", role: "alert", "data-kind": error.kind ?? "unknown" });
  const action = element("button", dismissable ? "Dismiss" : "Reload the page", { type: "button" });
  action.addEventListener("click", () => (dismissable ? card.remove() : location.reload()));
  card.append(element("h2", title), element("p", advice), detailsOf(error), action);
  document.querySelector(".transom-card")?.remove();
  document.body.prepend(card);
};
