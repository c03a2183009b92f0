// Stands in for the browser's LanguageModel: it is downloaded first, calls the first tool, and then answers.

(() => {
  const said = { held: false, created: 0, destroyed: 0, prompts: [] };

  const download = async (monitor, signal) => {
    const watched = new EventTarget();
    monitor(watched);
    for (const loaded of [0, 0.5]) watched.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded }));
    const given_up = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    while (said.held) await Promise.race([given_up, new Promise((next) => setTimeout(next, 10))]);
  };

  const reply = (text, form) => {
    if (!form) return ["From the ", "**browser**."];
    const step = text.startsWith("Result") ? { step: "answer" } : { step: "call", tool: form.properties.tool.enum[0], arguments: {} };
    return [JSON.stringify(step)];
  };

  const streamed = (words) =>
    new ReadableStream({
      start: (controller) => {
        for (const word of words) controller.enqueue(word);
        controller.close();
      },
    });

  window.LanguageModel = {
    said,
    state: "downloadable",
    async availability() {
      return this.state;
    },
    async create({ monitor, signal, initialPrompts }) {
      if (this.state !== "available") await download(monitor, signal);
      this.state = "available";
      said.created += 1;
      said.prompts.push(...initialPrompts);
      return {
        promptStreaming: (text, { responseConstraint }) => streamed(reply(text, responseConstraint)),
        destroy: () => (said.destroyed += 1),
      };
    },
  };
})();
