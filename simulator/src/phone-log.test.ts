import { expect, test } from "vitest";
import type { LiveEvent } from "./live.ts";
import { openNetwork } from "./network.ts";
import { storeOutgoing } from "./outgoing-file.ts";
import { PhoneLogs } from "./phone-log.ts";

test("messages are stored per account and person, and published", () => {
  const network = openNetwork({ now: () => 1_795_000_000_000 });
  const events: LiveEvent[] = [];
  network.live.listen((event) => events.push(event));
  const logs = new PhoneLogs(network);
  const log = logs.of(1, 550_001);
  const { id } = log.add({ side: "client", type: "text", text: "Hello", externalId: "m-1" });
  log.change(id, { received: true, read: true }, "received");
  const answer = log.add({ side: "bot", type: "text", text: "Good morning", replyTo: log.quotation(id) });
  expect(answer).toMatchObject({ received: true, replyTo: { id, side: "client", text: "Hello" } });
  expect(log.byExternalId("m-1")).toMatchObject({ id, read: true, at: "2026-11-18T11:06:40.000Z" });
  log.remove(id);
  expect(() => log.access(id)).toThrow(`There is no message ${id} in this chat`);
  log.showTyping(25_000);
  log.showMembership();
  expect(events.map(({ type }) => type)).toEqual([
    "message",
    "received",
    "message",
    "delete",
    "action",
    "chat",
  ]);
  expect(logs.people(1)).toEqual([550_001]);
  expect([logs.people(2), logs.of(2, 550_001).messages()]).toEqual([[], []]);
});

test("a photo is stored as JPEG, a video with a still, a recording with its length", async () => {
  const network = openNetwork();
  const photo = await storeOutgoing(network, { type: "photo" });
  expect([photo.mime, photo.bytes.subarray(0, 2).toString("hex"), (photo.width ?? 0) > 0]).toEqual([
    "image/jpeg",
    "ffd8",
    true,
  ]);
  expect((await storeOutgoing(network, { type: "video" })).thumbnail?.mime).toBe("image/jpeg");
  expect((await storeOutgoing(network, { type: "voice" })).duration).toBeGreaterThan(0);
});
