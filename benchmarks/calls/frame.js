// The page that the address names, in a frame.

export const url = new URLSearchParams(location.search).get("frame");
export const { origin } = new URL(url);

const frame = document.createElement("iframe");
document.body.append(frame);
export { frame };

export const load = () => (frame.src = url);
