/** Runs every example of `docs/api` against a desk, as it stands on the page. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { keyAbilities } from "@parley/contract/key-abilities";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../world/keys.ts";
import { connectMailbox } from "../world/mail-account.ts";
import { createWorld, type World } from "../world.ts";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "../../docs/api");
/** A page's examples follow one another: the ticket is closed on the first page by name, and read afterwards. */
const examples = readdirSync(folder).flatMap((page) =>
  [...readFileSync(join(folder, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, code = ""]) => [page, code] as const,
  ),
);

let world: World;
const env: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  env.PARLEY_KEY = (await makeKey(world, "ingrid", { abilities: [...keyAbilities] })).token;
  env.MAIL_CHANNEL = (await connectMailbox(world, { address: "desk@harbour.example" })).id;
  env.TICKET = (await world.ticket({ department: "bookings", messages: ["Where is my ferry?"] })).id;
  const { tagid } = (await world.as("ingrid").post("/create-tag", { name: "Ferry" })).json<{
    tagid: string;
  }>();
  env.TAG = tagid;
  const { connect } = world.telegram.control.createAccount({ platform: "gateway", name: "SMS" });
  const connected = await world.as("ingrid").post("/channels/gateway/connect", connect);
  env.CHANNEL = connected.json<{ channelid: string }>().channelid;
  env.PARLEY_URL = await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => world.close());

test("the pages have examples", () => {
  expect(new Set(examples.map(([page]) => page)).size).toBeGreaterThan(0);
});

test.each(examples)("an example of %s is carried out: %s", async (_page, code) => {
  const { stdout } = await run("sh", ["-euc", code], { env: { ...process.env, ...env }, timeout: 20_000 });
  const answer = JSON.parse(stdout);
  expect(answer.type, stdout).toSatisfy((type: unknown) => !String(type).startsWith("urn:parley"));
  expect(Object.keys(answer).length).toBeGreaterThan(0);
});
