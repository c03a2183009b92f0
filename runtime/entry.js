// Names the current build. Written by build.py from entry.js, last of all, so that what it names is whole.

const base = new URL("./__BUILD__/", import.meta.url);

// Asked for all at once, instead of one after the other as each imports the next.
for (const file of __MODULES__)
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(file, base) }));

import(new URL("page.js", base)).catch((error) => {
  console.error(error);
  document.documentElement.dataset.status = "failed";
  const card = Object.assign(document.createElement("p"), { className: "transom-card", role: "alert" });
  card.dataset.kind = "file";
  card.textContent = `Python could not be loaded: ${error.message}. Start the page's server again, which repairs it, and reload.`;
  document.body.prepend(card);
});
