/** `npm run dev`: the server, started again at each change of its code, and Vite for the console on port 5173, which passes calls on to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const server = run(["--watch-path=server/src", "--watch-path=contract/src", "server/src/main.ts"], root);
const pages = run(
  [join(root, "node_modules/vite/bin/vite.js"), "--port", "5173", "--strictPort"],
  join(root, "console"),
);
const both = [server, pages];

// One without the other is of no use.
for (const child of both) child.once("exit", () => stop("SIGTERM"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
process.on("disconnect", () => stop("SIGTERM"));
// The channel to `run.mjs` must not keep this process alive when both have ended.
process.channel?.unref();

function run(args: string[], cwd: string): ChildProcess {
  const env = { NODE_ENV: "development", CONSOLE_ORIGIN: "http://localhost:5173", ...process.env };
  return spawn(process.execPath, args, { cwd, stdio: "inherit", env });
}

function stop(signal: NodeJS.Signals) {
  for (const child of both) if (child.exitCode === null) child.kill(signal);
}
