import type { ChannelModule } from "../seam/module.ts";
import { mailSettings } from "./account/settings.ts";
import { createMailAdapter } from "./adapter.ts";
import { connect } from "./connect.ts";
import { declaration } from "./declaration.ts";
import { keptFiles } from "./kept-files.ts";
import { listenToMailbox } from "./listen.ts";
import { mailboxRoutes } from "./mailbox/routes.ts";
import { claimMail, outgoingMail } from "./outgoing-mail.ts";
import { sendProbe } from "./probe/send-probe.ts";
import { sweepProbes } from "./probe/sweep-probes.ts";
import { mailRoutes, starRoutes } from "./routes.ts";
import { beginByMail } from "./send-mail.ts";
import { sweepMailFiles } from "./sweep-mail-files.ts";
import { signatureHeader, webhook } from "./webhook.ts";

export const email: ChannelModule = {
  platform: "email",
  declaration,
  createAdapter: createMailAdapter,
  settings: mailSettings,
  // The form of a webhook's secret.
  secrets: { headers: [signatureHeader], patterns: [/\bmws_[0-9a-f]{40}\b/g] },
  connect,
  disconnect: async () => undefined,
  webhook,
  listen: listenToMailbox,
  routes(app, context) {
    mailboxRoutes(app, context);
    mailRoutes(app, context);
    starRoutes(app, context);
  },
  openUrl: ({ username }) => (username ? `mailto:${username}` : null),
  work: { sweeps: [sweepProbes, sweepMailFiles] },
  mail: {
    begin: beginByMail,
    sendTest: (context, row, test, signal) => sendProbe(context, row, { kind: "test", ...test }, signal),
    async read(scope, message) {
      const claimed = await claimMail(scope, message);
      return (context) => outgoingMail(context, claimed);
    },
    kept: keptFiles,
  },
  phoneUrl: () => null,
};
