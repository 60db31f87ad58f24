/** The numbers' list, their webhook's switch and their profiles. */
import type { ChannelRow } from "@parley/contract/channels";
import type { WhatsappNumber, WhatsappProfile } from "@parley/contract/whatsapp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blackPng } from "../../../../test/world/black-png.ts";
import { form } from "../../../../test/world/form.ts";
import { type ConnectedNumber, openNumbers } from "../../../../test/world/numbers.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let numbers: ReturnType<typeof openNumbers>;
let own: ConnectedNumber;
let others: ConnectedNumber;
beforeAll(async () => {
  world = await createWorld();
  numbers = openNumbers(world);
  own = await numbers.connect("ingrid", { name: "Harbour Travel" });
  others = await numbers.connect("freya", { name: "Northwind" });
});
afterAll(() => world.close());

const list = async (agent: AgentName) =>
  (await world.as(agent).get("/whatsapp-phone-numbers")).json<WhatsappNumber[]>();
const toggle = (agent: AgentName, phoneNumberId: string) =>
  world.as(agent).post("/toggle-phone-number-webhook", { phoneNumberId });
const profile = (agent: AgentName, id: string) => world.as(agent).get(`/${id}/get-business-profile`);
const texts = {
  about: "Help 9-18",
  email: "help@harbour.example",
  description: "Boats and rooms",
  website: "https://harbour.example",
  address: "1 Quay",
};
const edit = (agent: AgentName, fields: Record<string, string>, picture?: Buffer) =>
  world
    .as(agent)
    .post(
      "/edit-whatsapp-profile",
      undefined,
      form(fields, picture && { name: "logo.png", content: picture, field: "profilePicture" }),
    );

test("a caller who is signed out or lacks the right sees and changes nothing", async () => {
  const calls = [
    (by: typeof world.stranger) => by.get("/whatsapp-phone-numbers"),
    (by: typeof world.stranger) => by.get(`/${own.id}/get-business-profile`),
    (by: typeof world.stranger) => by.post("/toggle-phone-number-webhook", { phoneNumberId: own.id }),
  ];
  for (const call of calls) {
    expect((await call(world.stranger)).statusCode).toBe(401);
    for (const agent of ["mira", "tomas"] as const)
      expect((await call(world.as(agent))).statusCode).toBe(403);
  }
});

test("another company's number is not found", async () => {
  expect((await list("ingrid")).map(({ id }) => id)).toEqual([own.id]);
  expect((await toggle("ingrid", others.id)).statusCode).toBe(404);
  expect((await profile("ingrid", others.id)).statusCode).toBe(404);
  expect((await edit("ingrid", { profileId: others.id, ...texts })).statusCode).toBe(404);
});

test("each number is shown with all its fields, those of one account over several pages", async () => {
  for (let more = 0; more < 101; more += 1) numbers.control.createNumber({ wabaId: own.wabaId });
  world.clock.advance(1000);
  const second = await numbers.connect("ingrid", { name: "Harbour Boats", wabaId: own.wabaId });
  const [first, last] = await list("ingrid");
  expect(first).toEqual({
    id: own.id,
    channelid: own.channelid,
    verified_name: "Harbour Travel",
    code_verification_status: "VERIFIED",
    display_phone_number: expect.stringMatching(/^\+380 44/),
    quality_rating: "GREEN",
    throughput: { level: "STANDARD" },
    last_onboarded_time: "2026-10-02T09:14:00.000Z",
    webhook_status: "on",
    waba_id: own.wabaId,
    reason: null,
  });
  expect(last).toMatchObject({ id: second.id, verified_name: "Harbour Boats", reason: null });
});

test("a number with an invalid token says so, beside those that work", async () => {
  world.clock.advance(1000);
  const lost = await numbers.connect("freya", { name: "Lost" });
  numbers.control.revokeTokens(lost.id);
  const [works, broken] = await list("freya");
  expect(works).toMatchObject({ id: others.id, reason: null });
  expect(broken).toMatchObject({ id: lost.id, verified_name: null, webhook_status: "on" });
  expect(broken?.reason?.code).toBe("credentials_refused");
  expect((await profile("freya", lost.id)).json()).toMatchObject({
    code: "provider_refused",
    reason: { code: "credentials_refused" },
  });
});

test("while a number is switched off, clients' messages are dropped; switched on, they come in again", async () => {
  const person = numbers.control.createPerson({ name: "Olena" });
  const phone = numbers.control.phone(own.id, person);
  const received = () =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("message")
        .select("content")
        .where("channel_id", "=", own.channelid)
        .orderBy("seq")
        .execute(),
    );
  const health = async () => {
    const rows = (await world.as("ingrid").get("/channels")).json<ChannelRow[]>();
    const row = rows.find(({ channelid }) => channelid === own.channelid);
    return [row?.state, row?.reason?.code];
  };
  expect((await toggle("ingrid", own.id)).json()).toEqual({ webhook_status: "off" });
  expect((await list("ingrid"))[0]?.webhook_status).toBe("off");
  expect(await health()).toEqual(["attention", "webhook_off"]);
  phone.write("lost");
  await numbers.control.drained(own.id);
  expect(await received()).toEqual([]);
  expect((await toggle("ingrid", own.id)).json()).toEqual({ webhook_status: "on" });
  expect(await health()).toEqual(["working", undefined]);
  phone.write("kept");
  await numbers.control.drained(own.id);
  expect(await received()).toEqual([{ content: "kept" }]);
  const entry = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("audit_entry")
      .select(["verb", "changes"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
  expect(entry).toEqual({ verb: "channel_update", changes: { webhook: { from: false, to: true } } });
});

test("the profile is shown and changed, and an empty field is cleared", async () => {
  expect((await profile("ingrid", own.id)).json()).toEqual({
    ...{ about: "", email: "", description: "", website: "", address: "" },
    profile_picture_url: null,
  });
  expect((await edit("ingrid", { profileId: own.id, ...texts })).json()).toEqual({});
  expect((await profile("ingrid", own.id)).json()).toMatchObject({ ...texts, profile_picture_url: null });
  await edit("ingrid", { profileId: own.id, ...texts, about: "", address: "", website: "" });
  expect((await profile("ingrid", own.id)).json()).toMatchObject({
    about: "Help 9-18",
    address: "",
    website: "",
  });
});

test("a second website of the profile stays", async () => {
  const stored = numbers.office.profiles.get(own.id);
  if (!stored) throw new Error("The profile is not there");
  stored.websites = ["https://harbour.example/", "https://shop.harbour.example/"];
  await edit("ingrid", { profileId: own.id, ...texts, website: "https://new.harbour.example/" });
  expect(numbers.office.profiles.get(own.id)?.websites).toEqual([
    "https://new.harbour.example/",
    "https://shop.harbour.example/",
  ]);
});

test("a picture goes to the provider and comes back as an address that pages may show", async () => {
  const png = blackPng(64);
  expect((await edit("ingrid", { profileId: own.id, ...texts }, png)).statusCode).toBe(200);
  expect(numbers.office.profiles.get(own.id)?.picture).toEqual(png);
  const shown = (await profile("ingrid", own.id)).json<WhatsappProfile>();
  expect(shown.profile_picture_url).toMatch(/^data:image\/webp;base64,/);
});

test("fields and pictures that the provider refuses change nothing", async () => {
  const before = { ...numbers.office.profiles.get(own.id) };
  const wrong: [number, Record<string, string>, Buffer?][] = [
    [400, { about: "x".repeat(140) }],
    [400, { email: "no address" }],
    [400, { website: "harbour.example" }],
    [400, { website: "javascript:alert(1)" }],
    [415, {}, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    [413, {}, Buffer.concat([blackPng(64), Buffer.alloc(5 * 2 ** 20)])],
  ];
  for (const [status, fields, picture] of wrong) {
    const answer = await edit("ingrid", { profileId: own.id, ...texts, ...fields }, picture);
    expect([answer.statusCode, fields]).toEqual([status, fields]);
  }
  expect(numbers.office.profiles.get(own.id)).toEqual(before);
});
