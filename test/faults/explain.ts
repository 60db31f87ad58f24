/** Explains an account whose messages do not arrive, from the desk's and the provider's data. */
import type { Simulator } from "../../simulator/src/server.ts";
import type { Desk } from "../outside/desk.ts";

const lastCalls = 10;
const lastLines = 3000;

export async function explainSilence(
  { control }: Simulator,
  desk: Pick<Desk, "query" | "log">,
  account: number,
): Promise<string> {
  const { externalId } = control.accounts().find(({ id }) => id === account) ?? {};
  const rows = await desk.query(
    `select id, platform, webhook_secret_hash is not null as called, place, poll_lease_by, poll_lease_until, broken_on,
       broken_reason, attention_reason, sends_from, removed_on, now() from channel where external_id = $1`,
    [externalId],
  );
  const processes = await desk.query("select id, started_on, lease_until, worker_ids from process");
  const calls = control.requests({ bot: account }).slice(-lastCalls);
  const facts = {
    channel: rows,
    processes,
    provider: control.bots().find(({ id }) => id === account),
    faults: control.faults(),
    "last calls": calls.map(({ at, method, status, fault }) => ({ at, method, status, fault })),
  };
  const lines = Object.entries(facts).map(([what, fact]) => `${what}: ${JSON.stringify(fact) ?? "unknown"}`);
  return `${lines.join("\n")}\n${desk.log().slice(-lastLines)}`;
}
