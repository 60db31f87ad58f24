/** Turns what waits into a letter to a person, in their language. */
import type { Language } from "@parley/contract/sessions";
import { agentName } from "../agents/view.ts";
import { findAccount } from "../auth/account.ts";
import type { Context } from "../context.ts";
import type { Letter, MailContent, MailKind } from "./content.ts";
import { layOut } from "./layout.ts";
import { textsOf } from "./texts/index.ts";

/**
 * Null when nobody is to get it: no account, or a disabled one. That is found out here, beside the work of answering,
 * so that the answer takes as long for an address that nobody has.
 */
export async function compose(
  context: Context,
  address: string,
  content: MailContent,
): Promise<Letter | null> {
  if (content.kind === "addressChanged") {
    const { kind, name, lang } = content;
    return write(context, kind, { to: address, name, lang, code: null, address: content.address });
  }
  const account = await findAccount(context, address);
  if (account?.disabled_on) return null;
  if (content.kind !== "registrationCode") {
    if (!account) return null;
    const code = content.kind === "resetCode" ? content.code : null;
    // To the address as the account has it: what was typed may look alike and be another's.
    return write(context, content.kind, {
      to: account.email,
      name: agentName(account),
      lang: account.lang,
      code,
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

type Reader = { to: string; name: string; lang: Language; code: string | null; address?: string };

const leadsTo: Record<MailKind, string | null> = {
  registrationCode: null,
  resetCode: null,
  passwordChanged: "/forgot-password",
  addressChanged: null,
  twoStepOn: "/forgot-password",
  twoStepOff: "/forgot-password",
  alreadyRegistered: "/login",
};

function write({ config }: Context, kind: MailKind, { to, name, lang, code, address = "" }: Reader): Letter {
  const texts = textsOf(lang);
  const path = leadsTo[kind];
  const { subject, title, lead, note, button } = texts[kind];
  const page = {
    lang,
    title,
    hello: name ? texts.hello.replace("{name}", () => name) : texts.helloNobody,
    lead: lead.replace("{address}", () => address),
    code,
    codeNote: code === null ? null : texts.valid,
    link: path === null || !button ? null : { text: button, url: `${config.publicUrl}${path}` },
    note,
    footer: texts.footer.replace("{host}", () => new URL(config.publicUrl).host),
  };
  return { to, subject, ...layOut(page) };
}
