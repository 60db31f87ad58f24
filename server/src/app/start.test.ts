import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { processEnvironment } from "../../../test/outside/environment.ts";

/** Each takes 25 to 90 ms to load, and most starts of a process use none of them. */
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
