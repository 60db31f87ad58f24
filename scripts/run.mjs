/**
 * Every npm script comes through here, so that a fresh clone needs nothing but Node 20 and npm: it installs what the
 * lockfile names, builds the pages, and runs the task with the Node from the lockfile. Plain JavaScript without a
 * dependency, for this is what runs before anything is installed.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./run/build.mjs";
import { install } from "./run/install.mjs";
import { findNode } from "./run/node.mjs";
import { tasks } from "./run/tasks.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Error) || error.name !== "Obstacle") throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
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
  if (task.pages) await build(root, node);
  if (task.entry) await run(node, [...task.entry, ...rest], task.env);
}

/** Stands back: the task has the terminal, gets the signals, and its exit status is ours. */
async function run(node, args, env) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Ctrl+C at a terminal has reached the whole group already, and a second one means "at once".
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (...end) => resolve(end));
  });
  process.exit(code ?? 128 + constants.signals[signal]);
}
