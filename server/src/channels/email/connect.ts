/** Connects a mailbox. Nothing is stored before its servers have let us in. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { checkRights, inCompany } from "../../database/scope.ts";
import { Refusal } from "../../errors.ts";
import { record } from "../../ledger/record.ts";
import { findOwnAccount, writeAccount } from "../account.ts";
import { channelsChanged } from "../changes.ts";
import type { Connect } from "../modules/module.ts";
import { type MailCredentials, server } from "./account/credentials.ts";
import { checkSmtp } from "./smtp/check.ts";

const platform = "email";
const body = z.object({
  address: z.email().max(320),
  name: z.string().trim().min(1).max(200),
  imap: server.nullable().default(null),
  smtp: server,
});
const accountOf = (address: string) =>
  ({ platform, externalId: address.toLowerCase(), taken: "mailbox_taken" }) as const;
const callTimeout = 20_000;

export const connect: Connect<typeof body> = {
  body,
  async account(context, by, { address, name, imap, smtp }, { departmentId }) {
    const credentials: MailCredentials = { imap, smtp };
    const sealed = JSON.stringify(credentials);
    const checkup = await checkSmtp(
      context.config,
      { credentials: sealed },
      AbortSignal.timeout(callTimeout),
    );
    if (checkup.outcome === "unreachable") throw new Refusal(503, "not_ready", checkup.reason);
    if (checkup.outcome !== "working") throw new Refusal(400, "provider_refused", checkup.reason);
    // The servers may have answered slowly.
    await checkRights(context, by);
    const account = accountOf(address);
    const id = (await findOwnAccount(context, by, account)) ?? randomUUID();
    await inCompany(context, by, async (scope) => {
      await writeAccount(
        scope,
        { ...account, id, name },
        {
          username: address,
          credentials: context.secrets.seal(sealed),
          ...(departmentId && { department_id: departmentId }),
        },
      );
      await record(scope, { kind: "channel_connect", subject: id, name, facts: {} });
    });
    channelsChanged(context);
    return { channelId: id, answer: { account: { address } } };
  },
  command: null,
};
