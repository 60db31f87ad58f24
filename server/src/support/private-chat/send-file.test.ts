import { readdir } from "node:fs/promises";
import type { PrivateChatAnswer, PrivateMessage } from "@parley/contract/private-chat";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { MAX_UPLOAD_MB: "1" } });
});
afterAll(() => world.close());

const note = { name: "note.txt", content: "Booking BG-20417" };
const send = (
  from: AgentName,
  fields: Record<string, string>,
  file: Parameters<typeof form>[1] | undefined = note,
) => world.as(from).post("/send-private-file", undefined, form(fields, file));
const toJonas = () => ({ receiverid: world.agents.jonas.id });
const onDisk = async () =>
  (await readdir(world.context.config.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

test("a file is refused before a byte is stored: signed out, to oneself, to another company, too large, or missing", async () => {
  const before = await onDisk();
  expect((await world.stranger.post("/send-private-file", undefined, form(toJonas(), note))).statusCode).toBe(
    401,
  );
  expect((await send("jonas", toJonas())).statusCode).toBe(404);
  expect((await send("omar", toJonas())).statusCode).toBe(404);
  expect((await send("mira", { receiverid: "x" })).statusCode).toBe(400);
  expect((await world.as("mira").post("/send-private-file", undefined, form(toJonas()))).statusCode).toBe(
    400,
  );
  const big = { name: "big.bin", content: Buffer.alloc(2 ** 20 + 1, 1) };
  expect((await send("mira", toJonas(), big)).json()).toEqual({
    message: "Filesize too large!",
    code: "too_large",
    reason: { code: "file_too_large", facts: {} },
  });
  expect(await onDisk()).toBe(before);
});

test("a picture comes with size, preview and caption", async () => {
  const content = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();
  const answer = await send("mira", { ...toJonas(), content: " The lobby " }, { name: "lobby.png", content });
  expect(answer.statusCode).toBe(201);
  const sent = answer.json<PrivateMessage>();
  expect(sent).toMatchObject({
    type: "image",
    content: "The lobby",
    file_name: "lobby.png",
    file_type: "image/png",
    width: 600,
    height: 300,
    imageUrl: sent.path,
  });
  expect(world.published).toMatchObject([{ event: "newPrivateMessage", payload: sent }]);
  const chat = await world.as("jonas").get(`/${world.agents.mira.id}/private-chat`);
  expect(Object.values(chat.json<PrivateChatAnswer>().sections).flat()).toEqual([sent]);
});

test("only the two agents may fetch the file, with however good a link", async () => {
  const { path } = (await send("mira", toJonas())).json<PrivateMessage>();
  expect(path).toBeTruthy();
  for (const one of ["mira", "jonas"] as const) {
    expect((await world.as(one).get(path ?? "")).body).toBe(note.content);
  }
  for (const third of ["naledi", "tomas", "ingrid", "omar", "freya"] as const) {
    expect([third, (await world.as(third).get(path ?? "")).statusCode]).toEqual([third, 404]);
  }
  expect((await world.stranger.get(path ?? "")).statusCode).toBe(401);
});

test("a repeated id, in turn or at once, is one message and one file", async () => {
  const before = await onDisk();
  const fields = { ...toJonas(), messageid: crypto.randomUUID() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send("mira", fields)));
  answers.push(await send("mira", fields));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await onDisk()).toBe(before + 1);
  const taken = await send("mira", { ...fields, receiverid: world.agents.naledi.id });
  expect(taken.statusCode).toBe(409);
  expect(await onDisk()).toBe(before + 1);
});
