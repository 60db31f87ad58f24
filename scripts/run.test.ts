/**
 * Tests the entry point in a made-up checkout: a lockfile, a list of installed packages, and a task that prints its
 * arguments.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isInstalled } from "./run/install.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-run-"));
  cpSync(import.meta.dirname, join(root, "scripts"), { recursive: true });
  write("package-lock.json", { packages: { "": {}, "node_modules/zod": { version: "4.0.0" } } });
  installed({ "node_modules/zod": { version: "4.0.0" } });
  write("server/src/cli.ts", "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: unknown) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
}
const installed = (packages: object) => write("node_modules/.package-lock.json", { packages });

function start(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(root, "scripts/run.mjs"), ...args], {
    env: { ...process.env, ...env },
  });
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      said.text += data;
    });
  }
  return { child, said };
}

async function run(args: string[], env?: NodeJS.ProcessEnv) {
  const { child, said } = start(args, env);
  const [status] = await once(child, "close");
  return { status, said: said.text };
}

test("an unknown task is refused", async () => {
  expect(await run(["strat"])).toMatchObject({ status: 1, said: expect.stringContaining('no task "strat"') });
});

test("a first run offline says what to do, without a stack", async () => {
  rmSync(join(root, "node_modules"), { recursive: true });
  write("npm.js", "console.error('npm error code ENOTFOUND'); process.exitCode = 1;");
  const { status, said } = await run(["parley"], { npm_execpath: join(root, "npm.js") });
  expect(status).toBe(1);
  expect(said).toContain("the npm registry cannot be reached");
  expect(said).not.toMatch(/\n\s+at /);
});

test("a Node that is too old is told the needed version, and nothing starts", async () => {
  rmSync(join(root, "node_modules"), { recursive: true });
  write("old.cjs", "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });");
  const { status, said } = await run(["start"], { NODE_OPTIONS: `--require ${join(root, "old.cjs")}` });
  expect(status).toBe(1);
  expect(said).toMatch(/^Parley needs Node 20 or later, and this is Node 18\.20\.4\.\n.*\n$/);
});

test("a folder that cannot be written is named, without a stack", async () => {
  // A file in the folder's place fails as a read-only disk does, even for root.
  write("console/index.html", "<html>");
  write("contract/src/x.ts", "");
  const blocked =
    "require('node:fs').mkdirSync = (path) => { throw Object.assign(new Error('EROFS'), { code: 'EROFS', path }); };";
  write("blocked.cjs", `${blocked} require('node:module').syncBuiltinESMExports();`);
  const { status, said } = await run(["build"], { NODE_OPTIONS: `--require ${join(root, "blocked.cjs")}` });
  expect(status).toBe(1);
  expect(said).toMatch(/node_modules\/\.cache\/parley cannot be written \(EROFS\)\./);
  expect(said).not.toMatch(/\n\s+at /);
});

test("the task gets its arguments unchanged, and its exit status is ours", async () => {
  const { status, said } = await run(["parley", "company", "create", "--name", "Harbour & Co"]);
  expect(said).toBe('["company","create","--name","Harbour & Co"]\n');
  expect(status).toBe(3);
});

test("a signal reaches the task, which may take its time", async () => {
  write(
    "server/src/cli.ts",
    "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1e6); console.log('up');",
  );
  const { child, said } = start(["parley"]);
  await once(child.stdout, "data");
  expect(said.text).toBe("up\n");
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([7, null]);
});

describe("a part that must be built first", () => {
  beforeEach(() => {
    write("contract/src/x.ts", "");
    write("test/faults/faults.ts", "console.log('run')");
    write(
      "server/build.ts",
      `import { appendFileSync, writeFileSync } from "node:fs";
       appendFileSync("../builds", "x");
       await new Promise((resolve) => setTimeout(resolve, 500));
       writeFileSync(process.argv[2] + "/main.js", "");`,
    );
  });
  const builds = () => readFileSync(join(root, "builds"), "utf8");

  test("a part that must be built first is built alone when it is named", async () => {
    expect(await run(["build", "server"])).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^Building the server/),
    });
    expect(builds()).toBe("x");
  });

  test("a part that two commands need at once is built once", async () => {
    const both = await Promise.all([run(["test:faults"]), run(["test:faults"])]);
    for (const { status, said } of both) expect([status, said]).toEqual([0, expect.stringMatching(/run\n$/)]);
    expect(builds()).toBe("x");
  });

  test.each([
    ["was killed", spawnSync("true").pid, 0],
    ["does not end", process.pid, 180],
  ])("a part is built when a build %s", async (_what, pid, seconds) => {
    const mark = "node_modules/.cache/parley/server.building";
    write(mark, String(pid));
    const since = Date.now() / 1000 - seconds;
    utimesSync(join(root, mark), since, since);
    expect((await run(["test:faults"])).status).toBe(0);
    expect(builds()).toBe("x");
  });
});

describe("the installed packages", () => {
  test("the installed packages are incomplete when there are none, another version, or one too few", () => {
    installed({ "node_modules/zod": { version: "3.9.0" } });
    expect(isInstalled(root)).toBe(false);
    installed({});
    expect(isInstalled(root)).toBe(false);
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });

  test("the installed packages are complete without those of other platforms and without workspaces", () => {
    write("package-lock.json", {
      packages: {
        server: { version: "1.0.0" },
        "node_modules/@parley/server": { link: true },
        "node_modules/zod": { version: "4.0.0" },
        "node_modules/zod-win32": { version: "4.0.0", optional: true },
      },
    });
    expect(isInstalled(root)).toBe(true);
  });
});
