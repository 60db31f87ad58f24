import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pino from "pino";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { processEnvironment } from "../../../test/outside/environment.ts";
import { countStatements } from "../../../test/world.ts";
import { loadConfig } from "./config.ts";
import { startParley } from "./start.ts";

/** Each library takes 25 to 90 ms to load, and most starts of a process use none of them. */
const whenUsed = [
  "@aws-sdk/client-s3",
  "imapflow",
  "ioredis",
  "nodemailer",
  "sanitize-html",
  "sharp",
  "web-push",
  "zod-openapi",
];

const list = `
  const { registerHooks } = await import("node:module");
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(join(import.meta.dirname, "start.ts"))});
  process.stdout.write(JSON.stringify([...packages]));`;

test("a start loads no library before its first use", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", list], {
    env: processEnvironment(),
  });
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded).toContain("fastify");
  expect(loaded.filter((name) => whenUsed.includes(name))).toEqual([]);
});

async function prepareWeb() {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "parley-start-"));
  const config = loadConfig({
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    APP_SECRET: "the secret of a start that is counted",
    DATA_DIR: dataDir,
    PORT: "0",
    PARLEY_ROLE: "web",
  });
  const start = () => startParley(config, { log: pino({ level: "silent" }) });
  const remove = async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  };
  return { start, remove };
}

/** Writes how many of 1 500 connections the kernel has opened: when all are, or after ten seconds. */
const connecting = (address: string) => `
  const { connect } = await import("node:net");
  const { hostname: host, port } = new URL(${JSON.stringify(address)});
  let opened = 0;
  const end = () => process.stdout.write(String(opened), () => process.exit());
  setTimeout(end, 10_000);
  for (let n = 0; n < 1_500; n += 1) {
    const socket = connect(Number(port), host, () => ++opened === 1_500 && end());
    socket.on("error", () => undefined);
  }`;

test.runIf(process.platform === "linux")("connections wait while the process is busy", async () => {
  const { start, remove } = await prepareWeb();
  const { address, stop } = await start();
  // The server accepts nothing meanwhile.
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", connecting(address ?? "")], {
    env: processEnvironment(),
    encoding: "utf8",
  });
  await stop();
  await remove();
  expect(stdout).toBe("1500");
});

test("a start on a current database takes seven round trips until it listens", async () => {
  const { start, remove } = await prepareWeb();
  await (await start()).stop();
  const { statements, answer: parley } = await countStatements(null, start);
  await parley.stop();
  await remove();
  const kinds = statements.map((text) => /^(?:begin|commit|\w+ (?:into )?"?\w+)/.exec(text)?.[0]);
  const [migrations, ofJobs, secret, time, ...registration] = kinds.slice(0, 7);
  expect([migrations, ofJobs, secret, time]).toEqual([
    "select name",
    "select current_setting",
    "select sealed",
    "select clock_timestamp",
  ]);
  expect(registration).toEqual(["begin", 'insert into "process', "commit"]);
  // The renewal of the lease begins beside it.
  expect(kinds.length).toBeLessThanOrEqual(15);
});
