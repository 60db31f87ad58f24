import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChannelDriver } from "../../../../simulator/src/driver.ts";
import { driverOf } from "../../../../simulator/src/registry.ts";
import { accessAccount, type ViberAccount } from "../../../../simulator/src/viber/accounts.ts";
import { callDesk, fileOfDesk } from "../../../../test/world/desk-calls.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { registerAtNewAddress } from "../accounts/register-webhooks.ts";
import { viber } from "./index.ts";

let world: World;
let driver: ChannelDriver;
let account: ViberAccount;
beforeAll(async () => {
  world = await createWorld({ env: { PUBLIC_URL: "https://desk.example" } });
  driver = driverOf("viber", world.telegram, callDesk(world), fileOfDesk(world));
});
afterAll(() => world.close());
beforeEach(() => {
  const { externalId } = driver.newAccount();
  account = accessAccount(world.telegram.network, Number(externalId.slice(3)));
});
afterEach(() => world.telegram.control.clearFaults());

const connect = (agent: "ingrid" | "freya" | "mira" = "ingrid", token = account.token) =>
  world.as(agent).post("/channels/viber/connect", { token });
const rows = async () =>
  ((await world.as("ingrid").get("/channels")).json() as ChannelRow[]).filter(
    ({ platform }) => platform === "viber",
  );
const fault = (method: string, code: number) =>
  world.telegram.control.addFault({ bot: account.id, method, kind: "error", code });

test("the webhook is called, and answers, before the account is connected", async () => {
  const answer = await connect("ingrid", ` ${account.token} `);
  expect(answer.statusCode, answer.body).toBe(200);
  const { channelid, name, username } = answer.json<ChannelRow>();
  expect([name, username]).toEqual([account.name, account.uri]);
  expect(account.webhook).toBe(`https://desk.example/webhooks/viber/${channelid}`);
  expect(account.eventTypes).toEqual(["delivered", "seen", "failed", "conversation_started"]);
  expect(world.logged.join("\n")).not.toContain(account.token);
});

test("an agent is refused, and another company gets a conflict", async () => {
  expect((await connect("mira")).statusCode).toBe(403);
  await connect();
  const answer = await connect("freya");
  expect([answer.statusCode, answer.json().reason.code]).toEqual([409, "bot_taken"]);
});

test("no token is refused before Viber is asked", async () => {
  const answer = await connect("ingrid", "  ");
  expect([answer.statusCode, answer.json().reason.code]).toEqual([400, "empty_field"]);
});

test.each([
  ["get_account_info", 2, "token_invalid"],
  ["get_account_info", 7, "account_blocked"],
  ["set_webhook", 1, "address_refused"],
])("a refusal of %s with %i leaves nothing behind", async (method, code, reason) => {
  const before = await rows();
  fault(method, code);
  const answer = await connect();
  expect([answer.statusCode, answer.json().code, answer.json().reason.code]).toEqual([
    400,
    "provider_refused",
    reason,
  ]);
  expect(await rows()).toEqual(before);
  const kept = await world.context.pool.query("select 1 from channel where external_id = $1", [
    account.externalId,
  ]);
  expect(kept.rows).toEqual([]);
});

test("a refused reconnection leaves the account as it was", async () => {
  const { channelid } = (await connect()).json<ChannelRow>();
  const stored = () =>
    world.context.pool.query("select credentials, username, place, removed_on from channel where id = $1", [
      channelid,
    ]);
  const before = (await stored()).rows;
  fault("set_webhook", 9);
  expect((await connect()).statusCode).toBe(400);
  expect((await stored()).rows).toEqual(before);
});

test("an unreachable Viber and a refusing Viber are answered differently", async () => {
  world.telegram.control.addFault({ bot: account.id, kind: "reset" });
  const answer = await connect();
  expect([answer.statusCode, answer.json().reason.code]).toEqual([503, "setup_unreachable"]);
});

test("disconnecting removes the webhook", async () => {
  const { channelid } = (await connect()).json<ChannelRow>();
  expect((await world.as("ingrid").post(`/channels/${channelid}/disconnect`)).statusCode).toBe(200);
  expect(account.webhook).toBe("");
});

test("after PUBLIC_URL changed the start registers again, and only once", async () => {
  await connect();
  const was = world.context.config.publicUrl;
  world.context.config.publicUrl = "https://new.example";
  try {
    await registerAtNewAddress(world.context);
    await world.drain();
    expect(account.webhook).toMatch(/^https:\/\/new\.example\/webhooks\/viber\//);
    world.telegram.control.clearRequests();
    await registerAtNewAddress(world.context);
    await world.drain();
    expect(world.telegram.control.requests({ bot: account.id })).toEqual([]);
  } finally {
    world.context.config.publicUrl = was;
  }
});

test("a refused registration marks the account as broken", async () => {
  const { channelid } = (await connect()).json<ChannelRow>();
  const was = world.context.config.publicUrl;
  world.context.config.publicUrl = "https://third.example";
  try {
    fault("set_webhook", 2);
    await registerAtNewAddress(world.context);
    await world.drain();
    const row = (await rows()).find((one) => one.channelid === channelid);
    expect([row?.state, row?.reason?.code]).toEqual(["broken", "credentials_refused"]);
  } finally {
    world.context.config.publicUrl = was;
  }
});

test("only a simulator on this machine can be connected over http", async () => {
  const { config } = world.context;
  const was = { publicUrl: config.publicUrl, channelSettings: config.channelSettings };
  const by = { kind: "desk", companyId: world.companies.harbour.id } as const;
  const connectByDesk = () => viber.connect.account(world.context, by, { token: account.token }, {});
  config.publicUrl = "http://desk.example";
  config.channelSettings = { ...was.channelSettings, VIBER_API_URL: "https://chatapi.viber.example" };
  try {
    await expect(connectByDesk()).rejects.toMatchObject({
      status: 400,
      details: { reason: { code: "https_needed", facts: { provider: "Viber" } } },
    });
    Object.assign(config, { ...was, publicUrl: "http://localhost:3003" });
    await connectByDesk();
    expect(account.webhook).toMatch(/^http:\/\/localhost:3003\/webhooks\/viber\//);
  } finally {
    Object.assign(config, was);
  }
});
