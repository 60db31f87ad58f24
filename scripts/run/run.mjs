/**
 * Installs what the lockfile names, builds what the task needs, and runs the task with the Node from the lockfile. Plain JavaScript without
 * a dependency, for this is what runs before anything is installed.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { openMemoryFolder } from "./memory.mjs";
import { findNode } from "./node.mjs";
import { tasks } from "./tasks.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

try {
  await main(process.argv.slice(2));
} catch (error) {
  const said = describe(error);
  if (said === null) throw error;
  process.stderr.write(`\n${said}\n`);
  process.exitCode = 1;
}

/** Null stands for an error that is not meant for people. */
function describe(error) {
  if (!(error instanceof Error)) return null;
  if (error.name === "Obstacle") return error.message;
  if (!["EACCES", "EPERM", "EROFS"].includes(error.code) || !error.path) return null;
  return (
    `${error.path} cannot be written (${error.code}).\n` +
    "Run the command as the account that owns this folder, or copy the folder to one of your own."
  );
}

async function main([name = "", ...rest]) {
  const task = tasks[name];
  if (!task) {
    process.stderr.write(`There is no task "${name}". There are: ${Object.keys(tasks).join(", ")}.\n`);
    process.exitCode = 1;
    return;
  }
  await install(root);
  const node = findNode(root);
  // A task that only builds takes the names of the parts.
  const parts = !task.entry && rest.length > 0 ? rest : task.builds;
  if (parts) await build(root, node, parts);
  if (task.entry) await run(node, [...task.entry, ...rest], task);
}

/** Runs the task in the foreground: it has the terminal and gets the signals, and its exit status is ours. */
async function run(node, args, { env, stays = false, inMemory = false }) {
  const folder = inMemory && !process.env.TMPDIR ? openMemoryFolder() : null;
  const child = spawn(node, args, {
    cwd: root,
    // The channel lets a task notice when this process is gone.
    stdio: ["inherit", "inherit", "inherit", ...(stays ? ["ipc"] : [])],
    env: {
      // Node caches compiled code here, without types: each process starts in two thirds of the time.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
      ...process.env,
      ...(folder && { TMPDIR: folder.path }),
      ...env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Ctrl+C at a terminal has already reached the test runner, which reads a second one as "at once".
      if (stays || signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (stays) onOrphaned(() => child.kill("SIGTERM"));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (...end) => resolve(end));
  });
  folder?.close();
  process.exit(code ?? 128 + constants.signals[signal]);
}

/** npm can end without passing its signal on. Without npm, losing the parent shell means nothing. */
function onOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
