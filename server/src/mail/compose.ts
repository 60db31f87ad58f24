/** Composes the letter of a queued mail, in the recipient's language. */
import type { Language } from "@parley/contract/sessions";
import { agentName } from "../floor/actors/name.ts";
import type { Context } from "../floor/context.ts";
import { findAccount, findConfirmed } from "./account.ts";
import { renderPage } from "./layout.ts";
import type { Letter, MailContent, MailKind, NoticesContent } from "./texts/content.ts";
import { textsOf } from "./texts/index.ts";

declare module "../floor/context.ts" {
  interface Context {
    /** Writes the mail to an agent who is away; null when nothing is left to tell. */
    noticeLetter(context: Context, content: NoticesContent): Promise<Letter | null>;
  }
}

/**
 * Null without a recipient: no account, or a disabled one. This is decided here rather than in the request, so that the
 * answer takes as long for an unknown address.
 */
export async function compose(
  context: Context,
  address: string,
  content: MailContent,
): Promise<Letter | null> {
  if (content.kind === "page") {
    const { subject, page, by } = content;
    return { to: address, subject, ...renderPage(page), ...(by && { by }) };
  }
  if (content.kind === "notices") return context.noticeLetter(context, content);
  if (content.kind === "addressChanged") {
    const { kind, name, lang } = content;
    return write(context, kind, { to: address, name, lang, code: null, fills: { address: content.address } });
  }
  if ("lang" in content && content.kind !== "registrationCode") return toClaim(context, address, content);
  const account = await (content.kind === "registrationCode" ? findConfirmed : findAccount)(context, address);
  if (account?.disabled_on) return null;
  if (content.kind !== "registrationCode") {
    if (!account) return null;
    const code = content.kind === "resetCode" ? content.code : null;
    const fills = fillsOf(content, account.lang);
    // The mail goes to the address stored in the account: a typed one may look alike and be another's.
    return write(context, content.kind, {
      to: account.email,
      name: agentName(account),
      lang: account.lang,
      code,
      fills,
    });
  }
  if (!account)
    return write(context, content.kind, { to: address, name: "", lang: content.lang, code: content.code });
  return write(context, "alreadyRegistered", {
    to: account.email,
    name: agentName(account),
    lang: account.lang,
    code: null,
  });
}

type Claim = Extract<MailContent, { kind: "confirmAddress" | "invitation" | "resetLink" }>;

/**
 * The mail confirms an address for an account. If it is confirmed for another one, the mail says so and its link does
 * nothing.
 */
async function toClaim(context: Context, address: string, content: Claim): Promise<Letter> {
  const { kind, name, lang } = content;
  const fills: Record<string, string> =
    kind === "confirmAddress" ? {} : { inviter: content.inviter, company: content.company };
  const holder = await findConfirmed(context, address);
  const own = holder && "agentId" in content && holder.id === content.agentId;
  if (holder && !own) {
    const reader = { to: holder.email, name: agentName(holder), lang: holder.lang, code: null, fills };
    return write(context, kind === "invitation" ? "invitationInUse" : "addressInUse", reader);
  }
  const secret = kind === "confirmAddress" ? { code: content.code } : { code: null, token: content.token };
  return write(context, kind, { to: address, name, lang, fills, ...secret });
}

type Reader = {
  to: string;
  name: string;
  lang: Language;
  code: string | null;
  token?: string;
  fills?: Record<string, string>;
};

function fillsOf(content: MailContent, lang: Language): Record<string, string> {
  switch (content.kind) {
    case "failedSignIns": {
      const { count, time, network } = content;
      return { count: String(count), time: momentIn(lang, time), network };
    }
    case "webhookParked":
      return { name: content.name };
    case "channelBroken":
    case "channelWorking":
      return { account: content.account, time: momentIn(lang, content.since) };
    default:
      return {};
  }
}

function momentIn(lang: Language, time: string): string {
  const style = { dateStyle: "long", timeStyle: "short", hourCycle: "h23", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(lang, style).format(new Date(time))} UTC`;
}

const leadsTo: Record<MailKind, string | null> = {
  registrationCode: null,
  resetCode: null,
  failedSignIns: "/forgot-password",
  passwordChanged: "/forgot-password",
  addressChanged: null,
  twoStepOn: "/forgot-password",
  twoStepOff: "/forgot-password",
  alreadyRegistered: "/login",
  confirmAddress: null,
  addressInUse: null,
  invitation: "/invitation",
  invitationInUse: null,
  resetLink: "/set-password",
  channelBroken: "/admin-panel/settings#channels",
  channelWorking: null,
  webhookParked: "/admin-panel/settings#integrations",
};

function write(
  { config }: Context,
  kind: MailKind,
  { to, name, lang, code, token, fills = {} }: Reader,
): Letter {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, slot: string) => fills[slot] ?? all);
  const texts = textsOf(lang);
  const path = leadsTo[kind];
  const { subject, title, lead, note, button } = texts[kind];
  const page = {
    lang,
    title: fill(title),
    hello: name ? texts.hello.replace("{name}", () => name) : texts.helloWithoutName,
    lead: fill(lead),
    code,
    codeNote: code === null ? null : texts.valid,
    link: path === null || !button ? null : { text: button, url: linkTo(config, path, token) },
    note: fill(note),
    footer: texts.footer.replace("{host}", () => new URL(config.publicUrl).host),
  };
  return { to, subject: fill(subject), ...renderPage(page) };
}

/** The token follows the #: browsers do not send that part to a server, so it is in no log. */
export const linkTo = ({ publicUrl }: Context["config"], path: string, token?: string): string =>
  `${publicUrl}${path}${token ? `#${token}` : ""}`;
