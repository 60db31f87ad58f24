/** `npm run parley -- …` as an operator runs it: in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { processEnvironment } from "./environment.ts";

export type Ran = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

const cli = join(import.meta.dirname, "..", "..", "server", "src", "cli.ts");

type Limits = {
  /** No file may become larger, in the shell's own blocks, as if the disk were full. */
  blocks?: number;
};

/** `pid` is known at once, so that a test can end it early. */
export function runParley(
  args: string[],
  env: Record<string, string>,
  { blocks }: Limits = {},
): { pid: number; ended: Promise<Ran> } {
  const limited = ["sh", "-c", `ulimit -f ${blocks}; exec "$0" "$@"`];
  const [program = "", ...rest] = [...(blocks ? limited : []), process.execPath, cli, ...args];
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...processEnvironment(), ...env },
  });
  const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], stdout, stderr]) => ({ code, signal, stdout, stderr }) as Ran,
  );
  return { pid: child.pid ?? 0, ended };
}

/** Returns its answer; throws with its output when it failed. */
export async function askParley<Answer>(args: string[], env: Record<string, string>): Promise<Answer> {
  const ran = await runParley(args, env).ended;
  if (ran.code !== 0)
    throw new Error(`parley ${args.join(" ")} ended with ${ran.code}:\n${ran.stdout}${ran.stderr}`);
  return JSON.parse(ran.stdout) as Answer;
}
