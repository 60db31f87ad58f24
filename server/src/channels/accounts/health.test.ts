/** Each change of an account's state, by checks and by traffic, and what administrators are sent about an outage. */
import type { ChannelRow } from "@parley/contract/channels";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { MailContent } from "../../mail/texts/content.ts";
import { checkAccounts } from "./check.ts";
import { markBroken, markWorking } from "./health.ts";
import { followOutages } from "./outage.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.pool.query(
    `update channel set broken_on = null, broken_by = null, attention_on = null, attention_reason = null,
      attention_mend = null, suspected_on = null, outage_on = null, recovered_on = null, mailed_on = null,
      removed_on = null, next_check_on = null`,
  );
  for (const table of ["notification", "mail"]) await world.context.pool.query(`delete from ${table}`);
  world.published.length = 0;
});
afterEach(() => world.telegram.control.clearFaults());

const minute = 60_000;
const bot = (company: "harbour" | "northwind") => Number(world.channels[company].externalId);
const trouble = (fault: object, company: "harbour" | "northwind" = "harbour") =>
  world.telegram.control.addFault({ times: 0, method: "getMe", bot: bot(company), ...fault } as never);
const refused = { kind: "error", code: 401 };
const silent = { kind: "reset" };
const row = async (agent: "ingrid" | "freya" = "ingrid") =>
  ((await world.as(agent).get("/channels")).json() as ChannelRow[])[0] as ChannelRow;
const state = async (agent: "ingrid" | "freya" = "ingrid") => {
  const { state, reason, mend } = await row(agent);
  return [state, reason?.code, mend];
};
async function check(after = 5 * minute) {
  world.clock.advance(after);
  await checkAccounts(world.context);
}
async function follow(after: number) {
  world.clock.advance(after);
  await followOutages(world.context);
}
const reason = { code: "token_refused", facts: { provider: "Telegram" } } as const;
const breaks = () => world.desk("harbour", (scope) => markBroken(scope, world.channels.harbour.id, reason));
const works = () => world.desk("harbour", (scope) => markWorking(scope, world.channels.harbour.id));
const lines = async (agent: "ingrid" | "mira" | "freya") =>
  Object.values((await world.as(agent).get("/notifications")).json<NotificationsAnswer>().sections).flat();
const mails = async () =>
  (await world.context.pool.query("select address, sealed from mail order by created_on")).rows.map(
    ({ address, sealed }) => {
      const { kind } = JSON.parse(world.context.secrets.open(sealed)) as MailContent;
      return [address, kind];
    },
  );
const updates = () => world.published.filter(({ event }) => event === "channelUpdate").length;

test("the first check breaks an account with refused credentials and notes the time, until a check finds them accepted", async () => {
  const fault = trouble(refused);
  await check();
  expect(await state()).toEqual(["broken", "token_refused", "connect_again"]);
  const since = world.clock.now().toISOString();
  await check(minute);
  expect((await row()).since).toBe(since);
  // A poll under way does not heal a bot whose token a check found refused.
  await works();
  expect((await row()).state).toBe("broken");
  world.telegram.control.clearFaults(fault);
  await check(minute);
  expect(await state()).toEqual(["working", undefined, null]);
  expect(updates()).toBe(2);
});

test("the next sent message ends the fault that a message found", async () => {
  await breaks();
  expect(await state()).toEqual(["broken", "token_refused", "connect_again"]);
  await works();
  expect(await state()).toEqual(["working", undefined, null]);
});

test("one missing answer is a suspicion that an answer ends; two a minute apart break the account", async () => {
  const fault = trouble(silent);
  await check();
  expect((await row()).state).toBe("working");
  world.telegram.control.clearFaults(fault);
  await check(minute);
  trouble(silent);
  await check();
  expect((await row()).state).toBe("working");
  // A check moments later confirms nothing.
  await world.context.pool.query("update channel set next_check_on = null");
  await check(1000);
  expect((await row()).state).toBe("working");
  await check(minute);
  expect((await row()).state).toBe("broken");
  // Traffic ends a silence, too.
  await works();
  expect((await row()).state).toBe("working");
});

test("one account without an answer, among others of its platform with one, has its own trouble", async () => {
  trouble(silent);
  await check();
  await check(minute);
  expect((await state()).at(-1)).toBe("check_account");
  expect((await row("freya")).state).toBe("working");
});

test("a platform without an answer from any account has an outage, for every company", async () => {
  await plantOther("working");
  trouble(silent);
  trouble(silent, "northwind");
  await check();
  await keepOther("working");
  await check(minute);
  for (const agent of ["ingrid", "freya"] as const)
    expect(await state(agent)).toEqual(["broken", "provider_away", "wait"]);
});

test("no answer from any platform is this server's network", async () => {
  await plantOther("unreachable");
  trouble(silent);
  trouble(silent, "northwind");
  await check();
  await keepOther("unreachable");
  await check(minute);
  expect(await state()).toEqual(["broken", "network_away", "check_network"]);
});

/** An account of another platform, checked moments ago. */
async function plantOther(outcome: string) {
  await world.context.pool.query(
    `insert into channel (company_id, platform, external_id, name, credentials, created_on)
      values ($1, 'viber', 'other', 'Other', '', now() + interval '1 year') on conflict do nothing`,
    [world.companies.northwind.id],
  );
  await keepOther(outcome);
}
const keepOther = (outcome: string) =>
  world.context.pool.query(
    `update channel set removed_on = null, check_outcome = $1, checked_on = $2, next_check_on = 'infinity'
      where external_id = 'other'`,
    [outcome, new Date(world.clock.now().getTime() + minute)],
  );
afterEach(() =>
  world.context.pool.query("update channel set removed_on = now() where external_id = 'other'"),
);

test("an account without an answer has the others checked at once", async () => {
  await check();
  world.telegram.control.clearRequests();
  trouble(silent);
  await world.context.pool.query("update channel set next_check_on = null where id = $1", [
    world.channels.harbour.id,
  ]);
  await check(2 * minute);
  const asked = () => world.telegram.control.requests({ bot: bot("northwind"), method: "getMe" }).length;
  expect(asked()).toBe(0);
  await check(minute);
  expect(asked()).toBe(1);
});

test("updates that Telegram cannot hand over deserve a look, found twice", async () => {
  const result = {
    url: "",
    has_custom_certificate: false,
    pending_update_count: 7,
    last_error_date: Math.floor(Date.now() / 1000),
    last_error_message: "Connection timed out",
  };
  const fault = trouble({ method: "getWebhookInfo", kind: "answer", result });
  await check();
  expect((await row()).state).toBe("working");
  await check(minute);
  expect(await state()).toEqual(["attention", "updates_wait", "check_address"]);
  expect(await lines("ingrid")).toEqual([]);
  world.telegram.control.clearFaults(fault);
  await check(minute);
  expect((await row()).state).toBe("working");
});

test("an account deserves a look when half of the last hour's messages failed, in several tickets", async () => {
  const send = async (status: "sent" | "failed", count: number) => {
    for (let at = 0; at < count; at++)
      await world.message(await world.ticket({ handler: "mira" }), { agent: world.agents.mira, status });
  };
  await send("failed", 5);
  await send("sent", 6);
  await check(minute);
  await check(minute);
  expect((await row()).state).toBe("working");
  await send("failed", 2);
  await check();
  await check(minute);
  expect((await row()).reason).toEqual({ code: "many_failed", facts: { failed: 7, all: 13 } });
  expect((await row()).mend).toBe("check_failures");
  await check(60 * minute);
  expect((await row()).state).toBe("working");
});

test("several processes check an account once", async () => {
  world.telegram.control.clearRequests();
  world.clock.advance(5 * minute);
  await Promise.all([1, 2, 3].map(() => checkAccounts(world.context)));
  expect(world.telegram.control.requests({ bot: bot("harbour"), method: "getMe" })).toHaveLength(1);
});

test("administrators get one inbox line for an outage, however often it comes back within minutes", async () => {
  for (let time = 0; time < 3; time++) {
    await breaks();
    world.clock.advance(minute);
    await works();
    world.clock.advance(minute);
    await followOutages(world.context);
  }
  expect(await lines("ingrid")).toMatchObject([
    {
      ...{ type: "channel", name: "Harbour Travel", channel_platform: "telegram" },
      ...{ ticketid: null, senderid: null, seen: false },
    },
  ]);
  for (const agent of ["mira", "freya"] as const) expect(await lines(agent)).toEqual([]);
  await follow(5 * minute);
  expect(await mails()).toEqual([]);
  expect(await lines("ingrid")).toMatchObject([{ seen: true, ended: true }]);
  await breaks();
  // The account has one line, which was brought up again.
  const [line, ...others] = await lines("ingrid");
  expect([line?.seen, line?.ended, others]).toEqual([false, undefined, []]);
});

test("a mail reports an outage after ten minutes, once, and another its end", async () => {
  const { email } = world.agents.ingrid;
  await breaks();
  await follow(9 * minute);
  expect(await mails()).toEqual([]);
  await follow(minute);
  await follow(60 * minute);
  expect(await mails()).toEqual([[email, "channelBroken"]]);
  await works();
  await follow(4 * minute);
  expect(await mails()).toHaveLength(1);
  await Promise.all([follow(minute), followOutages(world.context)]);
  expect(await mails()).toEqual([
    [email, "channelBroken"],
    [email, "channelWorking"],
  ]);
  await follow(60 * minute);
  expect(await mails()).toHaveLength(2);
});

test("connecting an account again ends its outage; a disconnected one sends nothing more", async () => {
  await breaks();
  await follow(10 * minute);
  expect(await mails()).toHaveLength(1);
  await world.as("ingrid").post("/channels/telegram/connect", { bot_id: world.channels.harbour.token });
  expect((await row()).state).toBe("working");
  await follow(minute);
  await follow(5 * minute);
  expect(await mails()).toHaveLength(2);

  await breaks();
  await follow(10 * minute);
  await world.as("ingrid").post(`/channels/${world.channels.harbour.id}/disconnect`, {});
  await follow(60 * minute);
  expect(await mails()).toHaveLength(3);
  const { rows } = await world.context.pool.query("select 1 from channel where outage_on is not null");
  expect(rows).toEqual([]);
});

test("an account that was broken without an outage, by a restore, opens one", async () => {
  await world.context.pool.query("update channel set broken_on = $1, broken_reason = $2 where id = $3", [
    world.clock.now(),
    { code: "restored_without_secret", facts: {} },
    world.channels.harbour.id,
  ]);
  await follow(0);
  expect(await lines("ingrid")).toHaveLength(1);
});

test("a webhook that is switched off deserves a look", async () => {
  const off = (at: Date | null) => world.context.pool.query("update channel set webhook_off_on = $1", [at]);
  await off(world.clock.now());
  await check();
  await check(minute);
  expect(await state()).toEqual(["attention", "webhook_off", "turn_on_webhook"]);
  await off(null);
  await check(minute);
  expect((await row()).state).toBe("working");
});

test("metrics count the accounts by state", async () => {
  await breaks();
  const { body } = await world.stranger.get("/metrics");
  expect(body).toContain('parley_accounts{platform="telegram",state="broken"} 1');
  expect(body).toContain('parley_accounts{platform="telegram",state="working"} 1');
});
