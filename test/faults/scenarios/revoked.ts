import { driverOf } from "../../../simulator/src/registry.ts";
import { type Account, connectAccount } from "../accounts.ts";
import { isArrived } from "../ledger.ts";
import { type Stage, until } from "../stage.ts";

/** Enough messages that some wait behind the one under way. */
const waiting = 5;

/** The provider revokes an account's credentials while replies wait. The accounts are new, since they stay broken. */
export async function revokedWhileSending(stage: Stage): Promise<void> {
  const { accounts, house, report, simulator } = stage;
  report.begin("Credentials are revoked while replies wait");
  const admin = stage.caller("ingrid");
  const connecting = accounts.map(({ platform }) => connectAccount(simulator, house, admin, platform));
  await Promise.all(connecting.map(async (account) => revoke(stage, await account)));
  simulator.control.clearFaults();
}

async function revoke(stage: Stage, account: Account): Promise<void> {
  const { desk, ledger, report, simulator } = stage;
  const { id: bot, platform, channelid, sending } = account;
  const { client, reply } = await stage.conversation("mira", account);
  simulator.control.addFault({ kind: "latency", ms: 300, bot, method: sending.method, times: waiting });
  const replies = [];
  for (let sent = 0; sent < waiting; sent++) replies.push(await reply(stage.say("before it is revoked")));
  const begun = await until("the first arrives", () => client.received().length > 0);
  const known = simulator.control.accounts().find(({ id }) => id === bot);
  driverOf(platform, simulator, unused, unused).revoke(known?.externalId ?? "");
  ledger.revoked.add(bot);
  const ids = replies.map(({ messageid }) => messageid);
  const rows = () =>
    desk.query<{ status: string; code: string | null }>(
      "select status, status_reason->>'code' as code from message where id = any($1) order by seq",
      [ids],
    );
  const ended = await until(
    "none waits",
    async () => (await rows()).every(({ status }) => status !== "queued"),
    15_000,
  );
  const found = await rows();
  await report.check("P5", `${platform}: each was sent, or failed with a reason`, [
    ...begun,
    ...ended,
    ...found
      .filter(({ status, code }) => !isArrived(status) && !(status === "failed" && code !== null))
      .map(({ status, code }) => `${status} ${code}`),
    ...(found.at(-1)?.status === "failed" ? [] : [`the last is ${found.at(-1)?.status}`]),
  ]);
  const state = async () => {
    const { body } = await stage.caller("ingrid").get("/channels");
    return (body as { channelid: string; state: string }[]).find((row) => row.channelid === channelid)?.state;
  };
  await report.check(
    "P5",
    `${platform}: the account is shown as broken`,
    await until("broken", async () => (await state()) === "broken"),
  );
}

const unused = async (): Promise<never> => {
  throw new Error("The desk is called over the network");
};
