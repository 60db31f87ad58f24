import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { LoadReport, LoadTask } from "./load.ts";

/** Starts a file beside this one; resolves with its first line of JSON. */
export async function startChild<Answer>(
  file: string,
  env: Record<string, string>,
): Promise<{ answer: Answer; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ]);
  return { answer: JSON.parse(String(line)) as Answer, stop: () => end(child) };
}

export async function runLoad(task: LoadTask): Promise<LoadReport> {
  const { answer, stop } = await startChild<LoadReport>("load.ts", { LOAD_TASK: JSON.stringify(task) });
  await stop();
  return answer;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
