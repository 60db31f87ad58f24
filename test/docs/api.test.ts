/** Runs every example of `docs/api` against a desk, as it stands on the page: shell, TypeScript and Python. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { keyAbilities } from "@parley/contract/key-abilities";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../world/keys.ts";
import { connectMailbox } from "../world/mail-account.ts";
import { createWorld, type World } from "../world.ts";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "../../docs/api");
/** Their programs end when they are stopped: a test beside runs each. */
const servers = ["webhooks.md", "gateways.md"];
/** A page's examples follow one another: the ticket is closed on the first page by name, and read afterwards. */
const examples = readdirSync(folder)
  .flatMap((page) =>
    [...readFileSync(join(folder, page), "utf8").matchAll(/```(sh|ts|py)\n([\s\S]*?)```/g)].map(
      ([, language = "", code = ""]) => [page, language, code] as const,
    ),
  )
  .filter(([page, language]) => language === "sh" || !servers.includes(page));
/** The client's package is found from here. */
const cwd = import.meta.dirname;
const commands: Record<string, (code: string) => [string, string[]]> = {
  sh: (code) => ["sh", ["-euc", code]],
  ts: (code) => [process.execPath, ["--input-type=module-typescript", "--eval", code]],
  py: (code) => ["python3", ["-c", code]],
};

let world: World;
const env: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  env.PARLEY_KEY = (await makeKey(world, "ingrid", { abilities: [...keyAbilities] })).token;
  env.MAIL_CHANNEL = (await connectMailbox(world, { address: "desk@harbour.example" })).id;
  env.TICKET = (await world.ticket({ department: "bookings", messages: ["Where is my ferry?"] })).id;
  env.TICKET_ID = (await world.ticket({ department: "bookings", messages: ["Which quay?"] })).id;
  env.CURSOR_FILE = join(mkdtempSync(join(tmpdir(), "parley-cursor-")), "cursor");
  const { tagid } = (await world.as("ingrid").post("/create-tag", { name: "Ferry" })).json<{
    tagid: string;
  }>();
  env.TAG = tagid;
  const { connect } = world.telegram.control.createAccount({ platform: "gateway", name: "SMS" });
  const connected = await world.as("ingrid").post("/channels/gateway/connect", connect);
  env.CHANNEL = connected.json<{ channelid: string }>().channelid;
  env.PARLEY_URL = await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  rmSync(join(env.CURSOR_FILE ?? "", ".."), { recursive: true });
  await world.close();
});

test("each page about a task has examples in each language", () => {
  const tasks = readdirSync(folder).filter((page) => page !== "README.md" && !servers.includes(page));
  for (const page of tasks) {
    const languages = examples.filter(([of]) => of === page).map(([, language]) => language);
    expect([page, [...new Set(languages)].sort()]).toEqual([page, ["py", "sh", "ts"]]);
  }
});

test.each(examples)("an example of %s in %s is carried out: %s", async (_page, language, code) => {
  const [command, args] = (commands[language] as (typeof commands)[string])(code);
  const { stdout } = await run(command, args, { cwd, env: { ...process.env, ...env }, timeout: 60_000 });
  expect(stdout).not.toBe("");
  if (language !== "sh") return;
  const answer = JSON.parse(stdout);
  expect(answer.type, stdout).toSatisfy((type: unknown) => !String(type).startsWith("urn:parley"));
  expect(Object.keys(answer).length).toBeGreaterThan(0);
});
