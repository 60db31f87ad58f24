/**
 * Runs an attack in a separate process, at the lowest priority: on a machine shared with the desk it must not win by
 * using it up.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Flood, FloodArgs, Flooded } from "./attacker-process.ts";

const timeout = 60_000;

/** One process for the floods of a run: its start would take time from each flood, and processor time from the desk. */
let attacker: ChildProcess | undefined;

function openAttacker(): ChildProcess {
  const child = fork(join(import.meta.dirname, "attacker-process.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.once("exit", () => {
    if (attacker === child) attacker = undefined;
  });
  return child;
}

/** Ends the process of the floods. */
export function endAttacker(): void {
  attacker?.disconnect();
  attacker = undefined;
}

/** Runs one flood and adds its attempts to the trial. */
export async function runFlood(
  { desk, crowd, short, floodSeconds }: Stage,
  trial: Trial,
  flood: Flood,
  more: Partial<FloodArgs> = {},
): Promise<void> {
  attacker ??= openAttacker();
  const child = attacker;
  const args: FloodArgs = {
    url: desk.url,
    ...(await crowd.attacker()),
    seconds: floodSeconds,
    short,
    ...more,
  };
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, "exit", { signal }).then(() => [null]);
  const answered = once(child, "message", { signal });
  // The one that is no longer waited for ends with an error.
  for (const one of [ended, answered]) one.catch(() => undefined);
  child.send({ flood, args });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout);
  const [flooded] = (await Promise.race([answered, ended])) as [Flooded | null];
  clearTimeout(timer);
  over.abort();
  if (!flooded) throw new Error(`The attacker's process for ${flood} ended early`);
  trial.count(flooded.tried);
  trial.measured(`${flood}: ${flooded.summary}`);
  for (const through of flooded.through) trial.note(through);
}
