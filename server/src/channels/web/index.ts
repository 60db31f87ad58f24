import { z } from "zod";
import type { ChannelModule } from "../seam/module.ts";
import { createWebAdapter } from "./adapter.ts";
import { connect } from "./connect.ts";
import { declaration } from "./declaration.ts";
import { acceptVisitors } from "./live/server.ts";
import { answeredByMail } from "./mail/answered.ts";
import { noteBounced } from "./mail/bounced.ts";
import { threadWithVisitor } from "./mail/first.ts";
import { noteUnreadAnswers } from "./mail/from-ledger.ts";
import { stopRoutes } from "./mail/routes.ts";
import { sweepUnreadAnswers } from "./mail/send.ts";
import { chatPageRoutes } from "./pages/routes.ts";
import { visitRoutes } from "./visit/routes.ts";
import { visitorRoutes } from "./visitor/routes.ts";
import { sweepTokens } from "./visitor/session.ts";
import { sweepUploads } from "./visitor/upload.ts";
import { widgetRoutes } from "./widget/routes.ts";
import { platform, secretPattern } from "./widget/settings.ts";

const tokenPattern = /\bwv_[\w-]{43}/g;
/** The signature in a file's address gives access to the file. */
const fileSignature = /(?<=\/visitor\/[^\s"]{0,1200}[?&]signature=)[\w-]{43}/g;

export const web: ChannelModule = {
  platform,
  declaration,
  createAdapter: (_config, visitors) => createWebAdapter(visitors),
  settings: z.object({}),
  secrets: { headers: [], patterns: [secretPattern, tokenPattern, fileSignature] },
  connect,
  disconnect: async () => undefined,
  webhook: null,
  listen: null,
  connections: acceptVisitors,
  work: { follows: [noteUnreadAnswers], sweeps: [sweepUnreadAnswers, sweepUploads, sweepTokens] },
  routes(app, context) {
    widgetRoutes(app, context);
    chatPageRoutes(app, context);
    visitorRoutes(app, context);
    stopRoutes(app, context);
    visitRoutes(app);
  },
  threadWithKnown: threadWithVisitor,
  carriedByMail: { answered: answeredByMail, bounced: noteBounced },
  openUrl: () => null,
  phoneUrl: () => null,
};
