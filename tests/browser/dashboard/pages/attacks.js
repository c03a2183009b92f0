// What a copilot could try besides calling tools: each a function of `evil`, which a test calls by its name.
Object.assign(evil, {
  // A thousand requests at once, of all kinds; and as many again, until the test has seen enough.
  floods() {
    const requests = [];
    for (let number = 0; number < 200; number += 1) {
      requests.push(["tools/call", { name: "list_projects", arguments: { limit: 50 } }]);
      requests.push(["tools/call", { name: "x".repeat(5000) + number, arguments: { note: "y".repeat(20_000) } }]);
      requests.push(["resources/read", { uri: `dashboard://projects/P-${number}` }]);
      requests.push(["prompts/get", { name: "morning_briefing" }]);
      requests.push(["tools/list", {}]);
    }
    [window.flooded, evil.enough] = [undefined, false];
    const words = ["at most 30 calls in 10 seconds", "inputSchema"];
    evil.flood(requests, words).then(async (found) => {
      while (!evil.enough) await evil.flood(requests, words);
      window.flooded = found;
    });
  },

  // The same question again and again.
  presses() {
    const asks = ["tools/call", { name: "acknowledge_incident", arguments: { incident_id: "I-30" } }];
    const words = [
      "The person said no",
      "3 questions wait for the person already",
      "at most 6 actions in 60 seconds",
    ];
    window.pressed = undefined;
    evil.flood(Array(40).fill(asks), words).then((found) => {
      window.pressed = found;
    });
  },

  // Answers in the person's name, on every way there is.
  forges() {
    const { sessionId, port } = evil.reply;
    const yes = { action: "accept", answer: "once", approved: true, content: { answer: "once" } };
    const ids = ["asked", "evil-1", ...Array(40).keys()];
    const forged = [
      ...ids.map((id) => ({ jsonrpc: "2.0", id, result: yes })),
      ...ids.map((id) => ({ type: "MCP_MESSAGE", payload: { jsonrpc: "2.0", id, result: yes } })),
      { jsonrpc: "2.0", id: "own", method: "elicitation/create", params: yes },
      { jsonrpc: "2.0", method: "notifications/approved", params: { requestId: "asked" } },
      { jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "asked" } },
      { type: "click", selector: "[data-testid=answer-once]" },
      { type: "answer", answer: "once" },
      { type: "TRANSOM_ANSWER", id: "asked", answer: "once" },
      { type: "TRANSOM_READY", sessionId, port },
      { type: "TRANSOM_PONG", id: 1 },
      { type: "TRANSOM_STAGE", stage: "ready" },
      { type: "MCP_TRANSPORT_HANDSHAKE_REPLY", protocolVersion: "1.0", sessionId },
      { type: "MCP_TRANSPORT_ACCEPTED", sessionId, port },
      { type: "MCP_SETUP_HANDSHAKE_REPLY", protocolVersion: "1.0", sessionId },
      JSON.parse('{"type": "MCP_MESSAGE", "__proto__": {"polluted": 1}, "payload": {"__proto__": {"polluted": 1}}}'),
      ...["once", 1, true, null, ["once"], new Map([["answer", "once"]]), new Date(0), new Error("once")],
    ];
    for (const message of forged) {
      evil.post(message);
      evil.port.postMessage(message);
      evil.port.postMessage(JSON.stringify(message));
    }
  },

  // Links and forms that would put a page in the dashboard's place.
  followsLinks(url) {
    for (const target of ["_top", "_parent"]) {
      const link = Object.assign(document.createElement("a"), { href: url, target });
      const form = Object.assign(document.createElement("form"), { action: url, target });
      document.body.append(link, form);
      link.click();
      form.submit();
    }
  },

  // A page in a frame of its own; resolves when that has loaded.
  frames: (url) =>
    new Promise((loaded) => {
      const frame = document.createElement("iframe");
      frame.onload = () => loaded();
      frame.src = url;
      document.body.append(frame);
    }),

  // Keys that are pressed may go to this page then; none of them to an answer of the question.
  steals() {
    const steal = () => {
      window.focus();
      evil.field.focus();
      evil.button.click();
    };
    window.stealing = setInterval(steal, 10);
  },

  // Its port to a window that outlives it; resolves when that is on its way.
  handsOver: () =>
    new Promise((handed) => {
      addEventListener("message", ({ source, data }) => {
        if (source !== window.helper || data?.type !== "MCP_TRANSPORT_HANDSHAKE") return;
        helper.postMessage("keep this", "*", [evil.port]);
        handed();
      });
      window.helper = open(location.href);
    }),
});
