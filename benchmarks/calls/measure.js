// What is measured once there is a connection: the same as in measure.py.

import plan from "./plan.json";

const SMALL = "Ada";

const timed = async (echo, text) => {
  const started = performance.now();
  const answer = await echo(text);
  const elapsed = performance.now() - started;
  if (answer !== text) throw new Error(`The answer is not what was sent: ${String(answer).slice(0, 200)}`);
  return elapsed;
};

const times = async (count, echo, text) => {
  const all = [];
  for (let i = 0; i < count; i++) all.push(await timed(echo, text));
  return all;
};

const many = async (echo) => {
  let left = plan.many;
  const caller = async () => {
    while (left-- > 0) await echo(SMALL);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: plan.in_flight }, caller));
  return performance.now() - started;
};

export const measure = async (echo) => {
  await times(plan.warm_up, echo, SMALL);
  return {
    rtts_ms: await times(plan.sequential, echo, SMALL),
    calls_per_s: (plan.many * 1000) / (await many(echo)),
    large_ms: await times(plan.large, echo, "x".repeat(plan.large_bytes)),
  };
};
