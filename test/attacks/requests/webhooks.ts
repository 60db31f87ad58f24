/** Calls in a provider's name. */
import { randomInt } from "node:crypto";
import type { Line } from "../../outside/house.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

export async function webhooks(stage: Stage, trial: Trial): Promise<void> {
  const { harbour, northwind } = stage.house;
  const stranger = stage.visitor();
  const secrets: Record<string, string | undefined> = {
    "no secret": undefined,
    "an empty secret": "",
    "a wrong secret": "0".repeat(32),
    "another company's secret": harbour.secret,
    "half of the secret": northwind.secret.slice(0, 16),
  };
  for (const [what, secret] of Object.entries(secrets)) {
    const text = `forged ${stage.canary} ${what}`;
    const headers = { origin: undefined, "x-telegram-bot-api-secret-token": secret };
    const answer = await stranger.post(new URL(northwind.webhook).pathname, update(text), headers);
    trial.refused(`a webhook with ${what}`, answer, [401]);
    const rows = await stage.desk.query("select 1 from message where content = $1", [text]);
    trial.note(rows.length === 0 ? null : `a webhook with ${what} made a message`);
  }
  await withoutSecret(stage, trial, northwind);
}

/** A channel that is polled has no secret: no value is right. */
async function withoutSecret(stage: Stage, trial: Trial, { id, webhook, secret }: Line): Promise<void> {
  const kept = await stage.desk.query<{ hash: Buffer }>(
    "select webhook_secret_hash as hash from channel where id = $1",
    [id],
  );
  await stage.desk.query("update channel set webhook_secret_hash = null where id = $1", [id]);
  const post = (tried: string | undefined) =>
    stage.visitor().post(new URL(webhook).pathname, update("forged"), {
      origin: undefined,
      "x-telegram-bot-api-secret-token": tried,
    });
  try {
    // A desk may use a channel's row of two seconds ago.
    await becomes(async () => (await post(secret)).status === 401, 4000);
    for (const tried of [undefined, "", secret, "null"]) {
      trial.refused("a webhook where no secret is kept", await post(tried), [401]);
    }
  } finally {
    await stage.desk.query("update channel set webhook_secret_hash = $2 where id = $1", [id, kept[0]?.hash]);
  }
}

function update(text: string) {
  const id = randomInt(1_000_000_000);
  const from = { id, is_bot: false, first_name: "Mallory" };
  const message = {
    message_id: id,
    date: Math.floor(Date.now() / 1000),
    chat: { id, type: "private", first_name: "Mallory" },
    from,
    text,
  };
  return { update_id: id, message };
}
