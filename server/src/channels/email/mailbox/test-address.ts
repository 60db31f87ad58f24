import type { Mailbox, testMailAddress as schema } from "@parley/contract/mailboxes";
import type { z } from "zod";
import type { Caller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import { record } from "../../../floor/ledger/record.ts";
import { sendProbe } from "../probe/send-probe.ts";
import { accessMailbox } from "./find.ts";
import { getMailbox } from "./view.ts";

const timeout = 15_000;

/** Throws 400 with the server's reason when it refuses such a mail; 503 when it gives no answer. */
export async function testMailAddress(
  context: Context,
  caller: Caller,
  id: string,
  { address: kind }: z.output<typeof schema>,
): Promise<Mailbox> {
  const row = await inCompany(context, caller, async (scope) => {
    const found = await accessMailbox(scope, id);
    await record(scope, { kind: "channel_test", subject: id, name: found.name, facts: {} });
    return found;
  });
  const test = { kind, text: "Parley", agentId: caller.id };
  const outcome = await sendProbe(context, row, test, AbortSignal.timeout(timeout));
  if (outcome.outcome === "refused") throw new Refusal(400, "provider_refused", outcome.reason);
  if (outcome.outcome === "tryAgain") throw new Refusal(503, "not_ready", outcome.reason);
  return getMailbox(context, caller, id);
}
