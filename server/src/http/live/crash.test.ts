import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectSocket } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { loadConfig } from "../../app/config.ts";
import { type Parley, startParley } from "../../app/start.ts";

let world: World;
let watching: Parley;
let doomed: ChildProcess;
beforeAll(async () => {
  world = await createWorld();
  const { databaseUrl, appSecret, dataDir, publicUrl } = world.context.config;
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl ?? "",
    APP_SECRET: appSecret,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    PARLEY_ROLE: "web",
    NODE_ENV: "test",
    PORT: "0",
  };
  watching = await startParley(loadConfig(env), { log: world.context.log });
  doomed = spawn(process.execPath, [join(import.meta.dirname, "crash.fixture.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
});
afterAll(async () => {
  doomed.kill("SIGKILL");
  await watching.stop();
  await world.close();
});

async function line(name: AgentName, url: string) {
  return connectSocket(url, {
    origin: world.context.config.consoleOrigin,
    cookie: await world.as(name).cookie(),
  });
}

/** The process also prints its log. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const printed of createInterface(stdout as NodeJS.ReadableStream)) {
    if (printed.startsWith("http")) return printed;
  }
  throw new Error("The process ended before it listened");
}

test("a process that is killed takes its agents offline when its lease has expired", async () => {
  const address = await addressOf(doomed);
  const ofMira = ({ id }: { id: string }) => id === world.agents.mira.id;
  const presence = async () => (await world.context.pool.query("select agent_id from presence")).rows;
  const watcher = await line("ingrid", watching.address ?? "");
  const mira = await line("mira", address);
  await vi.waitFor(async () => expect(await presence()).toContainEqual({ agent_id: world.agents.mira.id }));
  doomed.kill("SIGKILL");
  await mira.cut;
  expect(await presence()).toContainEqual({ agent_id: world.agents.mira.id });
  // The event comes from the process that found the expired lease.
  await vi.waitFor(() => watcher.receives("userLogout", ofMira), { timeout: 20_000 });
  expect(await presence()).toEqual([{ agent_id: world.agents.ingrid.id }]);
}, 30_000);
