import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Account } from "./account.ts";

/** Starts one of PostgreSQL's programs under its account, with only the needed part of our environment. */
export function launch(
  program: string,
  args: string[],
  account: Account | null,
  options: SpawnOptions,
): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env;
  return spawn(program, args, {
    // The program gets its own group: a signal to the app's group must reach the app alone, which still needs its
    // database to drain.
    detached: process.platform !== "win32",
    ...options,
    ...(account && { uid: account.uid, gid: account.gid }),
    env: { PATH, LC_ALL: "C", TZ: "UTC", ...(process.platform === "win32" && { SystemRoot, TEMP }) },
  });
}

/** Runs a program to its end. Throws its output when it fails. */
export async function run(program: string, args: string[], account: Account | null, cwd: string, input = "") {
  const child = launch(program, args, account, { cwd, stdio: "pipe", windowsHide: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  child.stdin?.end(input);
  const status = await new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) throw new Error(`${program} failed (${status}):\n${said.trim()}`);
  return said;
}
