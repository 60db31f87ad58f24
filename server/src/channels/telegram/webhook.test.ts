import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { hashOfSecret } from "./webhook.ts";

let world: World;
const secrets = { harbour: "kq3_Tz81-Lm", northwind: "another-one" };
let lastUpdate = 880_000;

beforeAll(async () => {
  world = await createWorld();
  for (const company of ["harbour", "northwind"] as const) await setSecret(company, secrets[company]);
});
afterAll(() => world.close());
beforeEach(async () => {
  await setSecret("harbour", secrets.harbour);
});

async function setSecret(company: "harbour" | "northwind", secret: string | null) {
  await world.desk(company, ({ db, companyId }) =>
    db
      .updateTable("channel")
      .set({ webhook_secret_hash: secret === null ? null : hashOfSecret(secret) })
      .where("company_id", "=", companyId)
      .execute(),
  );
  channelsChanged(world.context);
}

function post(channelId: string, secret: string | string[] | undefined, payload: object | string) {
  const headers = {
    "content-type": "application/json",
    ...(secret !== undefined && { "x-telegram-bot-api-secret-token": secret }),
  };
  return world.app.inject({ method: "POST", url: `/webhooks/telegram/${channelId}`, headers, payload });
}

function textUpdate(text: string) {
  lastUpdate += 1;
  const from = { id: 550_077, is_bot: false, first_name: "Olena" };
  const chat = { id: 550_077, type: "private" };
  return {
    update_id: lastUpdate,
    message: { message_id: lastUpdate, from, chat, date: 1_795_000_100, text },
  };
}

const count = () =>
  world.desk("harbour", async ({ db }) => {
    const { count } = await db
      .selectFrom("message")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  });

test("a call without a secret, with a wrong one, and with another company's is 401 and stores no row", async () => {
  const { id } = world.channels.harbour;
  const before = await count();
  for (const secret of [undefined, "", "wrong", secrets.northwind, `${secrets.harbour} `]) {
    const answer = await post(id, secret, textUpdate("Hello"));
    expect(answer.statusCode).toBe(401);
  }
  expect(await count()).toBe(before);
});

test("no secret opens a webhook for which none is set", async () => {
  await setSecret("harbour", null);
  for (const secret of [undefined, "", "null", secrets.harbour]) {
    expect((await post(world.channels.harbour.id, secret, textUpdate("Hello"))).statusCode).toBe(401);
  }
});

test("an unknown channel is answered like a wrong secret", async () => {
  for (const id of [crypto.randomUUID(), "42", "x".repeat(300)]) {
    expect((await post(id, secrets.harbour, textUpdate("Hello"))).statusCode).toBe(401);
  }
});

test("a removed channel's webhook is closed", async () => {
  const { id, companyId } = world.channels.northwind;
  await world.desk("northwind", ({ db, now }) =>
    db
      .updateTable("channel")
      .set({ removed_on: now })
      .where("id", "=", id)
      .where("company_id", "=", companyId)
      .execute(),
  );
  channelsChanged(world.context);
  expect((await post(id, secrets.northwind, textUpdate("Hello"))).statusCode).toBe(401);
});

test("the right secret is answered 200 after the commit, and a repeat is one row", async () => {
  const { id } = world.channels.harbour;
  const before = await count();
  const update = textUpdate("Where is order 7?");
  for (let n = 0; n < 5; n += 1) expect((await post(id, secrets.harbour, update)).statusCode).toBe(200);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(id, secrets.harbour, update)));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await count()).toBe(before + 1);
});

test("a message arrives whatever Telegram says about its sender and its file", async () => {
  const { id } = world.channels.harbour;
  for (const odd of oddValues) {
    const before = await count();
    const update = textUpdate("Can you help?");
    const from = {
      ...update.message.from,
      first_name: odd,
      last_name: odd,
      username: odd,
      language_code: odd,
    };
    const file = { file_id: "BQACAgI", file_size: odd, file_name: odd, mime_type: odd };
    const message = { ...update.message, from, media_group_id: odd, document: file, text: undefined };
    expect((await post(id, secrets.harbour, { ...update, message })).statusCode).toBe(200);
    expect(await count(), JSON.stringify(odd)).toBe(before + 1);
  }
});

test("a picture and a sound are stored whatever Telegram says about their size and length", async () => {
  const { id } = world.channels.harbour;
  for (const odd of oddValues) {
    const photo = [{ file_id: "AgAC", file_size: odd, width: odd, height: odd }];
    const voice = { file_id: "AwAC", file_size: odd, duration: odd };
    for (const content of [{ photo }, { voice }]) {
      const before = await count();
      const update = textUpdate("");
      const message = { ...update.message, ...content, text: undefined };
      expect((await post(id, secrets.harbour, { ...update, message })).statusCode).toBe(200);
      expect(await count(), JSON.stringify(odd)).toBe(before + 1);
    }
  }
  const files = await world.desk("harbour", ({ db }) =>
    db.selectFrom("file").select("id").where("remote_ref", "in", ["AgAC", "AwAC"]).execute(),
  );
  expect(files).toHaveLength(2 * oddValues.length);
});

test("an unreadable update is acknowledged and its content is not logged", async () => {
  const answer = await post(world.channels.harbour.id, secrets.harbour, {
    update_id: "x",
    message: { text: "a private matter" },
  });
  expect(answer.statusCode).toBe(200);
  expect(world.logged.join("\n")).toContain("cannot be read");
  expect(world.logged.join("\n")).not.toContain("a private matter");
});

test("the log contains no secret", () => {
  for (const secret of [secrets.harbour, secrets.northwind])
    expect(world.logged.join("\n")).not.toContain(secret);
});
