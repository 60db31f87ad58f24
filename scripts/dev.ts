/**
 * `npm run dev`: the demo's world on a data folder of its own, the server, started again at each change of its code, Vite for the
 * console on port 5173, which passes calls on to it, and the widget, built again at each change.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, watch } from "node:fs";
import { join, resolve } from "node:path";
import { explain } from "../server/src/app/explain.ts";
import { createLog } from "../server/src/app/log.ts";
import { readEnvironment } from "../server/src/floor/config/environment.ts";
import { clearData, portSettingOf, startSampleWorld } from "../test/sample/world.ts";

const root = join(import.meta.dirname, "..");
const consoleOrigin = "http://localhost:5173";
const env = readEnvironment();
const dataDir = resolve(env.DATA_DIR ?? "data", "dev");

/** Until everything runs there is nothing to finish: the data is thrown away at the next start. */
let stop = (): void => process.exit();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop());
process.on("disconnect", () => stop());
// The channel to `run.mjs` must not keep this process alive.
process.channel?.unref();

try {
  await startDev();
} catch (error) {
  process.stderr.write(`${explain(error, portSettingOf(env))}\n`);
  process.exit(1);
}

async function startDev(): Promise<void> {
  clearData(dataDir);
  process.stdout.write("Filling the sample world … ");
  const startedAt = performance.now();
  const log = createLog({ nodeEnv: "production" }, createWriteStream(join(dataDir, "filling.log")));
  const world = await startSampleWorld(env, dataDir, log);
  // A process that can be started again alone takes over.
  await world.parley.stop();
  process.stdout.write(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s

  The console    ${consoleOrigin}
${world.described}
`);

  const settings = { ...world.settings, CONSOLE_ORIGIN: consoleOrigin, PORT: String(world.config.port) };
  const children = [
    run(["--watch-path=server/src", "--watch-path=contract/src", "server/src/main.ts"], root, settings),
    run(
      [join(root, "node_modules/vite/bin/vite.js"), "--port", "5173", "--strictPort"],
      join(root, "console"),
      settings,
    ),
  ];
  const ended = children.map((child) => once(child, "exit"));
  stop = () => {
    for (const child of children) child.kill("SIGTERM");
  };
  buildWidgetAgain();
  world.begin((error) => process.stderr.write(`A simulated client could not act: ${String(error)}\n`));
  await Promise.race(ended);
  // One without the other is of no use.
  stop();
  await Promise.all(ended);
  await world.close();
  process.exit();
}

function run(args: string[], cwd: string, settings: Record<string, string | undefined>): ChildProcess {
  const childEnv = { NODE_ENV: "development", ...process.env, ...settings };
  return spawn(process.execPath, args, { cwd, stdio: "inherit", env: childEnv });
}

/** This runs at each change of its code or the contract's. The server reads what was built. */
function buildWidgetAgain(): void {
  let soon: NodeJS.Timeout | undefined;
  const build = () =>
    spawn(process.execPath, ["scripts/run.mjs", "build", "widget"], { cwd: root, stdio: "inherit" });
  for (const folder of ["widget/src", "contract/src"]) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(soon);
      soon = setTimeout(build, 300);
    });
  }
}
