/** Mails for whose files the company has no room: they wait within the mail's original. */
import { buffer } from "node:stream/consumers";
import type { Message } from "@parley/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { sweepMedia } from "../outbound/sweep.ts";

const gigabyte = 2 ** 30;
const week = 7 * 24 * 3_600_000;

let world: World;
let desk: MailAccount;
beforeAll(async () => {
  world = await createWorld({ env: { MAX_STORAGE_GB: "1" } });
  desk = await connectMailbox(world);
  await world.ticket();
});
afterAll(() => world.close());

/** Leaves so many bytes; fewer than none where the company has more than it may. */
async function leave(bytes: number): Promise<void> {
  await world.desk("harbour", async ({ db, companyId }) => {
    await db.deleteFrom("file").where("storage_key", "=", "filler").execute();
    const { bytes: used = 0 } =
      (await db.selectFrom("storage_total").select("bytes").executeTakeFirst()) ?? {};
    const { id } = await db.selectFrom("ticket").select("id").executeTakeFirstOrThrow();
    const size = gigabyte - bytes - Number(used);
    const filler = { name: "all", state: "ready", storage_key: "filler", size } as const;
    await db
      .insertInto("file")
      .values({ company_id: companyId, ticket_id: id, ...filler })
      .execute();
  });
}

const contents = ["The first file.", "The second file, a little longer."];
const attached = contents
  .map((text, at) =>
    [
      "--b",
      `Content-Type: text/plain; name="${at}.txt"`,
      `Content-Disposition: attachment; filename="${at}.txt"`,
      `Content-Transfer-Encoding: base64\r\n\r\n${btoa(text)}\r\n`,
    ].join("\r\n"),
  )
  .join("");
const body = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n${attached}--b--\r\n`;
let senders = 0;

async function receive(): Promise<() => Promise<Message>> {
  senders += 1;
  const from = `s${senders}@pier.example`;
  await desk.receive({ from, body });
  const { id } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("client_external_id", "=", from).executeTakeFirstOrThrow(),
  );
  return async () => {
    const answer = await world.as("mira").get(`/${id}/1/chat`);
    const { selectedSections } = answer.json<{ selectedSections: Record<string, Message[]> }>();
    const [message] = Object.values(selectedSections).flat();
    if (!message) throw new Error("The mail made no message");
    return message;
  };
}

const states = ({ files }: Message) => files.map(({ name, state }) => [name, state]);

/** Counts the files that waited. Sessions do not last for weeks. */
const waited = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("file").selectAll().where("remote_ref", "is not", null).orderBy("name").execute(),
  );

async function look(): Promise<void> {
  await sweepMedia(world.context);
  await world.drain();
}

test("a mail whose original finds no room either keeps its text alone", async () => {
  await leave(-Math.round(gigabyte / 10));
  const message = await (await receive())();
  expect(states(message).map(([, state]) => state)).toEqual(["failed", "failed"]);
  expect(message.content).toContain("See the files.");
});

test("the files of an imported mail wait, for as long as it takes, and come out of the original once there is room", async () => {
  await leave(0);
  const read = await receive();
  const first = await read();
  expect(first.content).toContain("See the files.");
  expect(states(first)).toEqual([
    ["0.txt", "waiting"],
    ["1.txt", "waiting"],
  ]);
  expect((await world.as("mira").get(`/mails/${first.messageid}/original`)).body).toContain(
    btoa(contents[1] ?? ""),
  );
  world.clock.advance(2 * week);
  await look();
  expect((await waited()).map(({ state }) => state)).toEqual(["arriving", "arriving"]);
  await leave(gigabyte / 2);
  world.clock.advance(week);
  await look();
  for (const [at, { state, size, storage_key: key }] of (await waited()).entries()) {
    expect([state, size]).toEqual(["ready", contents[at]?.length]);
    expect(String(await buffer(await world.context.files.read(key ?? "")))).toBe(contents[at]);
  }
  const updates = world.published.filter(({ event }) => event === "messageUpdate");
  expect(updates.at(-1)?.payload).toMatchObject({
    messageid: first.messageid,
    files: [{ state: "ready" }, { state: "ready" }],
  });
});
