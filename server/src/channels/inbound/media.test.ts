import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { reasonOf } from "@parley/contract/reasons";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../../../simulator/src/telegram/phone.ts";
import { dearAvif } from "../../../../test/world/hostile-pictures.ts";
import { endedProcess } from "../../../../test/world/processes.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { held } from "../../app/held.ts";
import { removeExpiredProcesses } from "../../http/live/lease.ts";
import { startListening } from "../accounts/listen.ts";
import { fetchMedia } from "./media.ts";

let world: World;
let bot: number;
let phone: Phone;

beforeAll(async () => {
  world = await createWorld();
  bot = Number(world.channels.harbour.externalId);
  const { id } = await world.telegram.control.createPerson({ firstName: "Rosa" });
  phone = world.telegram.control.phone({ bot, person: id });
});
afterAll(() => world.close());
afterEach(() => world.telegram.control.clearFaults());

/** Returns the file row of a client's sent file. */
async function receiveFile(outgoing: Parameters<Phone["send"]>[0]) {
  const listening = await startListening(world.context);
  await phone.send(outgoing);
  await world.telegram.control.drained(bot);
  await listening.stop();
  const files = await world.desk("harbour", ({ db }) => db.selectFrom("file").select("id").execute());
  const known = new Set(seen);
  const id = files.map((file) => file.id).find((each) => !known.has(each)) ?? "";
  seen.push(id);
  return id;
}
const seen: string[] = [];

const row = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("file").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
const fetchIt = (fileId: string) =>
  fetchMedia(
    world.context,
    { companyId: world.companies.harbour.id, channelId: world.channels.harbour.id, fileId },
    new AbortController().signal,
  );

test.each(["photo", "voice", "video", "document", "sticker"] as const)("a %s arrives", async (type) => {
  const id = await receiveFile({ type });
  expect((await row(id)).state).toBe("arriving");
  world.published.length = 0;
  await fetchIt(id);
  const file = await row(id);
  expect(file).toMatchObject({ state: "ready", attempts: 1, next_attempt_on: null });
  expect(file.size).toBeGreaterThan(0);
  expect(file.storage_key).not.toBeNull();
  expect(world.published).toMatchObject([{ event: "messageUpdate", payload: { placeholder: false } }]);
});

test("a video arrives with its provider's still, which is drawn anew", async () => {
  const id = await receiveFile({ type: "video" });
  expect((await row(id)).still_ref).not.toBeNull();
  await fetchIt(id);
  const { thumbnail_key: key } = await row(id);
  const still = await buffer(await world.context.files.read(key ?? ""));
  expect(await sharp(still).metadata()).toMatchObject({ format: "webp", width: 320 });
  expect(world.published.at(-1)?.payload).toMatchObject({
    video_thumbnail: expect.stringContaining("/thumbnail/"),
  });
});

test("a missing still does not keep a video back", async () => {
  const id = await receiveFile({ type: "video" });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("file").set({ still_ref: "no such file" }).where("id", "=", id).execute(),
  );
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "ready", thumbnail_key: null });
  expect(world.logged.join()).toContain("A video has no still");
});

test("an impossible duration and width are left out", async () => {
  const bytes = Buffer.from("no film at all");
  const id = await receiveFile({
    type: "video",
    file: { bytes, duration: 1e300, width: 2 ** 40, height: 480 },
  });
  expect(await row(id)).toMatchObject({ duration_ms: null, width: null, height: 480, state: "arriving" });
});

test("a fetched file is not fetched again", async () => {
  const id = seen[0] ?? "";
  world.telegram.control.clearRequests();
  await fetchIt(id);
  expect(world.telegram.control.requests({ bot, method: "getFile" })).toEqual([]);
});

test("a file larger than the provider allows is too large", async () => {
  const id = await receiveFile({ type: "document", file: { size: 30_000_000 } });
  expect(await row(id)).toMatchObject({ state: "too_large" });
});

test("a failed fetch is tried again, later each time, and given up with a reason", async () => {
  const id = await receiveFile({ type: "photo" });
  world.telegram.control.addFault({ kind: "error", code: 500, bot, method: "file", times: 0 });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await fetchIt(id);
    const file = await row(id);
    expect(file).toMatchObject({ state: "arriving", attempts: attempt });
    expect(file.next_attempt_on?.getTime()).toBe(world.clock.now().getTime() + 2 ** attempt * 1000);
    // A fetch before its time does nothing.
    await fetchIt(id);
    expect((await row(id)).attempts).toBe(attempt);
    world.clock.advance(2 ** attempt * 1000);
  }
  await fetchIt(id);
  expect(await row(id)).toMatchObject({
    state: "failed",
    reason: reasonOf("provider_status", { provider: "Telegram", status: 500 }),
  });
});

test("a download that breaks off leaves nothing and is tried again", async () => {
  const id = await receiveFile({ type: "photo" });
  world.telegram.control.addFault({ kind: "reset", bot, method: "file" });
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "arriving", storage_key: null });
  world.clock.advance(2000);
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "ready" });
});

test("a file claimed by a dead process is fetched once when its lease has expired", async () => {
  const id = await receiveFile({ type: "photo" });
  const claim = {
    fetching_by: await endedProcess(world.context),
    next_attempt_on: new Date(world.clock.now().getTime() + 360_000),
    attempts: 1,
  };
  await world.desk("harbour", ({ db }) => db.updateTable("file").set(claim).where("id", "=", id).execute());
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "arriving", attempts: 1 });
  await removeExpiredProcesses(world.context, held);
  await world.drain();
  expect(await row(id)).toMatchObject({ state: "ready", fetching_by: null, attempts: 2 });
});

test("a file Telegram does not know is given up at once", async () => {
  const id = await receiveFile({ type: "photo" });
  const description = "Bad Request: invalid file_id";
  world.telegram.control.addFault({ kind: "error", code: 400, description, bot, method: "getFile" });
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "failed", attempts: 1 });
});

test("while a company's pictures wait for the decoder, its next file does not occupy a job", async () => {
  const { decoder, config } = world.context;
  const id = await receiveFile({ type: "photo" });
  const path = join(config.dataDir, "dear.avif");
  await writeFile(path, dearAvif());
  const flood = [1, 2, 3].map(() => decoder.inspect(world.companies.harbour.id, path, { urgent: false }));
  world.telegram.control.clearRequests();
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "arriving", attempts: 0, storage_key: null });
  expect(world.telegram.control.requests({ bot, method: "getFile" })).toEqual([]);
  await Promise.all(flood);
  world.clock.advance(2000);
  await world.drain();
  expect(await row(id)).toMatchObject({ state: "ready", attempts: 1 });
});

test("a file that has waited for minutes is fetched, with a preview or without", async () => {
  const { decoder, config } = world.context;
  const id = await receiveFile({ type: "photo" });
  world.clock.advance(5 * 60_000);
  const path = join(config.dataDir, "dear.avif");
  const flood = [1, 2, 3].map(() => decoder.inspect(world.companies.harbour.id, path, { urgent: false }));
  await fetchIt(id);
  expect(await row(id)).toMatchObject({ state: "ready", attempts: 1 });
  await Promise.all(flood);
});

test("the log contains no token", () => {
  expect(world.logged.join("\n")).not.toContain(world.channels.harbour.token.split(":")[1]);
});
