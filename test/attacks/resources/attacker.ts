/**
 * Runs an attack in a separate process, at the lowest priority: on a machine shared with the desk it must not win by
 * using it up.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Flood, FloodArgs, Flooded } from "./attacker-process.ts";

const timeout = 60_000;

/** Runs one flood and adds its attempts to the trial. */
export async function runFlood(
  { desk, crowd, floodSeconds }: Stage,
  trial: Trial,
  flood: Flood,
  more: Partial<FloodArgs> = {},
): Promise<void> {
  const child = fork(join(import.meta.dirname, "attacker-process.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const args: FloodArgs = {
    url: desk.url,
    ...(await crowd.attacker()),
    seconds: floodSeconds,
    ...more,
  };
  const ended = once(child, "exit");
  child.send({ flood, args });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout);
  const [flooded] = (await Promise.race([once(child, "message"), ended.then(() => [null])])) as [
    Flooded | null,
  ];
  clearTimeout(timer);
  child.disconnect();
  if (!flooded) throw new Error(`The attacker's process for ${flood} ended early`);
  trial.count(flooded.tried);
  trial.measured(`${flood}: ${flooded.summary}`);
  for (const through of flooded.through) trial.note(through);
}
