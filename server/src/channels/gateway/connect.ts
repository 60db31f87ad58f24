/** Connects a company's own system: it is asked once, with the signature that it will get from then on. */
import { z } from "zod";
import { checkAddress } from "../../files/posting/address.ts";
import { checkRights, inCompany } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { idOfAccount, writeAccount } from "../accounts/account.ts";
import { channelsChanged } from "../accounts/changes.ts";
import type { Connect } from "../seam/module.ts";
import { checkGateway } from "./check.ts";
import { hostOf, platform } from "./platform.ts";

/** Milliseconds in which the gateway answers. */
const patience = 15_000;

const body = z.object({
  name: z.string().trim().min(1).max(200),
  url: z.string().trim().min(1).max(500),
  /** Made by the administrator's browser or system, as both sides need it before the first request. */
  secret: z
    .string()
    .trim()
    .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/),
});

export const connect: Connect<typeof body> = {
  body,
  async account(context, by, { name, url, secret }, { departmentId }) {
    checkAddress(context.config, url);
    const account = { platform, externalId: new URL(url).href } as const;
    const id = await idOfAccount(context, by, account);
    const channel = { ...account, companyId: by.companyId, id, name, credentials: secret };
    const checkup = await checkGateway(context.config, channel, AbortSignal.timeout(patience));
    if (checkup.outcome !== "working") throw new Refusal(400, "provider_refused", checkup.reason);
    // The gateway may have answered slowly.
    await checkRights(context, by);
    await inCompany(context, by, async (scope) => {
      await writeAccount(
        scope,
        { ...account, id, name },
        {
          username: hostOf(account.externalId),
          credentials: context.secrets.seal(secret),
          ...(departmentId && { department_id: departmentId }),
        },
      );
      await record(scope, { kind: "channel_connect", subject: id, name, facts: {} });
    });
    channelsChanged(context);
    return { channelId: id, answer: { account: { id, name } } };
  },
  command: null,
};
