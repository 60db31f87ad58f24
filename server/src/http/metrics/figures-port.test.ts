import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { createContext } from "../../app/context.ts";
import { serveFigures } from "./figures-port.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { METRICS_TOKEN: "a token of the tests" } });
});
afterAll(() => world.close());

test("a worker serves health and metrics to authorised callers, and nothing else", async () => {
  const worker = await createContext(world.context.config, { log: world.context.log });
  const served = await serveFigures(worker, 0);
  try {
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(served.address + path, { headers });
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(200);
    expect((await ask("/metrics")).status).toBe(404);
    expect((await ask("/tickets")).status).toBe(404);
    const figures = await ask("/metrics", { authorization: "Bearer a token of the tests" });
    expect(figures.status).toBe(200);
    expect(await figures.text()).toContain("parley_messages_total");
  } finally {
    await served.close();
    await worker.close();
  }
});
