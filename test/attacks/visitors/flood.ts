import { runFlood } from "../resources/attacker.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { connectChat, newToken } from "./browsers.ts";

/** The share of the company's storage for visitors whom nobody has answered: a twentieth. */
const share = 2 ** 30 / 20;

export async function strangersFiles(stage: Stage, trial: Trial): Promise<void> {
  const { key } = await connectChat(stage, "harbour", "Filled");
  const { company } = stage.crowd.own.ids;
  const read = async (sql: string) =>
    (await stage.desk.query<{ value: string | null }>(sql, [company]))[0]?.value ?? null;
  const before = await read("select max_storage_gb as value from company where company_id = $1");
  await stage.desk.query("update company set max_storage_gb = 1 where company_id = $1", [company]);
  await runFlood(stage, trial, "visitor-files", { key, seconds: 1.5 });
  const held = Number(
    await read(`select coalesce(sum(f.size), 0) as value from file f
    join message m on m.company_id = f.company_id and m.file_id = f.id
    join ticket t on t.company_id = m.company_id and t.id = m.ticket_id
    where f.company_id = $1 and t.platform = 'web' and t.handler_id is null`),
  );
  await stage.desk.query("update company set max_storage_gb = $2 where company_id = $1", [company, before]);
  if (held > share) trial.note(`${held} bytes of visitors who wait`);
}

/** The same visitors in each round: a network's new ones are limited. */
export function office(): (stage: Stage, trial: Trial) => Promise<void> {
  const tokens = Array.from({ length: 101 }, newToken);
  let key: string | undefined;
  return async (stage, trial) => {
    key ??= (await connectChat(stage, "harbour", "Office")).key;
    await runFlood(stage, trial, "office", { key, tokens, seconds: stage.short ? 2 : 3 });
  };
}

export async function firstMessages(stage: Stage, trial: Trial): Promise<void> {
  const { key } = await connectChat(stage, "harbour", "Flooded");
  await runFlood(stage, trial, "first-messages", { key });
}

const ofVisitors = (flood: "visitor-messages" | "visitor-sockets") => async (stage: Stage, trial: Trial) => {
  const { key } = await connectChat(stage, "harbour", "Crowded");
  await runFlood(stage, trial, flood, { key, seconds: 1.5 });
};
export const crowdedMessages = ofVisitors("visitor-messages");
export const crowdedSockets = ofVisitors("visitor-sockets");
