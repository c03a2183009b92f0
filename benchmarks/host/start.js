// The page before: what the browser does when it starts is not measured.

const REST_MS = 1500;

setTimeout(() => location.assign(new URLSearchParams(location.search).get("next")), REST_MS);
