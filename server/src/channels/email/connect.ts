/** Connects a mailbox. Nothing is stored before its servers accept the sign-in. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { webhookOf } from "../accounts/webhook-address.ts";
import type { Connect } from "../seam/module.ts";
import { server } from "./account/credentials.ts";
import { connectMailbox } from "./mailbox/connect.ts";

const platform = "email";

const body = z.object({
  address: z.email().max(320),
  name: z.string().trim().min(1).max(200),
  /** Null where mail comes by webhook. */
  imap: server.nullable().default(null),
  smtp: server,
  /** The account also receives mail to `local+anything@domain`: answers come to a signed address. */
  reply_address: z.boolean().optional(),
  /** The server accepts such an address as the sender of the envelope: bounces name their mail. */
  bounce_address: z.boolean().optional(),
});

export const connect: Connect<typeof body> = {
  body,
  async account(context, by, given, options) {
    const { address, name, imap, smtp, reply_address: plus, bounce_address: bounceAddress } = given;
    const webhookSecret = imap ? undefined : `mws_${randomBytes(20).toString("hex")}`;
    const credentials = {
      ...{ imap, smtp },
      ...(webhookSecret && { webhookSecret }),
      ...(plus !== undefined && { plus }),
      ...(bounceAddress !== undefined && { bounceAddress }),
    };
    const channelId = await connectMailbox(context, by, { address, name, credentials }, options);
    const { publicUrl } = context.config;
    const webhook = webhookSecret && {
      webhook_address: webhookOf(publicUrl, { platform, id: channelId }),
      webhook_secret: webhookSecret,
    };
    return { channelId, answer: { address, ...webhook } };
  },
  once: ({ webhook_address, webhook_secret }) => ({
    ...(webhook_secret !== undefined && { webhook_address, webhook_secret }),
  }),
  command: null,
};
