// Names the current build. Written by build.py from entry.js, last of all, so that what it names is whole.

const base = new URL("./__BUILD__/", import.meta.url);

// Asked for all at once, instead of one after the other as each imports the next.
for (const file of __MODULES__)
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(file, base) }));

const fail = (error) => {
  console.error(error);
  document.documentElement.dataset.status = "failed";
  const above = window.parent !== window ? window.parent : window.opener;
  above?.postMessage({ type: "TRANSOM_STAGE", stage: "failed" }, "*"); // carries nothing but the stage
  const card = Object.assign(document.createElement("p"), { className: "transom-card", role: "alert" });
  card.dataset.kind = "file";
  card.textContent = `Python could not be loaded: ${error.message}. Start the page's server again, which repairs it, and reload.`;
  document.body.prepend(card);
};

const limit = setTimeout(() => fail(new Error("nothing came for a minute")), 60_000);
import(new URL("page.js", base)).catch(fail).finally(() => clearTimeout(limit));
