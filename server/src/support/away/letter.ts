/** Writes the mail to an agent who is away, when it is sent: what was seen or accepted meanwhile is left out. */
import { limits } from "@parley/contract/limits";
import type { PushMessage } from "@parley/contract/push";
import type { Context } from "../../floor/context.ts";
import { inCompanyAs } from "../../floor/database/scope.ts";
import { linkTo } from "../../mail/compose.ts";
import { renderPage } from "../../mail/layout.ts";
import type { Letter, NoticesContent } from "../../mail/texts/content.ts";
import { textsOf } from "../../mail/texts/index.ts";
import { quietUntil } from "../notices/settings.ts";
import { composePush } from "../push/compose.ts";
import { putBack } from "./put-back.ts";
import { findRecipient } from "./recipient.ts";

/** Null when nothing is left to tell, there is no one to tell it, or their quiet hours have begun: then it is noted again. */
export async function writeNoticeLetter(
  context: Context,
  { companyId, agentId, notices }: NoticesContent,
): Promise<Letter | null> {
  const recipient = await findRecipient(context, companyId, agentId);
  if (!recipient) return null;
  const { lang, actor, email, username } = recipient;
  const found = await inCompanyAs(context, actor, async (scope) => {
    const messages: PushMessage[] = [];
    const quiet = await quietUntil(scope, agentId);
    if (quiet) {
      await putBack(scope, notices, quiet);
      return messages;
    }
    for (const notice of notices) {
      const message = await composePush(scope, notice, lang);
      if (message) messages.push(message);
    }
    return messages;
  });
  const [first] = found;
  if (!first) return null;
  const { notices: texts, hello, footer } = textsOf(lang);
  const link = (path: string) => linkTo(context.config, path);
  const lines = found.map((message) => ({
    text: titleOf(message),
    said: message.text,
    url: link(pathOf(message)),
  }));
  const page = {
    ...{ lang, title: texts.title, lead: texts.lead, lines },
    hello: hello.replace("{name}", () => actor.name),
    ...{ code: null, codeNote: null },
    link: { text: texts.button, url: link(found.length === 1 ? pathOf(first) : "/") },
    note: texts.note,
    settings: {
      text: texts.settings,
      url: link(`/profile/${encodeURIComponent(username)}/notifications`),
    },
    footer: footer.replace("{host}", () => new URL(context.config.publicUrl).host),
  };
  const subject =
    found.length === 1 ? titleOf(first) : texts.several.replace("{count}", String(found.length));
  return { to: email, subject, ...renderPage(page) };
}

function titleOf({ about, lang, name, rating }: PushMessage): string {
  const stars = "★".repeat(rating ?? 0) + "☆".repeat(limits.maxRating - (rating ?? 0));
  const fills: Record<string, string> = { name, stars };
  return textsOf(lang).notices.about[about].replace(/\{(\w+)\}/g, (all, slot: string) => fills[slot] ?? all);
}

function pathOf({ about, ticketid, colleague }: PushMessage): string {
  if (about === "channel") return "/admin-panel/settings#channels";
  if (ticketid) return `/?ticket=${ticketid.slice(0, limits.shortIdLength)}`;
  return colleague ? `/?colleague=${colleague}` : "/";
}
