// In an app: chooses a file as a person does, when its setup asks for one, or else when the host's page says so; the script's element
// says which.

const { file: name, input: field, press } = document.currentScript.dataset;

const feed = async () => {
  const input = document.querySelector(field);
  const file = new File([await (await fetch(name)).blob()], name);
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  if (press) document.querySelector(press).click();
};

addEventListener("message", ({ data }) => data?.bench === "feed" && feed());
new MutationObserver((_, observer) => {
  const { session, status } = document.documentElement.dataset;
  if (status !== "ready" || session !== "setup") return;
  observer.disconnect();
  feed();
}).observe(document.documentElement, { attributes: true });
