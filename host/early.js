// What the page can do before Python is there: the colours, the saved list as text, the examples, and to remember clicks.
// Python takes over with `transomEarly.take()`. What is drawn here has the form of views/server_item.py.

(() => {
  const PREFIX = "transom.host.";
  const MAX_WISHES = 10;
  const root = document.documentElement;
  const wishes = [];

  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key)) ?? {};
    } catch {
      return {}; // storage may be denied, or hold something else
    }
  };

  const settings = read("settings");
  if (["light", "dark"].includes(settings.theme)) root.dataset.theme = settings.theme;
  if (settings.welcomed === true) root.dataset.welcome = "seen";
  for (const [name, property] of [["sidebar_width", "--sidebar"], ["frame_width", "--side-page"]]) {
    if (Number.isFinite(settings[name])) root.style.setProperty(property, `${settings[name]}px`);
  }

  // The entries in their order; those that it lacks come last, the oldest first.
  const savedServers = () => {
    const found = new Map();
    try {
      for (const key of Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}server.`))) {
        const { v, entry } = read(key.slice(PREFIX.length));
        if (v === 1 && typeof entry?.name === "string" && /^https?:/.test(entry.url) && URL.canParse(entry.url)) found.set(entry.id, entry);
      }
    } catch {
      return [];
    }
    const { ids } = read("order");
    const rest = [...found.values()].sort((one, two) => one.added - two.added).map((entry) => entry.id);
    const order = new Set([...(Array.isArray(ids) ? ids : []), ...rest]);
    return [...order].filter((id) => found.has(id)).map((id) => found.get(id));
  };

  const make = (tag, attributes, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };

  const labelOf = (href) => {
    const url = new URL(href);
    return url.host + (url.pathname === "/" ? "" : url.pathname);
  };

  const more = (name) => {
    const button = make("button", { type: "button", class: "small server-more", "aria-label": `More for ${name}` });
    button.disabled = true;
    const [svg, use] = ["svg", "use"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#icon-more");
    svg.append(use);
    button.append(svg);
    return button;
  };

  const serverItem = ({ id, name, url, session_id: session }) => {
    const span = (type, ...children) => make("span", { class: type }, ...children);
    const state = span("server-state", make("span", { class: "mark", "aria-hidden": "true" }), session ? "Not connected" : "Not set up");
    const button = (kind, testid, type, ...children) =>
      make("button", { type: "button", class: type, "data-early": kind, "data-value": id, "data-testid": testid }, ...children);
    const label = labelOf(url) === name ? "" : labelOf(url);
    const open = button("select", "server-select", "server-open", span("server-name", name), span("server-origin", label), state);
    const word = session ? "Connect" : "Set up";
    const act = button("connect", "server-act", "small", word);
    act.setAttribute("aria-label", `${word}: ${name}`);
    const attributes = { class: "server-item", "data-id": id, "data-status": "disconnected" };
    return make("li", attributes, open, span("server-side", more(name), act));
  };

  const showServers = () => {
    const servers = savedServers();
    document.querySelector("#servers").append(...servers.map(serverItem));
    document.querySelector("#servers-empty").hidden = servers.length > 0;
  };

  const showExamples = async () => {
    const place = document.querySelector("#examples");
    try {
      const { apps } = await (await fetch("/origins.json")).json();
      const button = ([name, origin]) =>
        make("button", { type: "button", class: "small", "data-early": "add", "data-value": `${origin}/`, "data-testid": `example-${name}` }, name.replaceAll("_", " "));
      const examples = Object.entries(apps ?? {});
      place.append(...examples.map(button));
      if (examples.length) document.querySelector("#address").placeholder = `${examples[0][1]}/`;
    } catch {
      // a host that is served by something else has no list of examples
    }
    if (!place.childElementCount) place.append("There are none on this site.");
  };

  const keep = (control, value) => {
    const kind = control.dataset.early;
    if (wishes.length >= MAX_WISHES || wishes.some((one) => one.kind === kind && one.value === value)) return;
    wishes.push({ kind, value });
    control.setAttribute("aria-busy", "true");
    const status = document.querySelector("#bar-status");
    if (status) status.textContent = "Python is starting. What you chose comes next.";
  };

  const clicked = (event) => {
    const control = event.target.closest?.("button[data-early]");
    if (control) keep(control, control.dataset.value ?? "");
  };

  const submitted = (event) => {
    if (!event.target.dataset.early) return;
    event.preventDefault();
    keep(event.target, event.target.querySelector("input").value);
  };

  document.addEventListener("click", clicked);
  document.addEventListener("submit", submitted);

  // Gives what was chosen, as JSON, and is out of the way from then on.
  const take = () => {
    document.removeEventListener("click", clicked);
    document.removeEventListener("submit", submitted);
    for (const control of document.querySelectorAll("[data-early][aria-busy]")) control.removeAttribute("aria-busy");
    return JSON.stringify(wishes.splice(0));
  };
  window.transomEarly = { take };

  const fill = () => {
    showServers();
    showExamples();
  };
  // Before the scripts that wait for the whole page.
  if (document.readyState === "loading") document.addEventListener("readystatechange", fill, { once: true });
  else fill();
})();
