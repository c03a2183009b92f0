// The usual way in JavaScript: every point is made into an object and kept, in one go; and the same without keeping any.

globalThis.referencePi = (points) => {
  const started = performance.now();
  const kept = [];
  let inside = 0;
  for (let i = 0; i < points; i++) {
    const x = Math.random();
    const y = Math.random();
    const isInside = x * x + y * y < 1;
    if (isInside) inside++;
    kept.push({ x, y, isInside });
  }
  return { ms: performance.now() - started, kept };
};

globalThis.countedPi = (points) => {
  const started = performance.now();
  let inside = 0;
  for (let i = 0; i < points; i++) {
    const x = Math.random();
    const y = Math.random();
    if (x * x + y * y < 1) inside++;
  }
  return { ms: performance.now() - started, inside };
};
